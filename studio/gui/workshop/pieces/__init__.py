"""The left of the workshop: the whole set as a table."""
