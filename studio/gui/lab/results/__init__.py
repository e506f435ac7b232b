"""What the matches say, part by part: a sentence, charts, findings, points and tables."""
