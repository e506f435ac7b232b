"""Rules shared by the games on sea tiles: chart, islands, routes, gaps, tile supply."""
