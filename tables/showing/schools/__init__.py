"""The table of Clash of Magic Schools: its pages, and advice for a first game."""
