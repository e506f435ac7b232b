"""Simulation of many matches on several processes, statistics and reports."""
