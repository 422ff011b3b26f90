"""Whatever reads a file, a list or a body looks first at its size, at limits and at the budget of whoever sent it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.budgets import API, PAGES
from accounts.limits import Limit
from api.own.doors import CHANGES
from cards.decks.forms import SAVES
from cards.models import Picture
from cards.rendering.zipped import zipped
from cards.views.backup import BACKUPS
from cards.views.exchange import IMPORTS
from cards.workshop import uploads
from cards.workshop.requests import IMPORTED, NEW_CARDS, SAVED_SETS, UPLOADS
from grimoire.authoring.forms import NEW_PAGES
from tests.api.own.programs import Program
from tests.cards.factories import make_card, make_owner, sign_in
from tests.reaching import is_costly, views, way_to

pytestmark = pytest.mark.django_db

# What takes apart what was sent: modules and names.
READERS = {
    ("cards.backup.archive", "opened"), ("cards.exchange", "read_file"), ("cards.pictures", "encode"),
    ("cards.decks.text", "read_deck"), ("web.json_bodies", "body_of"), ("engine.kernel.requests", "parse_json"),
    ("api.discord.signing", "is_from_discord"),
}  # fmt: skip
# Addresses of programs: their doors count and charge before a function of theirs is called.
DOORS = ("api:", "play-api:", "tournaments-api:")
# No more than a body of 64 KB, read by ``body_of`` itself within that bound.
SHORT = {"grimoire:answers", "mutation:correct", "mutation:events", "play:push", "play:push_stop"}
# Signed by Discord, which is asked of a body of 64 KB at most.
SIGNED = {"discord:interactions"}
# Texts and positions within the bounds of a form, under the budget of pages.
TEXTS = {
    "analysing:index", "board:board", "board:open", "thinking:think", "cards:import_deck", "grimoire:edit_puzzle",
    "grimoire:editor",
    "grimoire:count_solutions", "grimoire:editor_check", "grimoire:find_changes", "grimoire:find_puzzles",
    "grimoire:new_puzzle", "grimoire:prove", "rulings:edit-ruling", "rulings:new-ruling",
}  # fmt: skip
FILES = {"cards:backup", "cards:import", "cards:pictures", "cards:new_card", "cards:edit"}


def test_whatever_reads_what_was_sent_is_known_here() -> None:
    known = views()
    readers = {name for name, view in known.items() if way_to(view, lambda module, name: (module, name) in READERS)}
    assert {name for name in readers if not name.startswith(DOORS)} == SHORT | SIGNED | TEXTS | FILES
    assert {name for name in TEXTS | FILES if not is_costly(known[name])} == set()


@dataclass(frozen=True)
class Sent:
    """A request with a file or a list: where the reader stands that must not be called, what it counts for."""

    reader: str
    limits: tuple[Limit, ...]
    send: Callable[[Client], Any]
    status: int = 429


def a_file(name: str, content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def a_backup() -> bytes:
    index = {"format": "grimoire-backup/1", "part": 1, "of": 1, "cards": ["cards/001.json"], "loose": {}, "decks": []}
    return zipped([("backup.json", json.dumps(index).encode()), ("cards/001.json", b"{}")])


def to_edit(client: Client) -> str:
    owner = make_owner("editor")
    sign_in(client, owner)
    return reverse("cards:edit", args=[make_card("Fox", owner=owner).token])


PICTURE = "cards.workshop.uploads.encode"
SENT = {
    "cards:backup": Sent(
        "cards.views.backup.read_backup",
        (BACKUPS, IMPORTED),
        lambda client: client.post(reverse("cards:backup"), {"file": a_file("a.zip", a_backup())}),
    ),
    "cards:import": Sent(
        "cards.views.exchange.read_file",
        (IMPORTS, IMPORTED),
        lambda client: client.post(reverse("cards:import"), {"name": "Foxes", "file": a_file("a.csv", b"name\nFox")}),
    ),
    "cards:pictures": Sent(
        PICTURE,
        (UPLOADS,),
        lambda client: client.post(
            reverse("cards:pictures"), {"upload": a_file("a.png", b"a")}, headers={"accept": "application/json"}
        ),
        422,
    ),
    "cards:new_card": Sent(
        PICTURE,
        (UPLOADS,),
        lambda client: client.post(reverse("cards:new_card"), {"upload": a_file("a.png", b"a")}),
        200,
    ),  # the editor again, which says why
    "cards:edit": Sent(
        PICTURE, (UPLOADS,), lambda client: client.post(to_edit(client), {"upload": a_file("a", b"a")}), 200
    ),
}
ORDERS = [(name, limit) for name, sent in SENT.items() for limit in sent.limits]


@pytest.fixture(autouse=True)
def counting(settings: Any) -> None:
    settings.LIMITS = True


def use_up(limit: Limit, *keys: str) -> None:
    for key in keys:
        limit.allows_each({key: 10 * limit.times}, amount=limit.times)


def never(monkeypatch: pytest.MonkeyPatch, reader: str) -> None:
    monkeypatch.setattr(reader, lambda *_args, **_named: pytest.fail(f"{reader} was called"))


def test_every_file_has_its_case() -> None:
    assert SENT.keys() == FILES


@pytest.mark.parametrize(("name", "limit"), ORDERS, ids=[f"{name} {limit.name}" for name, limit in ORDERS])
def test_who_has_nothing_left_is_refused_before_anything_is_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str, limit: Limit
) -> None:
    never(monkeypatch, SENT[name].reader)
    monkeypatch.setattr(Limit, "_bounds", lambda _limit, _request: {"this visitor": _limit.times})
    use_up(limit, "this visitor")
    assert SENT[name].send(client).status_code == SENT[name].status


@pytest.mark.parametrize("name", SENT)
def test_who_has_used_up_the_processor_is_refused_before_anything_is_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    never(monkeypatch, SENT[name].reader)
    for module in ("accounts.budgets", "cards.views.backup", "cards.views.exchange", "cards.workshop.requests"):
        monkeypatch.setattr(f"{module}.keys_of", lambda _request: {"this visitor": 1})
    PAGES.meter.add({"this visitor": 1}, PAGES.seconds)
    assert SENT[name].send(client).status_code == SENT[name].status


def test_where_there_is_room_for_no_picture_none_is_looked_at(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    never(monkeypatch, PICTURE)
    monkeypatch.setattr(uploads, "MAX_PICTURES", 0)
    assert SENT["cards:pictures"].send(client).status_code == 422
    assert not Picture.objects.exists()


@pytest.mark.parametrize(
    ("name", "limit", "body"),
    [
        ("own-cards", NEW_CARDS, {"card": {}}),
        ("own-cards-remix", NEW_CARDS, {"of": "a/b"}),
        ("own-champions", NEW_CARDS, {"card": {}}),
        ("own-decks", SAVES, {"name": "a", "cards": ["own/a"] * 999}),
        ("own-sets", SAVED_SETS, {"name": "a"}),
        ("own-puzzles", NEW_PAGES, {"position": {}}),
        ("own-puzzles-remix", NEW_PAGES, {"of": "a"}),
    ],
)
def test_bodies_of_programs_are_not_read_where_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, name: str, limit: Limit, body: Any
) -> None:
    ada = make_owner("ada")
    program = Program(ada)
    never(monkeypatch, "api.own.reading.body_of")
    address = reverse(f"api:{name}").removeprefix("/api/v1")
    use_up(limit, f"user {ada.user_id}")
    assert program.ask("post", address, body).status_code == 429
    limit.give_back(f"user {ada.user_id}", amount=limit.times)
    use_up(CHANGES, f"token {program.token.pk}")
    assert program.ask("post", address, body).status_code == 429


def test_pictures_of_programs_are_not_read_where_nothing_is_left(client: Client, monkeypatch: Any) -> None:
    ada = make_owner("ada")
    program = Program(ada)
    never(monkeypatch, PICTURE)
    for use in (
        lambda: use_up(UPLOADS, f"user {ada.user_id}"),
        lambda: PAGES.meter.add({f"user {ada.user_id}": 1}, PAGES.seconds),
    ):
        use()
        headers = {"authorization": f"Bearer {program.secret}"}
        sent = client.generic("POST", "/api/v1/own/pictures", b"a", content_type="image/png", headers=headers)
        assert sent.status_code == 429
        UPLOADS.give_back(f"user {ada.user_id}", amount=UPLOADS.times)


@pytest.mark.parametrize("name", ["resolve", "legal", "solve"])
def test_positions_are_not_read_where_nothing_is_left(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    never(monkeypatch, "api.positions.body_of")
    API.meter.add({"127.0.0.1": 1}, API.seconds)
    assert client.post(reverse(f"api:{name}"), "{}", content_type="application/json").status_code == 429


@pytest.mark.parametrize(
    ("name", "reader", "status"),
    [
        ("discord:interactions", "api.discord.views.is_from_discord", 413),
        ("grimoire:editor_check", "grimoire.editor.views.parse_json", 200),
    ],
)
def test_what_is_too_long_is_not_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, name: str, reader: str, status: int
) -> None:
    settings.DISCORD_PUBLIC_KEY = "0" * 64
    never(monkeypatch, reader)
    body = json.dumps({"text": "x" * 900_000})
    assert client.post(reverse(name), body, content_type="application/json").status_code == status


def test_what_was_held_back_is_there_again(client: Client) -> None:
    assert client.post(reverse("cards:import"), {"text": "name,type\nFox,creature"}).status_code == 200
    assert PAGES.meter.usage(["127.0.0.1"])["127.0.0.1"] < 0.5
    with pytest.raises(ZeroDivisionError), PAGES.held({"127.0.0.1": 1}, 1000):
        raise ZeroDivisionError
    assert PAGES.meter.usage(["127.0.0.1"])["127.0.0.1"] < 0.5
