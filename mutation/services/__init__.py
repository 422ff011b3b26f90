"""Services of sessions: the ledger kept and read, entering events, seats, tables, bots."""
