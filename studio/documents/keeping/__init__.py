"""What the program keeps by itself in the data folder: unsaved documents, matches, earlier versions of files."""
