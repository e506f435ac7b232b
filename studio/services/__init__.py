"""Operations on layouts and records that need their games: load, compare, describe, convert."""
