"""Colours, recipes, fonts, icons, sprites and the style sheet."""
