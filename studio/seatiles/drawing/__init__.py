"""Pictures of sea tiles: coasts, woods, shipping lanes and the frame of the chart."""
