"""A match is set up: which game and layout, who sits where, by which rules, and what is wrong with the layout."""
