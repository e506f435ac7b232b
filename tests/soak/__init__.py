"""The long run: two hours of playing, spoiling, undoing, killing and looking on, `python -m tests.soak`."""
