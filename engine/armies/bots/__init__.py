"""Players for every seat, of three levels. They are given the view of their seat (C20) and nothing else.

``levels.make_bot`` makes one by its name, ``players.Bot.choose`` takes a view and chance. ``sampling`` deals what a
view does not show, as it might be; ``worth`` judges a seat's hand, ``habits`` is quick play for rollouts and answers.
"""
