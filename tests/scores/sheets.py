"""Score sheets as their owner's browser writes them."""

from __future__ import annotations

from typing import Any

from django.test import Client

from scores.models import ScoreSheet
from scores.services.writing import lines_of, standing_of
from tests.answers import text_of

SEATS = ("dragombre", "blancgriffon")
ALL_KINDS = ["wild", "bonus", "castle", "death", "spy", "thief", "guardian", "chest", "gravedigger"]


class Keeper:
    """Somebody who keeps a sheet, with a browser of their own."""

    def __init__(self, kind: str, players: list[str], **more: Any) -> None:
        self.http = Client()
        fields = {f"player_{place}": name for place, name in enumerate(players)}
        response = self.http.post(f"/scores/new/{kind}/", {**fields, "is_open": "on", **more})
        assert response.status_code == 302, text_of(response)
        self.address = response["Location"]
        self.token = self.address.split("/")[2]

    @property
    def sheet(self) -> ScoreSheet:
        return ScoreSheet.objects.get(token=self.token)

    @property
    def standing(self) -> Any:
        return standing_of(self.sheet, lines_of(self.sheet))

    def look(self) -> str:
        return text_of(self.http.get(self.address))

    def send(self, what: str, /, **fields: Any) -> Any:
        return self.http.post(f"{self.address}{what}", {"seen": self.sheet.version, **fields})

    def write(self, **fields: Any) -> None:
        response = self.send("enter/", **fields)
        assert response.status_code == 302, text_of(response)

    def refused(self, what: str = "enter/", /, **fields: Any) -> str:
        response = self.send(what, **fields)
        assert response.status_code == 422
        return text_of(response)


def hand(**players: Any) -> dict[str, Any]:
    """The fields of a hand: by the players' places the numbers of their ``armies``; see ``_pad_form.html``."""
    fields: dict[str, Any] = {}
    for key, value in players.items():
        if key in ("ended", "death"):
            fields[key] = str(value)
            continue
        what, place = key.split("_")
        if what == "bonus":
            fields[key] = str(value)
        else:
            fields |= {f"{what}_{place}_{number}": "1" for number in value}
    return fields
