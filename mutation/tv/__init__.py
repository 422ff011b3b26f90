"""The screen for a television: an evening's session, to be read from across the room."""
