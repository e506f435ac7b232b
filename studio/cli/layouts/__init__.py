"""The commands about layouts: made, checked, explained, compared, completed, mended, measured."""
