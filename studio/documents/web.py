"""Pages for a browser that need nothing else: our letters and colours inside, light and dark, good on paper."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path

from studio.core.text import language
from studio.documents.paths import resources_dir

_STYLE = """
:root{color-scheme:light dark;--window:#EFE7D6;--panel:#FBF7ED;--inset:#F4ECDB;--line:#D9CBAE;--text:#2B261D;
--second:#62573F;--accent:#1E5A6C;--gold:#F6E3B0;--goldline:#A97C20;--ok:#3C6628;--bad:#A3261C}
@media (prefers-color-scheme:dark){:root{--window:#14191C;--panel:#1D2428;--inset:#161C1F;--line:#313B40;--text:#EFE7D4;
--second:#B8AE95;--accent:#64B3BA;--gold:#3A3019;--goldline:#A67F35;--ok:#A5CC86;--bad:#F08C7C}}
*{box-sizing:border-box}
body{margin:0;background:var(--window);color:var(--text);font:15px/1.45 Cabin,"Segoe UI",system-ui,sans-serif;
font-variant-numeric:tabular-nums lining-nums}
section{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:0 0 14px}
h1,h2{font-family:"EB Garamond",Garamond,Georgia,serif;font-weight:400}
h1{font-size:34px;margin:0 0 4px}h2{font-size:22px;margin:0 0 8px}h3{font-size:15px;margin:0 0 6px}
@media print{body{background:#fff}section{break-inside:avoid}}
"""


def web_page(title: str, style: str, body: str, fonts: Mapping[str, Path]) -> bytes:
    """The page in UTF-8: `style` comes after that of every page, `fonts` are files by "family weight"."""
    head = (
        f'<!DOCTYPE html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_faces(fonts)}{_STYLE}{style}</style></head>"
    )
    return f"{head}<body>{body}</body></html>".encode()


def own_fonts() -> dict[str, Path]:
    """The studio's letters, by "family weight"."""
    folder = resources_dir() / "fonts"
    files = {"Cabin 400": "Cabin-Regular", "Cabin 600": "Cabin-SemiBold", "EB Garamond 400": "EBGaramond12-Regular"}
    return {name: folder / f"{file}.otf" for name, file in files.items()}


def embedded(path: Path, kind: str) -> str:
    """A file as an address that holds all of it; `kind` is its media type."""
    return f"data:{kind};base64,{b64encode(path.read_bytes()).decode('ascii')}"


def _faces(fonts: Mapping[str, Path]) -> str:
    faces = ""
    for name, path in fonts.items():
        family, _space, weight = name.rpartition(" ")
        faces += (
            f'@font-face{{font-family:"{family}";font-weight:{weight};'
            f'src:url({embedded(path, "font/otf")}) format("opentype")}}'
        )
    return faces
