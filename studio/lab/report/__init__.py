"""Reports of experiments: their data, text, charts, page and files."""
