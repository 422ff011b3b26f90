"""Print and play: games as decks, boards and aids to cut out."""
