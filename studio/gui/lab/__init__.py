"""The laboratory in the window: many matches on a layout, and what they say of it."""
