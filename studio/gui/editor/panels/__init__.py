"""What stands around the editor's board: palette, inspector, problems, history, overview."""
