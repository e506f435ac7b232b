"""The soak test: hours of random play, corrupted files, undo, killed processes and memory checks, `python -m
tests.soak`.
"""
