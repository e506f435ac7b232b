"""The right of the workshop: which patterns there are, and which lack."""
