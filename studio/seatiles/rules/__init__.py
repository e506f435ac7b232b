"""What is played on sea tiles: chart, islands, routes, gaps, where tiles come from, and what is done alike."""
