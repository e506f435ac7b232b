"""How the game looks, as data: `picture` in a match, `sketch` in the editor. No colours here; style.py has them."""
