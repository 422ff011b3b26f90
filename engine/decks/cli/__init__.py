"""The command line of Clash of Decks (position.md): one module for each larger command."""
