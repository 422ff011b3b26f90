"""A backup with pictures: taken along, brought in again by the same and by others; hostile files."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from accounts.models import Owner, Visibility
from cards import import_notes
from cards.backup import archive, reading, writing
from cards.backup.archive import BackupRefused, opened
from cards.backup.reading import Backup, read_backup
from cards.backup.writing import LOOSE, parts_of, write_part
from cards.exchange import CardsRefused
from cards.models import Card, CardSet, Deck, DeckCard, Kind, Picture
from cards.pictures import MAX_BYTES
from cards.rendering.zipped import zipped
from cards.views import backup
from cards.workshop.uploads import add_picture
from tests.cards.factories import make_card, make_deck, make_owner, make_set, sign_in

pytestmark = pytest.mark.django_db
PAGE = "/cards/backup/"


def photograph(seed: int = 0, size: tuple[int, int] = (300, 400)) -> io.BytesIO:
    image = Image.linear_gradient("L").resize(size).rotate(90 * (seed % 4)).convert("RGB")
    image.putpixel((seed % 50, 3), (255, 0, seed % 255))
    written = io.BytesIO()
    image.save(written, "PNG")
    written.seek(0)
    return written


@pytest.fixture
def ada() -> Owner:
    """Somebody with a set, a card of none, a picture on a card of each and one on none, a deck of theirs and ours."""
    owner = make_owner("Ada")
    pictures = [add_picture(owner=owner, file=photograph(seed)) for seed in range(3)]
    crop = {"x": 0.4, "y": 0.5, "zoom": 1.5, "rotation": 0.0}
    wolves = make_set("wolves-abc", owner, name="Wolves", accent="#112233", visibility=Visibility.PRIVATE)
    wolf = make_card("Wolf", wolves, owner, slug="wolf", picture=pictures[0], art=crop, abilities=["rage", "aura:aim"])
    keep = make_card("Lair", wolves, owner, slug="lair", kind=Kind.STRONGHOLD, cost=0, av=0, hp=None)
    lone = make_card("Łódź Fox", owner=owner, picture=pictures[1], art=crop, visibility=Visibility.PRIVATE)
    ours = make_card("Ours", make_set("embers"), slug="ours")
    make_deck("Pack", [wolf, ours, lone], owner, stronghold=keep, about="Bite.")
    return owner


def whole(owner: Owner) -> bytes:
    parts = parts_of(owner)
    assert len(parts) == 1
    return write_part(owner, parts, 1)


def send(client: Client, content: bytes) -> Any:
    return client.post(PAGE, {"file": SimpleUploadedFile("backup.zip", content)})


def read_whole(content: bytes) -> Backup:
    with opened(io.BytesIO(content)) as archive:
        return read_backup(archive)


def told(card: Card) -> tuple[Any, ...]:
    return card.name, card.kind, card.cost, card.av, card.hp, tuple(card.abilities), card.art, card.picture is not None


def test_somebody_else_brings_it_in(client: Client, ada: Owner) -> None:
    content = whole(ada)
    bob = make_owner("Bob")
    response = send(sign_in(client, bob), content)
    assert response.status_code == 302
    theirs, ours = (Card.objects.owned_by(owner).order_by("name") for owner in (ada, bob))
    assert [told(card) for card in ours] == [told(card) for card in theirs]
    assert set(Card.objects.owned_by(bob).values_list("visibility", flat=True)) == {Visibility.PRIVATE}
    assert {card_set.name for card_set in CardSet.objects.owned_by(bob)} == {"Wolves", LOOSE}
    assert CardSet.objects.owned_by(bob).get(name="Wolves").accent == "#112233"
    assert Picture.objects.owned_by(bob).count() == 3
    assert not set(Picture.objects.owned_by(bob).values_list("file")) & set(
        Picture.objects.owned_by(ada).values_list("file")
    )
    deck = Deck.objects.owned_by(bob).get()
    names = [place.card.name for place in DeckCard.objects.filter(deck=deck).order_by("place")]
    assert (deck.name, deck.about, names) == ("Pack", "Bite.", ["Wolf", "Ours", "Łódź Fox"])
    assert deck.stronghold is not None
    assert deck.stronghold.is_owned_by(bob)
    assert deck.visibility == Visibility.PRIVATE


def test_the_same_again_changes_nothing(client: Client, ada: Owner) -> None:
    content = whole(ada)

    def state() -> list[Any]:
        return [
            list(model.objects.owned_by(ada).order_by("pk").values_list("pk", flat=True))
            for model in (Card, CardSet, Deck, Picture)
        ]

    before = state()
    for _time in range(2):
        assert send(sign_in(client, ada), content).status_code == 302
    assert state() == before
    assert whole(ada) == content


def test_what_was_lost_comes_back(client: Client, ada: Owner) -> None:
    content = whole(ada)
    for model in (Deck, Card, CardSet, Picture):
        model.objects.owned_by(ada).delete()
    send(sign_in(client, ada), content)
    assert Card.objects.owned_by(ada).count() == 3
    assert Card.objects.owned_by(ada).get(name="Wolf").picture is not None
    assert Deck.objects.owned_by(ada).get().places.count() == 3


def test_many_pictures_come_in_parts_each_of_which_is_whole(ada: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "PART_PICTURES", 1)
    parts = parts_of(ada)
    assert [len(part.pictures) for part in parts] == [1, 1, 1]
    read = [read_whole(write_part(ada, parts, number)) for number in (1, 2, 3)]
    assert [len(backup.pictures) for backup in read] == [1, 1, 1]
    assert [bool(backup.decks) for backup in read] == [False, False, True]
    named = {card.picture for backup in read for file in backup.files for card in file.cards if card.picture}
    assert named == {token for backup in read[:2] for token in backup.pictures}


def test_it_is_ones_own_alone(client: Client, ada: Owner) -> None:
    assert client.get(PAGE).status_code == 200
    assert client.get(f"{PAGE}part-1.zip").status_code == 404
    bob = sign_in(client, make_owner("Bob"))
    with zipfile.ZipFile(io.BytesIO(bob.get(f"{PAGE}part-1.zip").content)) as archive:
        assert archive.namelist() == ["backup.json"]
    assert bob.get(f"{PAGE}part-2.zip").status_code == 404
    page = sign_in(Client(), ada).get(PAGE).content.decode()
    assert "/cards/backup/part-1.zip" in page
    assert PAGE in sign_in(Client(), ada).get("/me/").content.decode()


def test_a_picture_of_somebody_elses_is_not_come_by(ada: Owner) -> None:
    """A file may name any token: only pictures that came along, or are one's own, are shown."""
    bob = make_owner("Bob")
    content = whole(ada)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        bare = zipped((name, archive.read(name)) for name in archive.namelist() if "pictures" not in name)
    assert send(sign_in(Client(), bob), bare).status_code == 302
    assert not Card.objects.owned_by(bob).filter(picture__isnull=False).exists()


