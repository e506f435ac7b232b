"""The Lab: many matches on a layout, and their statistics."""
