"""Pictures of Goldland as data: the board in a match, in the editor and on paper."""
