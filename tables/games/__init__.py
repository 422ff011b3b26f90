"""The games that can be played here: what a table needs to know of each is one ``protocol.GameAdapter``."""
