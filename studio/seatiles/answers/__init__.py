"""What the boards of both games on sea tiles answer: why something cannot be done there, and what lies there."""
