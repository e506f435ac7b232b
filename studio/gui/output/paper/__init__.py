"""Printing: pages onto devices, and the tab that shows them beforehand."""
