"""Tests of the layout editor."""
