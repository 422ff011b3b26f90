"""The deal of the day: the same Duel against the same bot for everybody, once each, and how all fared."""
