"""The table of Clash of the Cards: its words, its faces, its board."""
