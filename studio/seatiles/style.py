"""How a sea of tiles is painted: sheet and frame, water, coasts, routes, woods; widths are in sides of a tile."""

from __future__ import annotations

from studio.core.style import Blend, Fill, Grain, Letters, Recipe, Rings, Soft, Stroke, Styles

SEA = Styles(
    recipes={
        # the sheet and its frame
        "sheet": Recipe(
            (
                Fill("shadow", 0.10, 0.05, 0.09),
                Fill("shadow", 0.12, 0.02, 0.04),
                Fill("paper"),
                Grain("paper", 0.60, 0.55, False),
                Grain("stain", 0.50, 0.35),
                Stroke("paper_edge", 0.05, 0.9),
                Stroke("ink", 0.006, 0.35, 0.6),
            )
        ),
        "sheet_edge": Recipe((Soft("paper_edge", 7, 0.46, 0.05, 0.075),)),
        "neatline": Recipe((Stroke("ink", 0.030, 0.95, 1.2),)),
        "hairline": Recipe((Stroke("ink", 0.009, 0.75, 0.7),)),
        "tick": Recipe((Stroke("ink", 0.008, 0.65, 0.6, flat=True),)),
        "scale_bar": Recipe((Fill("ink", 0.88),)),
        "scale_bar_light": Recipe((Fill("paper_light", 0.9),)),
        "board_ground": Recipe((Fill("unexplored", 0.45, dark=0.55), Grain("paper", 0.25, 0.3, False))),
        "grid": Recipe((Stroke("grid", 0.009, 0.50, 0.6, dark=0.34),)),
        "rhumb": Recipe((Stroke("grid", 0.007, 0.34, 0.55, dark=0.26),)),
        "shoreline": Recipe((Stroke("ink", 0.034, 1.0, 1.6),)),
        "board_rim": Recipe((Stroke("ink", 0.030, 1.0, 1.4),)),
        "board_rim_fine": Recipe((Stroke("ink", 0.010, 0.85, 0.8),)),
        "engrave": Recipe((Stroke("ink", 0.012, 0.60, 0.75),)),
        "engrave_fine": Recipe((Stroke("ink", 0.007, 0.50, 0.55),)),
        "engrave_paper": Recipe((Fill("paper_light", 0.9),)),
        "engrave_dark": Recipe((Fill("ink", 0.85),)),
        "engrave_line": Recipe((Stroke("ink", 0.010, 0.85, 0.7),)),
        "engrave_dark_soft": Recipe((Fill("ink", 0.45),)),
        "engrave_ground": Recipe((Fill("paper_light", 0.45),)),
        "engrave_rubric": Recipe((Fill("rubric", 0.72),)),
        "letter": Recipe(letters=Letters("ink", alpha=0.92)),
        "mare": Recipe(letters=Letters("ink", italic=True, alpha=0.62)),
        "leagues": Recipe(letters=Letters("ink", italic=True, alpha=0.8)),
        "small_figure": Recipe(letters=Letters("ink", alpha=0.8)),
        # harbours
        "port": Recipe((Fill("paper_light"), Stroke("ink", 0.017, 1.0, 1.0))),
        "port_line": Recipe((Stroke("ink", 0.020, 1.0, 1.0),)),
        "anchor": Recipe((Stroke("ink", 0.020, 1.0, 0.9),)),
        "anchor_small": Recipe((Stroke("ink", 0.014, 1.0, 0.8),)),
        "coin": Recipe(
            (
                Fill("shadow", 0.25, 0.010, 0.018),
                Blend("coin_light", "coin"),
                Stroke("coin_shade", 0.014, 1.0, 0.8),
            ),
            each=True,
        ),
        "coin_rim": Recipe((Stroke("coin_shade", 0.008, 0.8, 0.5, above=70),), each=True),
        "coin_figure": Recipe(letters=Letters("coin_text", "text", bold=True)),
        "toll_free": Recipe((Fill("paper_light", 0.6), Stroke("ink", 0.011, 0.8, 0.8, (0.035, 0.028)))),
        "toll_free_figure": Recipe(letters=Letters("ink", "text", alpha=0.9)),
        "shoal": Recipe((Stroke("ink", 0.009, 0.55, 0.6),)),
        "rim_land": Recipe((Fill("land"), Fill("wash", 0.35), Grain("relief", 0.7))),
        "rim_hills": Recipe((Stroke("coast_ink", 0.010, 0.75, 0.7),)),
        # editor ground
        "void": Recipe((Fill("table", 0.55, dark=0.6),)),
        "void_hatch": Recipe((Stroke("hatch", 0.011, 0.55, 0.6),)),
        "rim_coast": Recipe((Stroke("coast_ink", 0.015, 0.9, 0.9),)),
        # the sea
        "deep": Recipe((Fill("deep"), Grain("water", 0.85, 0.80)), covers=True),
        "wave": Recipe((Stroke("foam", 0.0085, 0.20, 0.7),)),
        "halo": Recipe((Soft("shallow", 14, 0.56, 0.05, 0.085),)),
        "foam": Recipe(
            (
                Stroke("foam", 0.10, 0.22),
                Rings(
                    "foam",
                    ((0.198, 0.0085, 0.17), (0.140, 0.009, 0.28), (0.092, 0.010, 0.42), (0.052, 0.011, 0.62)),
                    0.75,
                    above=72,
                ),
                Rings("foam", ((0.150, 0.010, 0.26), (0.075, 0.011, 0.50)), 0.75, above=36, below=72),
                Rings("foam", ((0.085, 0.011, 0.45),), 0.75, below=36),
            )
        ),
        "land": Recipe(
            (
                Fill("shadow", 0.13, 0.020, 0.030),
                Fill("shadow", 0.20, 0.010, 0.016),
                Fill("land"),
            )
        ),
        "wash": Recipe((Soft("wash", 12, 0.51, 0.05, 0.085),)),
        "relief": Recipe((Grain("relief", 0.80, 0.80),)),
        "sand": Recipe((Stroke("sand", 0.085, 0.55), Stroke("sand", 0.055, 0.80))),
        "coast": Recipe((Stroke("coast_ink", 0.0145, 0.88, 1.0),)),
        "joint": Recipe((Stroke("joint", 0.008, 0.24, 0.6, flat=True),)),
        "sea_edge": Recipe((Stroke("joint", 0.013, 0.9, 0.9),)),
        "route": Recipe((Stroke("route", 0.019, 0.96, 1.2, flat=True),)),
        "route_far": Recipe((Stroke("route", 0.014, 0.34, 0.9, flat=True),)),
        "route_ring": Recipe((Fill("deep", 0.85), Stroke("route", 0.017, 0.96, 1.1))),
        "route_ring_far": Recipe((Fill("deep", 0.35), Stroke("route", 0.012, 0.44, 0.9))),
        "route_rose": Recipe((Fill("route", 0.95),)),
        "route_rose_far": Recipe((Fill("route", 0.44),)),
        # woods and hills
        "tree_shadow": Recipe((Fill("coast_ink", 0.22, 0.006, 0.009),)),
        "tree": Recipe(
            (Fill("forest"), Stroke("forest_shade", 0.0075, 0.9, 0.5)),
            each=True,
        ),
        "tree_shade": Recipe((Fill("forest_shade", 0.62),), each=True),
        "tree_light": Recipe((Fill("forest_light", 0.70, above=36),), each=True),
        "trunk": Recipe((Stroke("forest_shade", 0.010, 0.9, 0.6),), each=True),
        "tuft": Recipe((Stroke("forest_shade", 0.0065, 0.5, 0.5, above=36),)),
        "peak": Recipe((Fill("rock_light"),), each=True),
        "peak_shade": Recipe((Fill("rock_shade", 0.75),), each=True),
        "hill": Recipe((Blend("forest_light", "land"),), each=True),
        "hill_shade": Recipe((Fill("forest_shade", 0.45),), each=True),
        "peak_line": Recipe((Stroke("rock_shade", 0.0085, 0.95, 0.7),), each=True),
        "dune": Recipe((Stroke("rock_shade", 0.0065, 0.38, 0.5, above=36),)),
        # small pictures
        "tile_frame": Recipe((Stroke("joint", 0.022, 0.95, 1.0),)),
    },
    colors={
        "land": ("#A9AE72", "#98A068"),
        "wash": ("#E9DCAF", "#D8CA9B"),
        "sand": ("#ECDDB2", "#D9C99A"),
        "coast_ink": ("#443A24", "#2A2416"),
        "joint": ("#173C4B", "#0C2731"),
        "foam": ("#D5E8DA", "#B7D6CB"),
        "shallow": ("#7FB8B0", "#5E9E9B"),
        "route": ("#FFFDF4", "#F7F2E2"),
        "unexplored": ("#EADBB6", "#302C25"),
        "paper_light": ("#F8F0DB", "#3D3930"),
        "hatch": ("#A58C5C", "#8A7B57"),
        "forest": "#66804A",
        "forest_light": "#86A05E",
        "forest_shade": "#43592F",
        "rock_light": "#CBBE8B",
        "rock_shade": "#5B5535",
        "coin": "#DDB054",
        "coin_light": "#F6DF9A",
        "coin_shade": "#A97524",
        "coin_text": "#4A2F0A",
    },
)
