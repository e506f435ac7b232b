"""What both Entdecker games share: tiles with land and sea edges, the chart they make, islands, routes, gaps (T1–T9)."""
