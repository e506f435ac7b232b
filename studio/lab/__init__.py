"""Many matches at once: played on several cores, counted, reported."""
