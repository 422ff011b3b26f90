"""A session on paper: decks, Laboratories, mutation lists, score sheets, price lists, a blank set."""
