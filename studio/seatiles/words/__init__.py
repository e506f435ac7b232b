"""What is said of a match in every game on sea tiles."""
