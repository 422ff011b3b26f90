from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        from accounts.deletions import note_deletions
        from cards import key_lookup, likes, signals, upkeep  # noqa: F401  (a lookup is registered, receivers are connected)
        from cards.models import Card, CardSet, Deck, Kind, Picture
        from cards.text_index import ensure_indexes, index_text

        upkeep.start()
        note_deletions(Card, lambda card: "champions" if card.kind == Kind.CHAMPION else "cards")
        note_deletions(CardSet, lambda _: "sets")
        note_deletions(Deck, lambda _: "decks")
        note_deletions(Picture, lambda _: "pictures")
        index_text(Card, "search_text")
        post_migrate.connect(ensure_indexes, sender=self)
