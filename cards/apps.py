from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        from cards import key_lookup, likes, signals, upkeep  # noqa: F401  (a lookup is registered, receivers are connected)
        from cards.models import Card
        from cards.text_index import ensure_indexes, index_text

        upkeep.start()
        index_text(Card, "search_text")
        post_migrate.connect(ensure_indexes, sender=self)
