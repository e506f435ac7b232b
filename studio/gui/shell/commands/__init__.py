"""Everything that can be done, by its words and its keys: found, listed, bound to other keys."""
