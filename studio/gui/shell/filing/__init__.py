"""Files that the window opens: watched, compared, brought back, found as they were earlier."""
