"""The board widget: painting, pointing, marks and accessibility."""
