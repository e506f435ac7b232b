"""What is wrong with the layout: looked for, listed with its places, repaired, shown on the board."""
