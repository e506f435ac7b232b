"""What both Entdecker games share: tiles with land and sea edges, their chart, islands, routes, gaps (T1–T9)."""
