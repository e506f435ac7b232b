"""Tests of the piece editor."""
