"""Tables at which one learns: tutorials, one thing at a time, and puzzles."""
