"""Colours and styles of Goldland by theme: ground, cliffs, shores, pieces, frames and symbols.

Widths are in board units (tile sides). In the dark theme the land has evening light.
"""

from __future__ import annotations

from studio.core.picture import Fill, Glow, Gradient, Recipe, Stroke, Styles, TextStyle, TextureFill

_CAST = tuple(Fill("rock_ink", 0.17, 0.026 * part, 0.036 * part) for part in (0.4, 0.85, 1.3))

STYLES = Styles(
    recipes={
        "slot": Recipe((Fill("slot"), Stroke("face_ink", 0.008, 0.35, 0.8))),
        # the floor of the canyon
        "floor": Recipe(
            (Fill("floor"), TextureFill("stain", 0.55), TextureFill("paper", 0.35, 0.25, False)), covers=True
        ),
        "floor_shade": Recipe((Glow("rock_ink", 5, 0.26, 0.05, 0.070),)),
        "verge": Recipe((Stroke("road_core", 0.215, 0.16), Stroke("road_core", 0.165, 0.30))),
        "road": Recipe(
            (Stroke("road", 0.126, 0.85), Stroke("road_core", 0.086, 0.85), Stroke("road_heart", 0.042, 0.75))
        ),
        "road_dot": Recipe((Fill("road", 0.9, min_scale=60),)),
        "rut": Recipe((Stroke("rut", 0.007, 0.55, 0.5, (0.052, 0.020)),)),
        "pebble": Recipe((Fill("rock_ink", 0.35, 0.004, 0.006), Fill("pebble"), Stroke("pebble_ink", 0.004, 0.7, 0.4))),
        # rock
        "cliff_cast": Recipe(_CAST),
        "cliff": Recipe((Fill("rock_ink", 0.92),)),
        **{f"cliff_{shade}": Recipe((Fill(f"rock_{shade}"),)) for shade in range(8)},
        "stratum": Recipe((Stroke("rock_ink", 0.005, 0.40, 0.4, min_scale=120),)),
        "lip": Recipe((Fill("rock_ink", 0.92),)),
        # table land
        "dry_land": Recipe((Fill("dry_land"), TextureFill("relief", 0.85, 0.8))),
        "green_land": Recipe((Fill("green_land"), TextureFill("relief", 0.85, 0.8))),
        "dry_edge": Recipe((Glow("dry_light", 5, 0.16, 0.03, 0.085),)),
        "green_edge": Recipe((Glow("green_light", 5, 0.16, 0.03, 0.085),)),
        "bush_shadow": Recipe((Fill("rock_ink", 0.34, 0.008, 0.012),)),
        "bush": Recipe((Fill("bush"), Stroke("bush_ink", 0.006, 0.9, 0.5)), each=True),
        "bush_light": Recipe((Fill("bush_light", 0.75, min_scale=48),)),
        "speck": Recipe((Fill("bush_ink", 0.30, min_scale=64),)),
        # shores
        "beach": Recipe((Stroke("beach", 0.17, 0.75, has_flat_caps=True),)),
        "wet_sand": Recipe((Stroke("wet_sand", 0.048, 0.9, has_flat_caps=True),)),
        "sea": Recipe((Fill("sea"), TextureFill("water", 0.55, 0.6))),
        "sea_deep": Recipe((Glow("shallows", 10, 0.34, 0.04, 0.085),)),
        "sea_margin": Recipe((Fill("sea_margin"), TextureFill("water", 0.7, 0.7))),
        "foam_line": Recipe(
            (Stroke("surf", 0.030, 0.55, 1.0, has_flat_caps=True), Stroke("surf", 0.014, 0.9, 0.8, has_flat_caps=True))
        ),
        "surf_0": Recipe((Stroke("surf", 0.015, 0.80, 0.7),)),
        "surf_1": Recipe((Stroke("surf", 0.012, 0.62, 0.6),)),
        "surf_2": Recipe((Stroke("surf", 0.010, 0.46, 0.6),)),
        "surf_3": Recipe((Stroke("surf", 0.008, 0.32, 0.5, min_scale=40),)),
        "surf_4": Recipe((Stroke("surf", 0.006, 0.22, 0.5, min_scale=40),)),
        # tiles
        "face_shade": Recipe((Glow("face_ink", 4, 0.16, 0.04, 0.042),)),
        "face_rim": Recipe((Stroke("face_ink", 0.020, 0.95, 1.0),)),
        "face_light": Recipe((Stroke("face_light", 0.007, 0.40, 0.5),)),
        # lines of equipment, pieces
        "line_plate": Recipe(
            (
                Fill("rock_ink", 0.22, 0.006, 0.010),
                Fill("rock_ink", 0.16, 0.012, 0.020),
                Gradient("line_plate", "line_plate_low"),
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
        # reach of a move
        "reach_glow": Recipe((Stroke("reach_glow", 0.13, 0.12), Stroke("reach_glow", 0.08, 0.16))),
        "reach_frame": Recipe(
            (
                Stroke("reach_ink", 0.038, 0.95, 2.4, has_flat_caps=True),
                Stroke("reach", 0.024, 1.0, 1.5, has_flat_caps=True),
            )
        ),
        "crossing_ground": Recipe((Stroke("reach_ink", 0.038, 0.95, 2.4),)),
        "crossing_frame": Recipe((Stroke("reach", 0.024, 1.0, 1.5, (0.085, 0.050)),)),
        "explore_ground": Recipe((Fill("bleached", 0.78, dark=0.85), TextureFill("paper", 0.4, 0.3, False))),
        "explore_frame": Recipe((Stroke("explore", 0.022, 1.0, 1.4, (0.095, 0.055)),)),
        "explore_word": Recipe(text_style=TextStyle("explore", italic=True)),
        "own_place": Recipe((Stroke("own_place_ink", 0.036, 0.9, 2.2), Stroke("own_place", 0.024, 1.0, 1.5))),
        "dim": Recipe((Fill("dim", 0.20),)),
        "dim_coast": Recipe((Fill("dim", 0.15),)),
        "foot_halo": Recipe((Fill("keyline", 0.95),)),
        "pill": Recipe((Fill("pill", 0.96), Stroke("pill_gold_low", 0.008, 0.9, 0.8))),
        "pill_coin": Recipe((Gradient("pill_gold", "pill_gold_low"), Stroke("pill", 0.014, 1.0, 1.0)), each=True),
        "pill_figure": Recipe(text_style=TextStyle("pill_ink", "text", bold=True)),
        # the sheet and undiscovered land
        "parchment": Recipe(
            (
                Fill("shadow", 0.10, 0.05, 0.09),
                Fill("shadow", 0.14, 0.02, 0.04),
                Fill("parchment"),
                TextureFill("paper", 0.60, 0.55, False),
                TextureFill("stain", 1.0, 0.5),
                Stroke("terra", 0.008, 0.7, 0.7),
            )
        ),
        "parchment_edge": Recipe((Glow("parchment_low", 7, 0.50, 0.05, 0.10),)),
        "scale_dark": Recipe((Fill("terra_ink", 0.9),)),
        "scale_light": Recipe((Fill("parchment_light", 0.9),)),
        "scale_line": Recipe((Stroke("terra_ink", 0.009, 0.9, 0.8),)),
        "sheet_letter": Recipe(text_style=TextStyle("terra_ink", alpha=0.92)),
        "sea_letter": Recipe(text_style=TextStyle("sea_text", alpha=0.95)),
        "terra_grid": Recipe((Stroke("terra", 0.007, 0.60, 0.6, (0.030, 0.026)),)),
        "terra_border": Recipe((Stroke("terra", 0.009, 0.75, 0.7),)),
        "terra_title": Recipe(text_style=TextStyle("terra_ink", alpha=0.72)),
        "terra_word": Recipe(text_style=TextStyle("terra_ink", italic=True, alpha=0.80)),
        "terra_line": Recipe((Stroke("terra_ink", 0.008, 0.62, 0.6),)),
        "terra_fine": Recipe((Stroke("terra_ink", 0.0055, 0.48, 0.5),)),
        "terra_fill": Recipe((Fill("parchment_light", 0.55),)),
        "terra_trail": Recipe((Fill("rubric", 0.85),)),
        "terra_crown": Recipe((Fill("terra", 0.32), Stroke("terra_ink", 0.006, 0.55, 0.5))),
        "terra_bed": Recipe((Stroke("terra_ink", 0.030, 0.42, 1.6, has_flat_caps=True),)),
        "terra_bed_heart": Recipe((Stroke("parchment_light", 0.020, 0.9, 0.8, has_flat_caps=True),)),
        "terra_star_light": Recipe((Fill("parchment_light", 0.9), Stroke("terra_ink", 0.005, 0.6, 0.5))),
        "terra_star_dark": Recipe((Fill("terra_ink", 0.62), Stroke("terra_ink", 0.005, 0.6, 0.5))),
        # the temple
        "temple_shadow": Recipe(tuple(Fill("rock_ink", 0.16, 0.030 * part, 0.042 * part) for part in (0.4, 0.8, 1.2))),
        "temple_walk": Recipe((Fill("temple"), TextureFill("stain", 0.9, 0.7), TextureFill("paper", 0.5, 0.4, False))),
        "temple_north": Recipe((Fill("temple_light"),)),
        "temple_west": Recipe((Fill("temple"),)),
        "temple_east": Recipe((Fill("temple_shade"),)),
        "temple_south": Recipe((Fill("temple_deep", 0.85),)),
        "temple_line": Recipe((Stroke("temple_ink", 0.005, 0.55, 0.5),)),
        "temple_joint": Recipe((Stroke("temple_ink", 0.005, 0.25, 0.4, min_scale=48),)),
        "temple_key": Recipe((Stroke("temple_ink", 0.008, 0.75, 0.5),)),
        "temple_floor": Recipe((Fill("floor"), TextureFill("stain", 0.7, 0.6))),
        "temple_sun": Recipe((Stroke("temple_shade", 0.006, 0.9, 0.5),)),
        "temple_stair_shadow": Recipe((Fill("rock_ink", 0.30, 0.016, 0.020),)),
        "temple_stair": Recipe((Fill("temple_light"),)),
        "temple_riser": Recipe((Fill("temple_shade"),)),
        "temple_cheek": Recipe((Fill("temple"), Stroke("temple_ink", 0.007, 0.9, 0.6))),
        "temple_tower": Recipe(
            (Fill("rock_ink", 0.30, 0.014, 0.020), Fill("temple_shade"), Stroke("temple_ink", 0.009, 0.95, 0.8)),
            each=True,
        ),
        "temple_tower_step": Recipe((Fill("temple"), Stroke("temple_ink", 0.005, 0.7, 0.5)), each=True),
        "temple_tower_top": Recipe((Fill("temple_light"), Stroke("temple_ink", 0.005, 0.7, 0.5)), each=True),
        # the backpack
        "leather": Recipe(
            (
                Fill("shadow", 0.16, 0.02, 0.05),
                Gradient("leather", "leather_low"),
                TextureFill("stain", 0.9, 0.9),
                TextureFill("paper", 0.9, 0.9, False),
                Stroke("leather_ink", 0.035, 1.0, 1.0),
            )
        ),
        "leather_flap": Recipe(
            (
                Fill("leather_ink", 0.28, 0.0, 0.05),
                Fill("leather_ink", 0.22, 0.0, 0.10),
                Gradient("leather_light", "leather_flap"),
                TextureFill("stain", 0.9, 0.9),
                TextureFill("paper", 0.9, 0.9, False),
                Stroke("leather_ink", 0.035, 1.0, 1.0),
            )
        ),
        "stitch": Recipe((Stroke("stitch", 0.022, 0.85, 0.8, (0.085, 0.055)),)),
        "strap": Recipe(
            (Fill("leather_ink", 0.25, 0.02, 0.03), Fill("leather_low"), Stroke("leather_ink", 0.022, 1.0, 0.8))
        ),
        "buckle": Recipe((Fill("buckle"), Stroke("buckle_ink", 0.022, 1.0, 0.8))),
        "buckle_hole": Recipe((Fill("leather_ink"),)),
        "pocket": Recipe((Gradient("pocket", "pocket_low"), Stroke("pocket_edge", 0.020, 0.9, 0.8)), each=True),
        "pocket_open": Recipe(
            (
                Gradient("pocket_glow", "pocket_low", is_radial=True),
                Stroke("pocket_lit", 0.10, 0.20),
                Stroke("pocket_lit", 0.034, 1.0, 1.4),
            ),
            each=True,
        ),
        "pocket_choice": Recipe((Stroke("reach", 0.034, 1.0, 1.4),)),
        "pocket_number": Recipe(text_style=TextStyle("pocket_text")),
        "pocket_lit": Recipe(text_style=TextStyle("pocket_lit")),
    },
    colors={
        "slot": ("#EFE3C4", "#3A332A"),
        "slot_road": ("#F2DDA6", "#5A4722"),
        "slot_blocked": ("#E3CDBB", "#4A2F24"),
        "floor": ("#E8D2A2", "#C8B58C"),
        "road": ("#EAD3A0", "#CAB68A"),
        "road_core": ("#F3E3BD", "#D1C4A3"),
        "road_heart": ("#F9EFD3", "#D7CEB6"),
        "rut": ("#9C7B4C", "#866A42"),
        "pebble": ("#B98557", "#9F734B"),
        "pebble_ink": ("#5E3A20", "#51321C"),
        "rock_0": ("#F2C896", "#D1AC81"),
        "rock_1": ("#E3AC78", "#C49467"),
        "rock_2": ("#D08F5B", "#B37B4E"),
        "rock_3": ("#BD7546", "#A3653C"),
        "rock_4": ("#A5623A", "#8E5432"),
        "rock_5": ("#8A4A2A", "#774024"),
        "rock_6": ("#6C3820", "#5D301C"),
        "rock_7": ("#4F2817", "#442214"),
        "rock_ink": ("#3A1C0D", "#32180B"),
        "dry_land": ("#CDAF6A", "#B1975B"),
        "dry_light": ("#E8CF8F", "#C8B27B"),
        "green_land": ("#A5A961", "#8E9254"),
        "green_light": ("#C9CB86", "#ADAF74"),
        "bush": ("#74894B", "#647641"),
        "bush_light": ("#9DB066", "#879858"),
        "bush_ink": ("#36451F", "#2F3B1B"),
        "beach": ("#F3E2B4", "#D1C39B"),
        "wet_sand": ("#C9AC74", "#AD9464"),
        "surf": ("#F4FAF3", "#D2D8D1"),
        "shallows": ("#9CCAC2", "#86AEA7"),
        "sea": ("#5D9FA3", "#50898D"),
        "sea_margin": ("#336F7D", "#2C606C"),
        "sea_text": ("#E4F1EC", "#C5D0CB"),
        "face_ink": ("#2E1A0C", "#28160A"),
        "face_light": ("#FFF3D2", "#DCD1B5"),
        "temple": ("#D9C8A0", "#BBAC8A"),
        "temple_light": ("#F4E9CB", "#D2C9AF"),
        "temple_shade": ("#A08B62", "#8A7854"),
        "temple_deep": ("#6E5A3A", "#5F4E32"),
        "temple_ink": ("#4A3A20", "#40321C"),
        "parchment": ("#ECDCB6", "#4A4232"),
        "parchment_low": ("#DCC593", "#3C3528"),
        "parchment_light": ("#F4E9CC", "#574E3B"),
        "terra": ("#8A6A3C", "#A48C5E"),
        "terra_ink": ("#5F4526", "#CDB98A"),
        "bleached": ("#F6EDD2", "#6A6049"),
        "explore": ("#1F5A63", "#9AD6D6"),
        "disc_pay": "#B3261E",
        "disc_show": "#F7F1E3",
        "disc_gain": "#1D1915",
        "disc_price": "#F0BF2E",
        "disc_ink": "#2B1D14",
        "line_plate": "#B0925F",
        "line_plate_low": "#8F7245",
        "line_plate_ink": "#3A2A14",
        "line_sign": "#FFFDF4",
        "reach": "#FFE690",
        "reach_ink": "#3A2208",
        "reach_glow": "#FFD45E",
        "own_place": "#A9D2F7",
        "own_place_ink": "#173450",
        "dim": "#2A1D10",
        "pill": "#2B1D12",
        "pill_gold": "#F8D98C",
        "pill_gold_low": "#E6B24A",
        "pill_ink": "#3A2708",
        "leather": "#7A4F2B",
        "leather_low": "#5A3819",
        "leather_light": "#A97845",
        "leather_flap": "#95673A",
        "leather_ink": "#2A1809",
        "stitch": "#D9B881",
        "pocket": "#2C1B0F",
        "pocket_low": "#43291A",
        "pocket_edge": "#9C7243",
        "pocket_text": "#BFA272",
        "pocket_glow": "#A98838",
        "pocket_lit": "#FFE39A",
        "buckle": "#E3B94F",
        "buckle_ink": "#4A3008",
    },
)
