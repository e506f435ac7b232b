"""What teaches a game: matches that are prepared, tutorials that go through them, puzzles that begin where they end."""
