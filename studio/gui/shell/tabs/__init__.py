"""Tabs of a window: on one side or two, in strips, dragged, remembered."""
