"""What is shown of a game, as data: pictures, panels, forms, books, and the places that can be pointed at in them."""
