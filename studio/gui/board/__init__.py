"""The board as a widget: a picture painted in layers, what is pointed at, what lights up."""
