"""What lies over the board of a match now and then: the list of moves, the hand-over, the end."""
