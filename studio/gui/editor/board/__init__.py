"""The board of the editor: pointer and keys on their way to the tools."""
