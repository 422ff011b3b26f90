from django.apps import AppConfig


class RulingsConfig(AppConfig):
    name = "rulings"

    def ready(self) -> None:
        from cards.related import register
        from rulings.related import rulings_of_card

        register("rulings", rulings_of_card, place=10)
