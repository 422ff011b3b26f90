"""A position of Clash of Magic Schools on screen: its words, its faces, its board."""
