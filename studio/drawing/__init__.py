"""Drawing that all games share: lines, outlines, overlays, symmetry, printed pages. Plain numbers, no Qt."""
