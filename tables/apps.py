"""The app of live games."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "play"  # of its rows and addresses, which keep their names

    def ready(self) -> None:
        """Listens for guests who sign in, has old games swept each day, shows whose turn it is on "you", tells how
        often cards win, and prints the other games whole."""
        from accounts.parts import parts
        from cards.sections import on_cards
        from cards.worth import shares_of_wins
        from operations.figures import counted
        from tables import adoption, upkeep  # noqa: F401
        from tables.kits import works
        from tables.models import LiveGame
        from tables.services import ending
        from tables.statistics.card_wins import shares_of_cards, wins_of_card
        from tables.statistics.running import games_by_status, open_streams
        from web.idempotency import delete_with

        parts.register("games that wait", "play/_turns.html", place=5)
        parts.register("addresses that are told", "play/webhooks/_mine.html", place=40)
        on_cards.register("wins", wins_of_card, place=5)
        shares_of_wins.register("duels", shares_of_cards)
        works.register()
        delete_with(LiveGame)
        ending.start()
        upkeep.start()
        counted.register("grimoire_games", ("Live games by how far they are.", games_by_status))
        counted.register("grimoire_streams", ("Open streams of games, by who watches.", open_streams))
