"""The piece editor: the set of tiles or pieces of a layout, changed one by one."""
