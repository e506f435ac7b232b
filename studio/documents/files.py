"""File access: limited reads, atomic writes, file names, JSON layout and change detection."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import threading
import time
import zlib
from enum import Enum
from errno import EINVAL
from pathlib import Path, PurePath
from typing import NamedTuple

from studio.core.text import JOINERS, _, sanitize, with_label
from studio.documents.paths import is_private

MAX_BYTES = 16 * 1024 * 1024  # largest size of a document
ABANDONED_SECONDS = 600.0  # age at which any temporary file counts as left behind; writing takes less than a second
MAX_NAME_LENGTH = 200  # bytes of a file name with its extension; most file systems allow 255, some only 143
_SEPARATORS = str.maketrans(dict.fromkeys('\\/:*?"<>|', " "))
_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    "conin$",
    "conout$",
    *(port + n for port in ("com", "lpt") for n in "0123456789¹²³"),
}
"""Names of devices on Windows, in any case and with any extension."""
IS_WINDOWS = os.name == "nt"
_REPLACE_WAITS = (0.02, 0.1, 0.5)  # seconds between attempts to replace a file that another program has open


class DocumentError(Exception):
    """A file that could not be used: path, place in it, reason. `str` gives one sentence."""

    def __init__(self, path: str | Path, place: str, reason: str) -> None:
        super().__init__(path, place, reason)
        self.path = path
        self.place = _shorten(place)
        self.reason = _shorten(reason)

    def __str__(self) -> str:
        path = sanitize(str(self.path))
        where = _("{path}, at {place}").format(path=path, place=self.place) if self.place else path
        return with_label(where, self.reason) if path else self.reason


def _shorten(text: str) -> str:
    """Text that may quote a file, as one line of limited length."""
    line = sanitize(text)
    return line if len(line) <= 500 else f"{line[:400]} … {line[-60:]}"


def read_bytes(path: str | Path) -> bytes:
    """The content of an ordinary file of at most `MAX_BYTES`. Raises `DocumentError`."""
    try:
        mode = Path(path).stat().st_mode  # before opening: a pipe would block
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise DocumentError(path, "", _("this is not an ordinary file."))
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise DocumentError(path, "", _("there is no such file.")) from None
    except IsADirectoryError:
        raise DocumentError(path, "", _("this is a folder, not a file.")) from None
    except PermissionError:
        raise DocumentError(path, "", _("you do not have permission to read it.")) from None
    except (OSError, ValueError) as problem:
        raise DocumentError(
            path, "", _("it could not be read ({reason}).").format(reason=_error_text(problem))
        ) from None
    if len(data) > MAX_BYTES:
        raise DocumentError(path, "", too_large_text())
    return data


def read_regular(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The first `limit` bytes of an ordinary file. Raises `OSError`, also for pipes and devices, which could block."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(EINVAL, "not an ordinary file")
    with path.open("rb") as file:
        return file.read(limit)


def too_large_text() -> str:
    return _("it is too large. The limit is {limit} MB.").format(limit=MAX_BYTES // 1024 // 1024)


def _error_text(problem: OSError | ValueError | RuntimeError) -> str:
    text = problem.strerror if isinstance(problem, OSError) else ""
    return (text or str(problem)).lower()


def write_text(path: str | Path, text: str) -> None:
    """Write text in UTF-8 like `write_bytes`. Raises `DocumentError`."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as problem:
        raise DocumentError(
            path, "", _("it could not be written ({reason}).").format(reason=_error_text(problem))
        ) from None
    write_bytes(path, data)


