"""Tests of the laboratory in the window."""
