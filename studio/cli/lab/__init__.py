"""The commands of the laboratory: many matches at once."""
