"""Tests of tables at which one learns."""
