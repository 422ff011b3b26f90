"""The table of Clash of Magic Schools: its words, its faces, its board."""
