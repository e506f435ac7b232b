"""Tests of what teaches a game."""
