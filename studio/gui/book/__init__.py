"""Rulebooks and manual: contents, clauses with boards, search."""
