"""Live games: seats, a log of what was done, the network API, streams, bots at the table."""
