"""The page on which everything that a person can choose stands together."""
