from django.apps import AppConfig


class RulingsConfig(AppConfig):
    name = "rulings"

    def ready(self) -> None:
        from board.reading import positions_shown
        from cards.sections import on_cards
        from rulings.card_sections import rulings_of_card
        from rulings.examples import position_of_example
        from rulings.questions import sharing, telling  # noqa: F401  (a receiver is connected)

        on_cards.register("rulings", rulings_of_card, place=10)
        positions_shown.register("rulings:example", position_of_example)
        telling.start()
