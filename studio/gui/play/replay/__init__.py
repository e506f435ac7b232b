"""Going back and forth in a match: the log, the bar of a replay, branches."""
