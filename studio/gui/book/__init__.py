"""The rules of the games to be read in the window: contents, clauses with their boards, what hangs together."""
