"""Open games that people may join, and strangers who are paired."""