def write_bytes(path: str | Path, data: bytes, *, durable: bool = True) -> None:
    """Replace a file's content atomically: it always has the old or the new bytes.

    Writes a temporary file in the same folder, flushes it to disk if `durable`, and renames it; temporary files of
    killed programs are removed. A symbolic link is followed. Devices, pipes and folders are rejected. Raises
    `DocumentError`.
    """
    if IS_WINDOWS and is_device_name(Path(path).name):
        raise DocumentError(path, "", _("Windows reserves this name for a device."))
    import tempfile  # slow

    temporary = ""
    try:
        target = Path(path).resolve()
        mode = _mode_of(path, target) & (0o700 if is_private(target) else 0o7777)
        handle, temporary = tempfile.mkstemp(prefix=_temp_prefix(), suffix=".part", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            with contextlib.suppress(OSError):  # some file systems have no modes
                Path(temporary).chmod(mode)
            if durable:
                os.fsync(file.fileno())
        _replace(Path(temporary), target)
        temporary = ""
        if durable:
            _sync_folder(target.parent)
        clear_temp_files(target.parent)
    except FileNotFoundError:
        raise DocumentError(path, "", _("there is no such folder.")) from None
    except PermissionError:
        raise DocumentError(path, "", _("you do not have permission to write there.")) from None
    except (OSError, ValueError, RuntimeError) as problem:
        raise DocumentError(
            path, "", _("it could not be written ({reason}).").format(reason=_error_text(problem))
        ) from None
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def _replace(temporary: Path, target: Path) -> None:
    """Rename over a file. On Windows another program, such as a virus scanner, can prevent that for a moment."""
    for wait in _REPLACE_WAITS if IS_WINDOWS else ():
        try:
            temporary.replace(target)
        except PermissionError:
            time.sleep(wait)
        else:
            return
    temporary.replace(target)


def _mode_of(path: str | Path, target: Path) -> int:
    """The permissions of a file, or those of a new one. Raises `DocumentError` for what must not be replaced."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - the target of a link may exist only for the system
    except FileNotFoundError:
        return 0o666 & ~_UMASK
    if stat.S_ISDIR(mode):
        raise DocumentError(path, "", _("a folder has this name."))
    if not stat.S_ISREG(mode):
        raise DocumentError(path, "", _("this is a device or a pipe, not an ordinary file."))
    if not os.access(target, os.W_OK):
        raise DocumentError(path, "", _("the file is write-protected."))
    return stat.S_IMODE(mode)


_reading_umask = threading.Lock()


def _umask() -> int:
    """The umask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


_UMASK = _umask()  # read once: setting it affects other threads


def _sync_folder(folder: Path) -> None:
    """Make a rename durable on systems that support it."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def clear_temp_files(folder: Path) -> None:
    """Remove the temporary files of killed programs from a folder."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(_TEMP_PREFIX) and entry.name.endswith(".part") and _is_stale_temp(entry):
                Path(entry.path).unlink(missing_ok=True)


_TEMP_PREFIX = ".explorer-studio-"


def _machine_id() -> str:
    """A hash of the host name: on a network folder process ids of several machines meet."""
    import platform

    return f"{zlib.crc32(platform.node().encode('utf-8', 'replace')):08x}"


def _temp_prefix() -> str:
    return f"{_TEMP_PREFIX}{_machine_id()}-{os.getpid()}-"


def _is_stale_temp(part: os.DirEntry[str]) -> bool:
    """Whether the writer of a temporary file has ended, or the file is too old."""
    machine, _dash, rest = part.name.removeprefix(_TEMP_PREFIX).partition("-")
    writer = rest.partition("-")[0]
    if os.name == "posix" and machine == _machine_id() and writer.isdecimal() and len(writer) < 10:
        try:
            os.kill(int(writer), 0)
        except ProcessLookupError:
            return True
        except PermissionError:  # it runs as another user
            pass
    return time.time() - part.stat(follow_symlinks=False).st_mtime > ABANDONED_SECONDS


LAYOUT_SUFFIX, MATCH_SUFFIX = ".layout.json", ".match.json"
"""Extensions registered with the desktop; plain `.json` works as well."""


def base_name(path: PurePath) -> str:
    """The name of a file without its extension, which may be one of ours."""
    ours = next((ending for ending in (LAYOUT_SUFFIX, MATCH_SUFFIX) if path.name.lower().endswith(ending)), "")
    return path.name[: -len(ours)] if ours and path.name.lower() != ours else path.stem


def safe_file_name(title: str, ending: str, otherwise: str = "untitled") -> str:
    """A file name valid on all systems, made from a title: one line, no separators, not hidden.

    At most `MAX_NAME_LENGTH` bytes in UTF-8 including the extension; `otherwise` if nothing of the title is left.
    """
    remaining = (letter if letter.isprintable() or letter in JOINERS else " " for letter in title)
    name = " ".join("".join(remaining).translate(_SEPARATORS).split()).strip(". ")
    name = name.encode("utf-8")[: MAX_NAME_LENGTH - len(ending.encode("utf-8"))].decode("utf-8", "ignore").rstrip(". ")
    name = f"_{name}" if is_device_name(name) else name
    return f"{name or otherwise}{ending}"


def is_device_name(name: str) -> bool:
    """Whether Windows takes a file name for a device."""
    return name.partition(".")[0].rstrip().lower() in _RESERVED


# JSON for people.

WIDTH = 132


def _short_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _is_map(value: object) -> bool:
    """Whether a list consists of rows of symbols, which are written below each other."""
    return isinstance(value, list) and len(value) > 1 and all(isinstance(row, str) for row in value)


def _holds_map(value: object) -> bool:
    return isinstance(value, dict) and any(_is_map(part) or _holds_map(part) for part in value.values())


def _lines(value: object, indent: int, room: int, top: bool) -> str:
    """`value` as text with `room` columns in its first line and `indent` in the others."""
    if not isinstance(value, (dict, list)) or not value:
        return _short_text(value)
    if not top and not _is_map(value) and not _holds_map(value):
        flat = _short_text(value)
        if len(flat) <= room:
            return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = []
        for key, part in value.items():
            name = _short_text(key) + ": "
            parts.append(inner + name + _lines(part, indent + 2, WIDTH - indent - 3 - len(name), False))
        opening, closing = "{", "}"
    else:
        parts = [inner + _lines(part, indent + 2, WIDTH - indent - 3, False) for part in value]
        opening, closing = "[", "]"
    return opening + "\n" + ",\n".join(parts) + "\n" + " " * indent + closing


def to_text(value: object) -> str:
    """JSON text of plain data for people: maps stay maps, short values stay on one line. Ends with a newline."""
    return _lines(value, 0, WIDTH, True) + "\n"


# Change detection.


SETTLED_SECONDS = 2.0  # age of a file from which equal times mean equal content; some disks count in two seconds


class FileStatus(Enum):
    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


class Fingerprint(NamedTuple):
    """A file at one moment: modification time in ns, size in bytes, digest."""

    modified: int
    size: int
    digest: bytes


def fingerprint(path: Path) -> Fingerprint | None:
    """The fingerprint of an ordinary file; None if there is none. Raises `OSError`."""
    from hashlib import sha256

    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return None
        with path.open("rb") as file:
            return Fingerprint(found.st_mtime_ns, found.st_size, sha256(file.read(MAX_BYTES + 1)).digest())
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


class WatchedFile:
    """Detects changes of a file. Create it before reading, so that a change in between is noticed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: Fingerprint | None = None
        self._last: tuple[tuple[int, ...], FileStatus] | None = None  # times, size and inode, and their status
        self.accept()

    def accept(self) -> None:
        """Take the current content as known."""
        with contextlib.suppress(OSError):
            self.expect(fingerprint(self.path))

    def expect(self, known: Fingerprint | None) -> None:
        """Compare with this state of the file from now on."""
        self.known, self._last = known, None

    def invalidate_if_newer(self, since: float) -> None:
        """Treat a file modified after this Unix time as changed."""
        written = self.modified_at()
        if written is not None and written > since:
            self.expect(None)

    def check(self, thorough: bool = False) -> FileStatus:
        """The status of the file. Its content is read if its metadata are new or recent, or if `thorough`.

        A file with the same content counts as the same, and so does one that cannot be accessed at the moment.
        """
        try:
            found = self.path.stat()
            metadata = found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
            if not thorough and self._last is not None and self._last[0] == metadata:
                return self._last[1]
            now = fingerprint(self.path)
        except FileNotFoundError:
            now = None
        except OSError:
            return FileStatus.SAME
        if now is None:
            return FileStatus.SAME if self.known is None else FileStatus.GONE
        status = FileStatus.CHANGED
        if self.known is not None and now.digest == self.known.digest:
            self.known, status = now, FileStatus.SAME
        # within a clock tick, another write leaves the same times
        is_settled = all(abs(time.time() - moment / 1e9) > SETTLED_SECONDS for moment in metadata[:2])
        self._last = (metadata, status) if is_settled else None
        return status

    def modified_at(self) -> float | None:
        """Modification time in Unix time; None if the file is gone."""
        with contextlib.suppress(OSError):
            return self.path.stat().st_mtime
        return None


def is_same_file(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file, by links, `..` or letter case."""
    if path == other:
        return True
    with contextlib.suppress(OSError, ValueError):
        return path.samefile(other)
    return False
