"""The command line of Clash of the Cards."""
