"""manage.py print_cards: the options of the page, from the shell."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Visibility
from cards.models import Card
from tests.cards.factories import make_card, make_cards, make_deck, make_set
from tests.cards.printing.sheets import box_of, cards_on, forms_on, opened, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow("draws pages as PDF and as pictures")]


@pytest.fixture
def cards() -> list[Card]:
    return make_cards(3, make_set("embers"), name_fr="Braise")


def written(tmp_path: Path, **options: Any) -> bytes:
    out = tmp_path / "out"
    call_command("print_cards", **{"out": str(out), "verbosity": 0, "processes": 1, **options})
    return out.read_bytes()


def test_a_set_on_letter_paper(tmp_path: Path, cards: list[Card]) -> None:
    with opened(written(tmp_path, set="embers", paper="letter")) as document:
        assert len(document.pages) == 1
        assert box_of(document.pages[0], "/MediaBox")[2:] == pytest.approx((215.9, 279.4), abs=0.1)
        assert len(forms_on(document.pages[0])) == 3


def test_cards_a_deck_a_query(tmp_path: Path, cards: list[Card]) -> None:
    deck = make_deck("Embers", cards[:2])
    for which in ({"cards": ",".join(card.reference for card in cards[:2])}, {"deck": deck.token}):
        with opened(written(tmp_path, **which)) as document:
            assert len(forms_on(document.pages[0])) == 2
    with opened(written(tmp_path, q="set:embers")) as document:
        assert len(forms_on(document.pages[0])) == 3


def test_one_card_a_page_in_french(tmp_path: Path, cards: list[Card]) -> None:
    content = written(tmp_path, set="embers", one_up=True, language="fr", size="cr80")
    with opened(content) as document:
        assert len(document.pages) == 3
        assert box_of(document.pages[0], "/TrimBox") == pytest.approx((3, 3, 56.98, 88.6), abs=0.1)
    assert "Braise" in text_of(content)


def test_a_deck_as_it_has_mutated(tmp_path: Path) -> None:
    cards = [*make_cards(8, make_set("embers"), av=2), make_card("Giver", make_set("tides"), av=3)]
    deck = make_deck("Embers", cards)
    plain, changed = (written(tmp_path, deck=deck.token, m=mutations) for mutations in ("", "1.av.1"))
    assert "Giver" in text_of(plain)  # the Laboratory is printed, too
    assert (
        text_of(changed).count("Giver") == text_of(plain).count("Giver") == 1
    )  # a scrap covers what it covers, no more
    with pytest.raises(CommandError, match="Mutation 1"):
        written(tmp_path, deck=deck.token, m="9.av.1")


def test_a_wrong_ending_is_told(tmp_path: Path, cards: list[Card], capsys: pytest.CaptureFixture[str]) -> None:
    call_command("print_cards", out=str(tmp_path / "table.pdf"), set="embers", purpose="tabletop", verbosity=0)
    assert "table.pdf is a .zip file" in capsys.readouterr().err
    call_command("print_cards", out=str(tmp_path / "embers.PDF"), set="embers", verbosity=0)
    assert capsys.readouterr().err == ""


def test_backs_can_be_moved(tmp_path: Path, cards: list[Card]) -> None:
    plain, moved = (opened(written(tmp_path, set="embers", backs="shared", right=right)) for right in (0.0, 1.5))
    before, after = (cards_on(document.pages[1]) for document in (plain, moved))
    assert [round(b[0] - a[0], 2) for a, b in zip(before, after, strict=True)] == [1.5] * 3


def test_pictures_and_the_calibration_sheet(tmp_path: Path, cards: list[Card]) -> None:
    written(tmp_path, set="embers", purpose="tabletop")
    assert "back.jpg" in zipfile.ZipFile(tmp_path / "out").namelist()
    assert written(tmp_path, calibration=True).startswith(b"%PDF")


def test_the_same_command_writes_the_same_bytes(tmp_path: Path, cards: list[Card]) -> None:
    assert written(tmp_path, set="embers") == written(tmp_path, set="embers")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"set": "nope"}, "No set 'nope'. The site's sets: embers"),
        ({"deck": "nope"}, "This deck doesn"),
        ({"cards": "no/such"}, "No cards to print"),
        ({"set": "embers", "up": 1000.0}, "--up: 1000 mm is too far; at most 5 mm"),
        ({"set": "embers", "one_up": True, "purpose": "share"}, "--purpose share exclude each other"),
        ({"set": "embers", "right": float("nan")}, "--right: nan is not a number"),
        ({"set": "embers", "up": float("-inf")}, "--up: -inf is not a number"),
        ({"set": "embers", "m": "1.av.1"}, "--mutations needs a deck"),
        ({"set": "embers", "out": "/no/such/folder/x.pdf"}, "x.pdf: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_told(tmp_path: Path, cards: list[Card], options: dict[str, Any], words: str) -> None:
    with pytest.raises(CommandError, match="(?i)" + words.replace("(", r"\(")):
        written(tmp_path, **options)


def test_arguments_of_the_shell(tmp_path: Path, cards: list[Card]) -> None:
    with pytest.raises(CommandError, match="invalid choice: 'a0'"):
        call_command("print_cards", "--set", "embers", "--paper", "a0", "--out", str(tmp_path / "x"))
    with pytest.raises(CommandError, match="required"):
        call_command("print_cards", "--out", str(tmp_path / "x"))
    call_command("print_cards", "--set", "embers", "--paper", "a3", "--out", str(tmp_path / "x"), "--verbosity", "0")


def test_private_cards_are_not_printed_by_accident(tmp_path: Path, cards: list[Card]) -> None:
    secret = make_card("Secret", make_set("cellar"), visibility=Visibility.PRIVATE)
    with pytest.raises(CommandError, match="Not found, or not visible to everybody"):
        written(tmp_path, cards=f"{cards[0].reference},{secret.reference}")
