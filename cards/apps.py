from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        from cards import signals, upkeep  # noqa: F401  (signals connects its receivers)

        upkeep.start()
