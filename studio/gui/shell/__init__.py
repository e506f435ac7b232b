"""The main window: its pages in tabs, its menus, and what it remembers from run to run."""
