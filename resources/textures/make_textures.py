"""Makes the tiling grey images beside it: paper grain, stains, water, relief. Run it by hand.

Grey 128 leaves the ground as it is, darker pixels shade it, lighter ones light it up; the program colours them. The
same seed gives the same files. Needs Pillow, which `pip install -e '.[art]'` brings.
"""

from __future__ import annotations

import math
import random
from array import array
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
Field = list[float]


def octave(size: int, cells: int, rng: random.Random, stretch: int = 1) -> Field:
    """Smooth noise from -1 to 1 that repeats after `size` pixels: `cells` swells high, fewer across when stretched."""
    wide, high = max(2, cells // stretch), cells
    seed = Image.new("F", (wide, high))
    seed.putdata([rng.uniform(-1, 1) for _ in range(wide * high)])
    tiled = Image.new("F", (3 * wide, 3 * high))
    for x in range(3):
        for y in range(3):
            tiled.paste(seed, (x * wide, y * high))
    large = tiled.resize((3 * size, 3 * size), Image.Resampling.BICUBIC)
    return list(array("f", large.crop((size, size, 2 * size, 2 * size)).tobytes()))


def mixed(size: int, parts: list[tuple[int, float, int]], rng: random.Random) -> Field:
    """A sum of octaves: (cells, weight, stretch)."""
    total = [0.0] * (size * size)
    for cells, weight, stretch in parts:
        for i, value in enumerate(octave(size, cells, rng, stretch)):
            total[i] += weight * value
    return total


def lit(field: Field, size: int, strength: float) -> Field:
    """The field as heights, lit from the north-west."""
    found = []
    for y in range(size):
        for x in range(size):
            here = field[y * size + x]
            right = field[y * size + (x + 1) % size]
            below = field[(y + 1) % size * size + x]
            found.append(strength * ((here - right) * 0.64 + (here - below) * 0.77) * -1.0)
    return found


def save(name: str, field: Field, size: int, gain: float) -> None:
    """Write a field as grey values round 128."""
    mean = sum(field) / len(field)
    spread = math.sqrt(sum((value - mean) ** 2 for value in field) / len(field)) or 1.0
    grey = Image.new("L", (size, size))
    grey.putdata([max(0, min(255, round(128 + gain * 128 * (value - mean) / spread / 2.5))) for value in field])
    grey.quantize(64).convert("L").save(HERE / f"{name}.png", optimize=True)


def main() -> None:
    rng = random.Random(1507)
    fibres = mixed(256, [(128, 0.8, 1), (64, 0.5, 1), (24, 0.5, 1), (9, 0.4, 1)], rng)
    save("paper", fibres, 256, 0.42)
    stains = mixed(512, [(3, 1.0, 1), (6, 0.6, 1), (13, 0.35, 1), (28, 0.16, 1)], rng)
    save("stain", stains, 512, 0.85)
    water = mixed(512, [(4, 0.9, 1), (9, 0.6, 2), (22, 0.4, 4), (70, 0.22, 6), (160, 0.14, 5)], rng)
    save("water", water, 512, 0.75)
    hills = mixed(512, [(9, 1.0, 1), (17, 0.55, 1), (34, 0.26, 1), (70, 0.10, 1)], rng)
    relief = lit(hills, 512, 9.0)
    tint = mixed(512, [(5, 1.0, 1), (11, 0.5, 1)], rng)
    spread = math.sqrt(sum(value * value for value in relief) / len(relief))
    save("relief", [value / spread + 0.55 * tint[i] for i, value in enumerate(relief)], 512, 0.80)


if __name__ == "__main__":
    main()
