from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        from cards import signals, upkeep  # noqa: F401  (signals connects its receivers)
        from cards.models import CardSet
        from operations.deployment import shipped

        upkeep.start()
        shipped.register("load_sets", lambda: CardSet.objects.filter(shipped=True).exists())
