"""The styles of a sea chart, with widths in board units. In the dark theme its ink is light on dark paper."""

from __future__ import annotations

from studio.core.picture import Fill, Glow, Gradient, Recipe, Stroke, Styles, TextStyle, TextureFill

HOMEMADE_TINTS = {
    "sea": ("#A9DBE6", "#3C8FB0"),
    "green": ("#C3DDA8", "#6E9A58"),
    "sand": ("#EFDDB0", "#C79F5C"),
    "rose": ("#F0C3B4", "#C0705E"),
    "violet": ("#CFC3E2", "#86709F"),
    "grey": ("#CFD3D0", "#7E8A8C"),
}
"""Backgrounds of home-made tiles: the colours at the top and at the bottom."""

STYLES = Styles(
    recipes={
        # the sheet
        "vellum": Recipe(
            (
                Fill("shadow", 0.10, 0.05, 0.09),
                Fill("shadow", 0.14, 0.02, 0.04),
                Fill("vellum"),
                TextureFill("paper", 0.60, 0.50, False),
                TextureFill("stain", 0.85, 0.70),
                Stroke("vellum_edge", 0.012, 0.8, 0.8),
            )
        ),
        "vellum_edge": Recipe((Glow("vellum_low", 8, 0.44, 0.04, 0.10),)),
        "chart_sea": Recipe(
            (Fill("portolan_sea"), TextureFill("stain", 0.55, 0.26), TextureFill("paper", 0.40, 0.30, False))
        ),
        "frame_ground": Recipe((Fill("vellum_light"), TextureFill("paper", 0.4, 0.3, False))),
        "frame_red": Recipe((Fill("portolan_red", 0.82),)),
        "frame_blue": Recipe((Fill("portolan_blue", 0.78),)),
        "frame_line": Recipe((Stroke("portolan_ink", 0.014, 0.95, 0.9),)),
        "frame_letter": Recipe(text_style=TextStyle("portolan_ink", alpha=0.85)),
        "hole_margin": Recipe((Stroke("vellum_light", 0.16, 1.0, 2.0),)),
        "hole_rim": Recipe((Stroke("portolan_ink", 0.030, 0.85, 0.9),)),
        # lines on the sea
        "rhumb_wind": Recipe((Stroke("portolan_sepia", 0.010, 0.40, 0.6, has_flat_caps=True),), each=True),
        "rhumb_half": Recipe((Stroke("portolan_green", 0.010, 0.34, 0.6, has_flat_caps=True),), each=True),
        "rhumb_quarter": Recipe((Stroke("portolan_red", 0.010, 0.32, 0.6, has_flat_caps=True),), each=True),
        "chart_grid": Recipe((Stroke("portolan_grid", 0.013, 0.36, 0.7),)),
        "land_grid": Recipe((Stroke("portolan_ink", 0.010, 0.26, 0.6),)),
        # land
        **{
            f"waterline_{number}": Recipe((Stroke("portolan_water", 0.011, alpha, 0.6),))
            for number, alpha in enumerate((0.62, 0.46, 0.32, 0.20))
        },
        "wash_0": Recipe((Fill("portolan_wash_0"),)),
        "wash_1": Recipe((Fill("portolan_wash_1"),)),
        "wash_2": Recipe((Fill("portolan_wash_2"),)),
        "wash_3": Recipe(
            (Fill("portolan_land"), TextureFill("stain", 0.75, 0.36), TextureFill("paper", 0.45, 0.30, False))
        ),
        "chart_coast": Recipe((Stroke("portolan_ink", 0.027, 0.95, 1.0),)),
        "country_crown": Recipe((Fill("portolan_crown", 0.9), Stroke("portolan_ink", 0.010, 0.55, 0.5))),
        "country_ground": Recipe((Fill("vellum_light", 0.60),)),
        "country_line": Recipe((Stroke("portolan_ink", 0.012, 0.72, 0.7),)),
        "country_fine": Recipe((Stroke("portolan_ink", 0.009, 0.50, 0.6),)),
        "river": Recipe((Stroke("portolan_river", 0.050, 0.9, 1.6),)),
        "river_heart": Recipe((Stroke("portolan_land", 0.026, 1.0, 0.8),)),
        # texts
        "place_name": Recipe(text_style=TextStyle("portolan_ink", italic=True)),
        "place_red": Recipe(text_style=TextStyle("portolan_red", italic=True)),
        "great_land": Recipe(text_style=TextStyle("portolan_red", alpha=0.80)),
        "great_sea": Recipe(text_style=TextStyle("portolan_blue", alpha=0.52)),
        "home_tag": Recipe(text_style=TextStyle("plate_ink", "text", bold=True, plate="plate")),
        # printed on spaces
        "harbour_glow": Recipe((Stroke("portolan_rose", 0.075, 0.30),)),
        "harbour_rim": Recipe((Stroke("portolan_ink", 0.017, 0.85, 0.9),)),
        "chart_route": Recipe((Stroke("portolan_red", 0.048, 0.92, 1.6, (0.13, 0.065)),)),
        "route_day": Recipe(text_style=TextStyle("tile_red")),
        "print_ring_red": Recipe((Stroke("portolan_red", 0.007, 0.42, 0.5),)),
        "print_ring_blue": Recipe((Stroke("portolan_blue", 0.007, 0.42, 0.5),)),
        "print_red": Recipe(text_style=TextStyle("portolan_red")),
        "print_blue": Recipe(text_style=TextStyle("portolan_blue")),
        # placed tiles
        "tile_route_ground": Recipe((Stroke("tile_cream", 0.105, 0.95, 2.2, has_flat_caps=True),)),
        "tile_route": Recipe((Stroke("tile_route", 0.048, 1.0, 1.6, (0.13, 0.065)),)),
        "tile_red": Recipe(text_style=TextStyle("tile_red")),
        "tile_blue": Recipe(text_style=TextStyle("tile_blue")),
        "stand_red": Recipe(text_style=TextStyle("tile_red")),
        "stand_blue": Recipe(text_style=TextStyle("tile_blue")),
        "stand_in": Recipe((Fill("tile_cream"), Stroke("sprite_ink", 0.014, 1.0, 1.0)), each=True),
        "stand_in_route": Recipe((Stroke("tile_route", 0.036, 1.0, 1.2, (0.07, 0.05)),)),
        **{
            f"homemade_{tint}": Recipe(
                (Gradient(f"homemade_{tint}_light", f"homemade_{tint}"), Stroke("sprite_ink", 0.010, 0.9, 0.8))
            )
            for tint in HOMEMADE_TINTS
        },
        "homemade_pearl": Recipe((Fill("tile_cream"), Stroke("sprite_ink", 0.010, 1.0, 0.8)), each=True),
        "homemade_off": Recipe((Fill("panel", 0.72),)),
        "homemade_on": Recipe((Stroke("portolan_ink", 0.026, 0.9, 1.2),)),
        # possible moves
        "sea_reach_glow": Recipe(
            (Stroke("sea_gold_ink", 0.24, 0.12, has_flat_caps=True), Glow("sea_gold", 7, 0.50, 0.08, 0.13))
        ),
        "sea_reach": Recipe((Stroke("sea_gold_ink", 0.085, 0.95, 3.2), Stroke("sea_gold_light", 0.052, 1.0, 2.0))),
        "sea_own": Recipe((Stroke("sea_own_ink", 0.085, 0.95, 3.2), Stroke("sea_own", 0.052, 1.0, 2.0))),
        "sea_lifted": Recipe(
            (Stroke("sea_gold_ink", 0.075, 0.9, 3.0), Stroke("sea_gold_light", 0.046, 1.0, 1.8, (0.10, 0.07)))
        ),
        "sea_badge": Recipe(
            (
                Fill("shadow", 0.30, 0.010, 0.020),
                Gradient("sea_gold_light", "sea_gold_low"),
                Stroke("sprite_ink", 0.026, 1.0, 1.2),
            ),
            each=True,
        ),
        "sea_badge_figure": Recipe(text_style=TextStyle("sea_gold_ink", "text", bold=True)),
        "sea_pearl": Recipe((Stroke("sea_own_ink", 0.022, 0.9, 0.8), Fill("sea_pearl")), each=True),
        # stamps
        "stamp_sea": Recipe((Fill("portolan_sea_deep", 0.85), TextureFill("paper", 0.40, 0.30, False))),
        "stamp_void": Recipe((Fill("table", 0.55, dark=0.6),)),
        "stamp_rim": Recipe((Stroke("portolan_ink", 0.022, 0.75, 1.0),)),
        "stamp_wave": Recipe((Stroke("portolan_water", 0.026, 0.9, 1.0),)),
        # surveys
        "cut_ground": Recipe((Fill("cut_white", 0.90),), each=True),
        "single_ring": Recipe((Stroke("cut_red", 0.070, 1.0, 2.2, (0.15, 0.09)),)),
        **{f"heat_pale_{heat}": Recipe((Fill(f"heat_{heat}", 0.34),)) for heat in range(7)},
        "strand_halo": Recipe((Stroke("voyage_white", 0.130, 0.85, 3.6),)),
        "strand": Recipe((Stroke("strand_low", 0.070, 0.95, 2.0),)),
    },
    colors={
        "vellum": ("#E8D7AE", "#3B362C"),
        "vellum_light": ("#F4E9CC", "#474135"),
        "vellum_low": ("#A98A55", "#1B1812"),
        "vellum_edge": ("#6E5430", "#7A6846"),
        "portolan_sea": ("#C5D1B9", "#25393F"),
        "portolan_sea_deep": ("#9DB8AC", "#1C4652"),
        "portolan_land": ("#EFE3BC", "#443D2F"),
        "portolan_wash_0": ("#A7AE74", "#656B45"),
        "portolan_wash_1": ("#C3C48E", "#585C40"),
        "portolan_wash_2": ("#DDD7A8", "#4D4B36"),
        "portolan_water": ("#5F8FA0", "#6F9FAF"),
        "portolan_ink": ("#4A3420", "#D8C59A"),
        "portolan_grid": ("#2F4A4C", "#86A5A6"),
        "portolan_rose": ("#C98F6E", "#C98F6E"),
        "portolan_sepia": ("#5C4630", "#B9A27C"),
        "portolan_green": ("#4F6B3A", "#8FB07A"),
        "portolan_red": ("#A5301C", "#EA8A73"),
        "portolan_blue": ("#274D7D", "#93B8E4"),
        "portolan_river": ("#7FA3A8", "#6FA3AC"),
        "portolan_crown": ("#B9B27A", "#6A6A48"),
        "tile_cream": "#FBF1D9",
        "tile_blue": "#274D7D",
        "tile_red": "#A5301C",
        "tile_route": "#B3261E",
        **{f"homemade_{tint}_light": light for tint, (light, _deep) in HOMEMADE_TINTS.items()},
        **{f"homemade_{tint}": deep for tint, (_light, deep) in HOMEMADE_TINTS.items()},
        "homemade_may": ("#CFE2E4", "#1F3F49"),
        "homemade_shut": ("#F1D9CF", "#4F2C24"),
        "sea_gold": "#F5CF63",
        "sea_gold_light": "#FFE690",
        "sea_gold_low": "#E0AA3E",
        "sea_gold_ink": "#3A2208",
        "sea_own": "#A9D2F7",
        "sea_own_ink": "#173450",
        "sea_pearl": "#FFFDF4",
        "cut_white": "#FFFDF8",
        "strand_low": "#5A2455",
    },
)
