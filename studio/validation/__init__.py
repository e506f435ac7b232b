"""Boards as graphs: what is cut off, what is narrow. The only room that knows networkx."""
