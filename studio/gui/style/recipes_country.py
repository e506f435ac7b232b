"""How a country is painted: canyon floor, roads, cliffs, table land, shores; its pieces, frames and signs.

These styles belong to the table of `recipes`, which asks for them; widths are in board units (sides of a tile).
"""

from __future__ import annotations

from studio.gui.style.steps import Blend, Fill, Grain, Letters, Recipe, Soft, Stroke

_CAST = tuple(Fill("rock_ink", 0.17, 0.026 * part, 0.036 * part) for part in (0.4, 0.85, 1.3))

COUNTRY: dict[str, Recipe] = {
    # the floor of the canyon
    "floor": Recipe((Fill("floor"), Grain("stain", 0.55), Grain("paper", 0.35, 0.25, False)), covers=True),
    "floor_shade": Recipe((Soft("rock_ink", 5, 0.26, 0.05, 0.070),)),
    "verge": Recipe((Stroke("road_core", 0.215, 0.16), Stroke("road_core", 0.165, 0.30))),
    "road": Recipe(
        (Stroke("road", 0.126, 0.85), Stroke("road_core", 0.086, 0.85), Stroke("road_heart", 0.042, 0.75)),
    ),
    "road_dot": Recipe((Fill("road", 0.9, above=60),)),
    "rut": Recipe((Stroke("rut", 0.007, 0.55, 0.5, (0.052, 0.020)),)),
    "pebble": Recipe((Fill("rock_ink", 0.35, 0.004, 0.006), Fill("pebble"), Stroke("pebble_ink", 0.004, 0.7, 0.4))),
    # rock
    "cliff_cast": Recipe(_CAST),
    "cliff": Recipe((Fill("rock_ink", 0.92),)),
    **{f"cliff_{shade}": Recipe((Fill(f"rock_{shade}"),)) for shade in range(8)},
    "stratum": Recipe((Stroke("rock_ink", 0.005, 0.40, 0.4, above=120),)),
    "lip": Recipe((Fill("rock_ink", 0.92),)),
    # table land
    "dry_land": Recipe((Fill("dry_land"), Grain("relief", 0.85, 0.8))),
    "green_land": Recipe((Fill("green_land"), Grain("relief", 0.85, 0.8))),
    "dry_edge": Recipe((Soft("dry_light", 5, 0.16, 0.03, 0.085),)),
    "green_edge": Recipe((Soft("green_light", 5, 0.16, 0.03, 0.085),)),
    "bush_shadow": Recipe((Fill("rock_ink", 0.34, 0.008, 0.012),)),
    "bush": Recipe((Fill("bush"), Stroke("bush_ink", 0.006, 0.9, 0.5)), each=True),
    "bush_light": Recipe((Fill("bush_light", 0.75, above=48),)),
    "speck": Recipe((Fill("bush_ink", 0.30, above=64),)),
    # shores
    "beach": Recipe((Stroke("beach", 0.17, 0.75, flat=True),)),
    "wet_sand": Recipe((Stroke("wet_sand", 0.048, 0.9, flat=True),)),
    "sea": Recipe((Fill("sea"), Grain("water", 0.55, 0.6))),
    "sea_deep": Recipe((Soft("shallows", 10, 0.34, 0.04, 0.085),)),
    "sea_margin": Recipe((Fill("sea_margin"), Grain("water", 0.7, 0.7))),
    "foam_line": Recipe((Stroke("surf", 0.030, 0.55, 1.0, flat=True), Stroke("surf", 0.014, 0.9, 0.8, flat=True))),
    "surf_0": Recipe((Stroke("surf", 0.015, 0.80, 0.7),)),
    "surf_1": Recipe((Stroke("surf", 0.012, 0.62, 0.6),)),
    "surf_2": Recipe((Stroke("surf", 0.010, 0.46, 0.6),)),
    "surf_3": Recipe((Stroke("surf", 0.008, 0.32, 0.5, above=40),)),
    "surf_4": Recipe((Stroke("surf", 0.006, 0.22, 0.5, above=40),)),
    # tiles
    "face_shade": Recipe((Soft("face_ink", 4, 0.16, 0.04, 0.042),)),
    "face_rim": Recipe((Stroke("face_ink", 0.020, 0.95, 1.0),)),
    "face_light": Recipe((Stroke("face_light", 0.007, 0.40, 0.5),)),
    "face_corner": Recipe((Fill("face_ink", 0.95),)),
    # lines of equipment, pieces
    "line_plate": Recipe(
        (
            Fill("rock_ink", 0.22, 0.006, 0.010),
            Fill("rock_ink", 0.16, 0.012, 0.020),
            Blend("line_plate", "line_plate_low"),
            Stroke("line_plate_ink", 0.010, 0.95, 0.8),
        ),
        each=True,
    ),
    "line_sign": Recipe((Fill("line_sign"), Stroke("line_plate_ink", 0.005, 0.55, 0.4)), each=True),
    "line_bar": Recipe((Stroke("line_sign", 0.008, 0.9, 0.8),), each=True),
    **{
        f"disc_{kind}": Recipe((Fill(f"disc_{kind}"), Stroke("disc_ink", 0.0045, 0.85, 0.35)), each=True)
        for kind in ("pay", "show", "gain", "price")
    },
    # reach
    "reach_glow": Recipe((Stroke("reach_glow", 0.13, 0.12), Stroke("reach_glow", 0.08, 0.16))),
    "reach_frame": Recipe(
        (Stroke("reach_ink", 0.038, 0.95, 2.4, flat=True), Stroke("reach", 0.024, 1.0, 1.5, flat=True))
    ),
    "crossing_ground": Recipe((Stroke("reach_ink", 0.038, 0.95, 2.4),)),
    "crossing_frame": Recipe((Stroke("reach", 0.024, 1.0, 1.5, (0.085, 0.050)),)),
    "explore_ground": Recipe((Fill("bleached", 0.78, dark=0.85), Grain("paper", 0.4, 0.3, False))),
    "explore_frame": Recipe((Stroke("explore", 0.022, 1.0, 1.4, (0.095, 0.055)),)),
    "explore_word": Recipe(letters=Letters("explore", italic=True)),
    "own_place": Recipe((Stroke("own_place_ink", 0.036, 0.9, 2.2), Stroke("own_place", 0.024, 1.0, 1.5))),
    "dim": Recipe((Fill("dim", 0.20),)),
    "dim_coast": Recipe((Fill("dim", 0.15),)),
    "foot_halo": Recipe((Fill("keyline", 0.95),)),
    "pill": Recipe((Fill("pill", 0.96), Stroke("pill_gold_low", 0.008, 0.9, 0.8))),
    "pill_coin": Recipe(
        (Blend("pill_gold", "pill_gold_low"), Stroke("pill", 0.014, 1.0, 1.0)),
        each=True,
    ),
    "pill_figure": Recipe(letters=Letters("pill_ink", "text", bold=True)),
    # the sheet and unknown country
    "parchment": Recipe(
        (
            Fill("shadow", 0.10, 0.05, 0.09),
            Fill("shadow", 0.14, 0.02, 0.04),
            Fill("parchment"),
            Grain("paper", 0.60, 0.55, False),
            Grain("stain", 1.0, 0.5),
            Stroke("terra", 0.008, 0.7, 0.7),
        )
    ),
    "parchment_edge": Recipe((Soft("parchment_low", 7, 0.50, 0.05, 0.10),)),
    "scale_dark": Recipe((Fill("terra_ink", 0.9),)),
    "scale_light": Recipe((Fill("parchment_light", 0.9),)),
    "scale_line": Recipe((Stroke("terra_ink", 0.009, 0.9, 0.8),)),
    "sheet_letter": Recipe(letters=Letters("terra_ink", alpha=0.92)),
    "sea_letter": Recipe(letters=Letters("sea_text", alpha=0.95)),
    "terra_grid": Recipe((Stroke("terra", 0.007, 0.60, 0.6, (0.030, 0.026)),)),
    "terra_border": Recipe((Stroke("terra", 0.009, 0.75, 0.7),)),
    "terra_title": Recipe(letters=Letters("terra_ink", alpha=0.72)),
    "terra_word": Recipe(letters=Letters("terra_ink", italic=True, alpha=0.80)),
    "terra_line": Recipe((Stroke("terra_ink", 0.008, 0.62, 0.6),)),
    "terra_fine": Recipe((Stroke("terra_ink", 0.0055, 0.48, 0.5),)),
    "terra_fill": Recipe((Fill("parchment_light", 0.55),)),
    "terra_trail": Recipe((Fill("rubric", 0.85),)),
    "terra_crown": Recipe((Fill("terra", 0.32), Stroke("terra_ink", 0.006, 0.55, 0.5))),
    "terra_bed": Recipe((Stroke("terra_ink", 0.030, 0.42, 1.6, flat=True),)),
    "terra_bed_heart": Recipe((Stroke("parchment_light", 0.020, 0.9, 0.8, flat=True),)),
    "terra_star_light": Recipe((Fill("parchment_light", 0.9), Stroke("terra_ink", 0.005, 0.6, 0.5))),
    "terra_star_dark": Recipe((Fill("terra_ink", 0.62), Stroke("terra_ink", 0.005, 0.6, 0.5))),
    # the temple
    "temple_shadow": Recipe(
        tuple(Fill("rock_ink", 0.16, 0.030 * part, 0.042 * part) for part in (0.4, 0.8, 1.2)),
    ),
    "temple_walk": Recipe((Fill("temple"), Grain("stain", 0.9, 0.7), Grain("paper", 0.5, 0.4, False))),
    "temple_north": Recipe((Fill("temple_light"),)),
    "temple_west": Recipe((Fill("temple"),)),
    "temple_east": Recipe((Fill("temple_shade"),)),
    "temple_south": Recipe((Fill("temple_deep", 0.85),)),
    "temple_line": Recipe((Stroke("temple_ink", 0.005, 0.55, 0.5),)),
    "temple_joint": Recipe((Stroke("temple_ink", 0.005, 0.25, 0.4, above=48),)),
    "temple_key": Recipe((Stroke("temple_ink", 0.008, 0.75, 0.5),)),
    "temple_floor": Recipe((Fill("floor"), Grain("stain", 0.7, 0.6))),
    "temple_sun": Recipe((Stroke("temple_shade", 0.006, 0.9, 0.5),)),
    "temple_stair_shadow": Recipe((Fill("rock_ink", 0.30, 0.016, 0.020),)),
    "temple_stair": Recipe((Fill("temple_light"),)),
    "temple_riser": Recipe((Fill("temple_shade"),)),
    "temple_cheek": Recipe((Fill("temple"), Stroke("temple_ink", 0.007, 0.9, 0.6))),
    "temple_tower": Recipe(
        (Fill("rock_ink", 0.30, 0.014, 0.020), Fill("temple_shade"), Stroke("temple_ink", 0.009, 0.95, 0.8)), each=True
    ),
    "temple_tower_step": Recipe((Fill("temple"), Stroke("temple_ink", 0.005, 0.7, 0.5)), each=True),
    "temple_tower_top": Recipe((Fill("temple_light"), Stroke("temple_ink", 0.005, 0.7, 0.5)), each=True),
    # the pack
    "leather": Recipe(
        (
            Fill("shadow", 0.16, 0.02, 0.05),
            Blend("leather", "leather_low"),
            Grain("stain", 0.9, 0.9),
            Grain("paper", 0.9, 0.9, False),
            Stroke("leather_ink", 0.035, 1.0, 1.0),
        )
    ),
    "leather_flap": Recipe(
        (
            Fill("leather_ink", 0.28, 0.0, 0.05),
            Fill("leather_ink", 0.22, 0.0, 0.10),
            Blend("leather_light", "leather_flap"),
            Grain("stain", 0.9, 0.9),
            Grain("paper", 0.9, 0.9, False),
            Stroke("leather_ink", 0.035, 1.0, 1.0),
        )
    ),
    "stitch": Recipe((Stroke("stitch", 0.022, 0.85, 0.8, (0.085, 0.055)),)),
    "strap": Recipe(
        (Fill("leather_ink", 0.25, 0.02, 0.03), Fill("leather_low"), Stroke("leather_ink", 0.022, 1.0, 0.8))
    ),
    "buckle": Recipe((Fill("buckle"), Stroke("buckle_ink", 0.022, 1.0, 0.8))),
    "buckle_hole": Recipe((Fill("leather_ink"),)),
    "pocket": Recipe((Blend("pocket", "pocket_low"), Stroke("pocket_edge", 0.020, 0.9, 0.8)), each=True),
    "pocket_open": Recipe(
        (
            Blend("pocket_glow", "pocket_low", round=True),
            Stroke("pocket_lit", 0.10, 0.20),
            Stroke("pocket_lit", 0.034, 1.0, 1.4),
        ),
        each=True,
    ),
    "pocket_choice": Recipe((Stroke("reach", 0.034, 1.0, 1.4),)),
    "pocket_number": Recipe(letters=Letters("pocket_text")),
    "pocket_lit": Recipe(letters=Letters("pocket_lit")),
}
