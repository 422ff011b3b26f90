from django.apps import AppConfig
from django.urls import reverse


class ChampionsConfig(AppConfig):
    name = "champions"

    def ready(self) -> None:
        from cards.models import Card, Kind, pages_of_kind

        def address(champion: Card) -> str:
            return reverse("champions:champion", args=[champion.token])

        pages_of_kind.register(Kind.CHAMPION, address)
