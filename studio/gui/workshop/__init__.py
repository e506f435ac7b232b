"""The workshop: the pieces of a layout as a table, one of them large, what lacks, what a change does."""
