"""The games whose rulings run, and the rulings of those that are nothing but seats, a state and actions.

Clash of Decks has the rooms around this one; what all games have in common is ``contract.rulings.RuledGame``.
"""
