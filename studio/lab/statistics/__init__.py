"""What many matches prove: rates and how sure they are, Elo points, when it is enough; numbers only."""
