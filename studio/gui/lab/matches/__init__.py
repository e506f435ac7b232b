"""The matches of a run one by one: a table to sort and to search, and the way from a row to a replay."""
