"""Layout and record files: read, migrate, check, write atomically. No Qt, no rules."""
