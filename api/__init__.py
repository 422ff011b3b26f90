"""Reading over the network, by anybody: cards, sets, decks, rulings, pages, positions. Games have their own API."""
