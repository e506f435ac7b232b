"""The strip below the workshop: what the changes do."""
