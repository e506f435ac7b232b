"""The layout that is edited: its history, what is selected, the checks that follow every change."""
