"""The guided first game: ten moments at a real table, then a real game against a mild bot that explains itself."""
