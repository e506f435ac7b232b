"""A new layout: choices, a preview with its findings, other rolls."""
