"""Explorer Studio: design, check and play boards of four exploration games."""

__version__ = "0.3.0"
