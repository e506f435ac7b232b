"""How the program behaves on a desktop: displays, crashes, endings, one window for all, what is amiss."""
