"""Around a game: formats and drafts, the deal, what each seat may see, and records.

``game.DecksGame`` leads through all of it; ``setup.SetUp`` says what is to be played and ``terms.Terms`` what is
settled once the decks are there; ``DecksGame.view`` is all that a seat may be shown, ``records`` keeps and replays a
game.
"""
