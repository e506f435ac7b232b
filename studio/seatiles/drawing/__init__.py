"""How sea tiles look: coasts, woods, shipping lanes, the engraved frame."""
