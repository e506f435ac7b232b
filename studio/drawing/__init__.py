"""What every game draws with: lines of a pen, outlines, the sheet a board lies on. Plain numbers, no Qt."""
