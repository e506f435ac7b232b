"""Reviews of matches: what is known of each decision, their calculation, storage and reports."""
