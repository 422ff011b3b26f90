"""The network API of games: JSON over HTTP."""
