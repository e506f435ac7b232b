"""The match that is played: moves, bots, what lies in the hand, its file."""
