"""Pictures painted: strokes and recipes on any device, whole, by regions or kept in blocks and repaired."""
