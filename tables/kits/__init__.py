"""Print and play: Clash of Magic Schools and Clash of the Cards as decks, boards and aids to cut out."""
