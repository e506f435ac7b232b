"""The problems of a layout: checks, verification, the list, explanations and fixes."""
