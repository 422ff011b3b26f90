from functools import partial

from django.apps import AppConfig
from django.urls import reverse


class RulingsConfig(AppConfig):
    name = "rulings"

    def ready(self) -> None:
        from accounts.parts import parts
        from board import links
        from board.reading import positions_shown
        from cards.sections import on_cards
        from rulings.card_sections import rulings_of_card
        from rulings.examples import position_of_example
        from rulings.links import ruling_address

        parts.register("answers of the editors", "rulings/questions/_news.html", place=15)
        on_cards.register("rulings", rulings_of_card, place=10)
        links.pages.register(links.QUESTIONS, partial(reverse, "rulings:questions"))
        positions_shown.register("rulings:example", position_of_example)
        links.numbered.register(links.RULING, ruling_address)
