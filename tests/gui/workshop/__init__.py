"""The workshop page."""
