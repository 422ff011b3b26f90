"""The table: the page on which a live game is seen and played."""
