"""What is played on sea tiles: the chart, islands, routes, gaps, stacks."""
