"""The play view. A click goes one way: view, input, controller, match; a `View` comes back and the widgets show it."""
