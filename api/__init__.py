"""Reading over the network, by anybody: cards, sets, decks, rulings, pages, positions; and with a token making what is
one's own. Games have their own API."""
