"""How everything looks: colours, recipes of strokes, typefaces, icons, sprites, the style sheet."""
