"""How the program behaves on a desktop: displays, crashes, endings, one window for all, what it is, what is amiss."""