# Hostile files


def rewritten(content: bytes, **changes: Any) -> bytes:
    """The ZIP with some of its files replaced (by their names, dots as underscores), or left out by None."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for name, change in changes.items():
        key = {"index": "backup.json", "cards": "cards/001.json"}[name]
        if change is None:
            del files[key]
        else:
            files[key] = change(files[key])
    return zipped(files.items())


def with_index(**more: Any) -> Any:
    return lambda content: json.dumps(json.loads(content) | more).encode()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"index": None}, "a backup from this site"),
        ({"cards": None}, "is missing"),
        ({"index": with_index(format="grimoire-backup/9")}, "later version"),
        ({"index": with_index(cards=["../../etc/passwd"])}, "is missing"),
        ({"index": with_index(cards=["backup.json"])}, "is missing"),
        ({"index": with_index(decks=[{"name": "x" * 99, "cards": []}])}, "decks/0/name"),
        ({"index": with_index(decks=[{"name": "a\u202eb", "cards": []}])}, "decks/0/name"),
        ({"index": with_index(loose=7)}, "loose"),
        ({"index": lambda content: b"[" * 20_000}, "ested too deeply"),
        ({"cards": lambda content: content.replace(b"creature", b"monster")}, "type"),
        ({"cards": lambda content: b"{}"}, "clash-cards/1"),
    ],
)
def test_what_is_no_backup_is_told(client: Client, ada: Owner, changes: dict[str, Any], words: str) -> None:
    bob = make_owner("Bob")
    response = send(sign_in(client, bob), rewritten(whole(ada), **changes))
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Card.objects.owned_by(bob).exists()
    assert not Picture.objects.owned_by(bob).exists()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no zip", b"%PDF", zipped([("a", b"b")])])
def test_other_files_are_refused(client: Client, content: bytes) -> None:
    assert send(client, content).status_code == 422


def test_a_broken_picture_is_refused(client: Client, ada: Owner) -> None:
    with zipfile.ZipFile(io.BytesIO(whole(ada))) as archive:
        files = {
            name: b"\xff\xd8 no picture" if name.startswith("pictures") else archive.read(name)
            for name in archive.namelist()
        }
    bob = make_owner("Bob")
    response = send(sign_in(client, bob), zipped(files.items()))
    assert response.status_code == 422
    assert "read this picture" in response.content.decode()
    assert not Card.objects.owned_by(bob).exists()


def test_bombs_are_not_unpacked(ada: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def bomb(name: str, size: int) -> bytes:
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, b"0" * size)
        return written.getvalue()

    def refuse(*_: Any) -> None:
        raise AssertionError("it was unpacked")

    bombs = bomb("backup.json", 10_000_000), bomb("pictures/a.jpg", archive.MAX_UNPACKED + 1)
    monkeypatch.setattr(zipfile.ZipFile, "open", refuse)
    for content in bombs:
        with pytest.raises(BackupRefused, match="too large"):
            read_whole(content)
    monkeypatch.undo()
    many = zipped((f"pictures/{number}.jpg", b"") for number in range(archive.MAX_FILES + 1))
    with pytest.raises(BackupRefused, match="oo many"):
        read_whole(many)


def test_a_file_that_lies_about_its_size_is_read_no_further(ada: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    content = whole(ada)
    monkeypatch.setattr(reading, "MAX_JSON", 50)
    with pytest.raises(BackupRefused, match="too large"):
        read_whole(content)


def test_a_file_of_cards_must_name_its_set(ada: Owner) -> None:
    def without_set(content: bytes) -> bytes:
        data = json.loads(content)
        del data["set"]
        return json.dumps(data).encode()

    with pytest.raises((CardsRefused, BackupRefused)):
        read_whole(rewritten(whole(ada), cards=without_set))


def with_cards(files: int, count: int, **more: Any) -> bytes:
    """A backup with so many files of so many cards."""
    names = [f"cards/{number:03}.json" for number in range(1, files + 1)]
    index = {"format": writing.FORMAT, "part": 1, "of": 1, "cards": names, "loose": {}, "decks": []} | more
    card = {"type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}
    cards = [{**card, "name": f"Fox {number}"} for number in range(count)]
    of_each = {name: {"format": "clash-cards/1", "set": {"name": name}, "cards": cards} for name in names}
    return zipped((name, json.dumps(entry).encode()) for name, entry in {"backup.json": index, **of_each}.items())


def long_list() -> bytes:
    return zipped((f"{number}", b"") for number in range(20_000))


def large_list(content: bytes) -> bytes:
    """As one of more than four gigabytes names where its list is."""
    end = content.rindex(b"PK\x05\x06")
    return content[:end] + b"PK\x06\x07" + bytes(16) + content[end:]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (with_cards(50, 900), "too large"),
        (long_list(), "oo many"),
        (large_list(zipped([("backup.json", b"{}")])), "oo many"),
        (zipped((f"pictures/{n}.jpg", b"") for n in range(archive.MAX_PICTURES + 1)), "oo many"),
        (zipped([("pictures/a.jpg", bytes(MAX_BYTES + 1))]), "too large"),
    ],
    ids=["cards", "long list", "large list", "pictures", "a picture"],
)
def test_whatever_the_list_of_files_says_is_known_before_anything_is_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, content: bytes, words: str
) -> None:
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("it was unpacked"))
    response = send(client, content)
    assert response.status_code == 422 and words in response.content.decode()


def test_a_long_list_of_files_is_not_made_files_of(monkeypatch: pytest.MonkeyPatch) -> None:
    content = long_list()
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("it was looked at"))
    with pytest.raises(BackupRefused, match="oo many"), opened(io.BytesIO(content)):
        pass


def test_more_cards_than_anybody_has_room_for_are_counted_before_one_is_looked_at(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "read_set", lambda *_: pytest.fail("it was looked at"))
    monkeypatch.setattr(archive, "MAX_CARDS_UNPACKED", 10**9)
    monkeypatch.setattr(archive, "MAX_RATIO", 10**9)
    response = send(client, with_cards(4, 900))
    assert response.status_code == 422 and "ore than 3000 cards" in response.content.decode()


def test_a_file_that_is_named_twice_is_read_once(client: Client) -> None:
    bob = make_owner("Bob")
    assert send(sign_in(client, bob), with_cards(1, 3, cards=["cards/001.json"] * 150)).status_code == 302
    assert Card.objects.owned_by(bob).count() == 3


def test_a_zip_with_a_comment_is_read(ada: Owner) -> None:
    written = io.BytesIO(whole(ada))
    with zipfile.ZipFile(written, "a") as changed:
        changed.comment = b"from another program"
    assert len(read_whole(written.getvalue()).pictures) == 3


def test_one_is_brought_in_at_a_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "_PATIENCE", 0.01)
    with backup._ONE_AT_A_TIME:
        assert send(client, with_cards(1, 3)).status_code == 503
    assert send(client, with_cards(1, 3)).status_code == 302


def test_notes_for_pages_are_not_worked_out(client: Client, ada: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are most of what a large backup took, and no page shows them after it."""
    monkeypatch.setattr(import_notes, "missing_letters", None)
    assert send(sign_in(client, make_owner("Bob")), whole(ada)).status_code == 302
