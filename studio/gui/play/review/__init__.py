"""The review of a finished match: its page, and its marks on other pages."""
