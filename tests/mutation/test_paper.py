"""A session on paper: sizes to a tenth of a millimetre, fonts embedded, what stands on it and what is drawn."""

from __future__ import annotations

import io
from typing import Any

import pypdfium2 as pdfium
import pytest

from engine.decks.sessions.offers import bench
from mutation.paper.papers import PAPER_WORKS
from mutation.services.ledgers import ledger_of
from tests.cards.printing.sheets import embedded_fonts
from tests.marks import some_long
from tests.mutation.sessions import Player, in_games, make_session, mutate, play_games, put
from tests.papers import is_in_our_fonts

pytestmark = [pytest.mark.django_db, pytest.mark.slow("draws pages as PDF and as pictures")]
OF_ONE = ("deck", "laboratory", "patches", "mutations")
POINT = 25.4 / 72  # millimetres
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
PAGES = {"deck": 1, "laboratory": 1, "patches": 1, "mutations": 1, "scores": 1, "prices": 1, "booklet": 12, "blank": 6}


def opened(player: Player, what: str, **query: str) -> pdfium.PdfDocument:
    return pdfium.PdfDocument(player.paper(what, **query))


def words(document: pdfium.PdfDocument, page: int = 0) -> str:
    return " ".join(document[page].get_textpage().get_text_range().split())


@pytest.fixture
def player() -> Player:
    session = in_games()
    mutate(session, "A", 1)
    play_games(session, "A", "B")
    session.refresh_from_db()
    return Player(session)


@pytest.mark.parametrize("what", some_long(PAPER_WORKS, "booklet"))
def test_every_paper_has_its_size_and_brings_its_fonts(player: Player, what: str) -> None:
    paper = "letter" if what in ("laboratory", "blank") else "a4"
    content = player.paper(what, paper=paper, **({"of": "A"} if what in OF_ONE else {}))
    document = pdfium.PdfDocument(content)
    assert len(document) == PAGES[what]
    for page in document:
        width, height = (side * POINT for side in page.get_size())
        wanted = (148, 210) if what == "booklet" else SIZES[paper]
        assert (width, height) == (pytest.approx(wanted[0], abs=0.1), pytest.approx(wanted[1], abs=0.1))
    fonts = embedded_fonts(content)
    assert fonts and all(fonts.values())
    assert is_in_our_fonts(content)
    assert words(document)


def test_the_sheets_say_what_the_ledger_says(player: Player) -> None:
    state = ledger_of(player.session).state  # type: ignore[arg-type]
    card = next(candidate for candidate in state.seats[0].deck if candidate.patches)
    source = state.header.card(card.patches[0].source).name
    mutations = words(opened(player, "mutations", of="A"))
    assert "Ada" in mutations and source in mutations and "Before game 1, against Dan" in mutations
    scores = words(opened(player, "scores"))
    assert "A Ada D Dan Ada" in scores and "entry" in scores
    assert "own" in words(opened(player, "prices")) and "Defender 1.5" in words(opened(player, "prices"))
    blank = opened(player, "blank")
    assert "Ada" not in words(blank) and "6. before game" in words(blank, 1).lower()
    french = opened(player, "scores", prefix="/fr")
    assert "Feuille de score" in words(french)


def test_a_patch_is_drawn_on_the_deck_and_a_hole_in_the_laboratory(player: Player) -> None:
    """Looked at as pictures: the card that changed differs from the card as it was, the others do not."""
    state = ledger_of(player.session).state  # type: ignore[arg-type]
    changed = [place for place, card in enumerate(state.seats[0].deck) if card.patches]
    now, before = (picture(opened(player, "deck", of="A", **more)) for more in ({}, {"plain": "1"}))
    differing = [place for place in range(9) if cell(now, place) != cell(before, place)]
    assert differing == changed
    patch = state.seats[0].deck[changed[0]].patches[0]
    laboratory = opened(player, "laboratory", of="A")
    assert state.header.card(state.seats[0].deck[changed[0]].id).name.split()[0] in words(laboratory)
    whole = picture(laboratory)
    mutate(player.session, "A", 4)  # type: ignore[arg-type]
    cut = ledger_of(player.session).state.seats[0].laboratory  # type: ignore[arg-type]
    again = picture(opened(player, "laboratory", of="A"))
    newly = [place for place, card in enumerate(cut) if card.cut and card.cut[-1].n > patch.n]
    assert [place for place in range(8) if cell(whole, place) != cell(again, place)] == newly
    since = picture(opened(player, "deck", of="A", since="4"))
    assert not is_white(since, 0) and is_white(since, 2)


def picture(document: pdfium.PdfDocument) -> Any:
    return document[0].render(scale=2).to_pil().convert("RGB")


def _box(place: int) -> tuple[int, int, int, int]:
    left, top = 22 + 56 * (place % 3), 7 + 87 * (place // 3)
    return tuple(round(side / POINT * 2) for side in (left, top, left + 54, top + 85))  # type: ignore[return-value]


def cell(image: Any, place: int) -> bytes:
    buffer = io.BytesIO()
    image.crop(_box(place)).save(buffer, "PPM")
    return buffer.getvalue()


def is_white(image: Any, place: int) -> bool:
    return image.crop(_box(place)).getextrema() == ((255, 255),) * 3


def test_nothing_is_printed_before_all_decks_are_chosen_or_of_what_there_is_not() -> None:
    session = make_session()
    ben = Player(session, "B")
    assert ben.look("paper/")["Location"].startswith(session.get_absolute_url())
    for what in PAPER_WORKS:
        assert ben.send(f"paper/{what}/").status_code == 404
    player = Player(in_games())
    wrong: tuple[tuple[str, dict[str, str]], ...] = (
        ("money", {}),
        ("deck", {"of": "E"}),
        ("deck", {"paper": "a5"}),
        ("deck", {"since": "13"}),
        ("deck", {"size": "1x1"}),
        ("patches", {"round": "7"}),
        ("patches", {"round": "-1"}),
    )
    for what, query in wrong:
        assert player.send(f"paper/{what}/", **query).status_code == 404, (what, query)


def test_slips_for_sleeves_have_their_size_with_the_card_in_true_size(player: Player) -> None:
    """Lines around slips of 63 by 88 mm, three by three; other sizes are those of the printing room."""
    content = player.paper("deck", of="A", size="63x88")
    image = pdfium.PdfDocument(content)[0].render(scale=300 / 72).to_pil().convert("L")
    dark = [y for y in range(image.height) if image.getpixel((round(12 / 25.4 * 300), y)) < 200]  # type: ignore[operator]
    lines = [y for place, y in enumerate(dark) if place == 0 or y - dark[place - 1] > 4]
    assert [line / 300 * 25.4 for line in lines[:4]] == [pytest.approx(5 + 88 * row, abs=0.2) for row in range(4)]
    row = [x for x in range(image.width) if image.getpixel((x, round(7.2 / 25.4 * 300))) < 200]  # type: ignore[operator]
    assert row[0] / 300 * 25.4 == pytest.approx(10.5, abs=0.2) and row[-1] / 300 * 25.4 == pytest.approx(199.5, abs=0.2)
    true = picture(opened(player, "deck", of="A"))
    other = picture(opened(player, "deck", of="A", size="54x86"))
    assert cell(true, 0) != cell(other, 0)


@pytest.mark.long
def test_a_booklet_tells_the_whole_session(player: Player) -> None:
    """Pages of A5, or two on a sheet of A4 by turns; what the ledger says is in it, in the reader's language."""
    whole = opened(player, "booklet")
    for page in whole:
        assert [side * POINT for side in page.get_size()] == [pytest.approx(148, abs=0.1), pytest.approx(210, abs=0.1)]
    texts = [words(whole, number) for number in range(len(whole))]
    assert "Friday" in texts[0] and all(name in texts[0] for name in ("Ada", "Ben", "Cleo", "Dan"))
    together = " ".join(texts)
    for text in ("The rules in short", "Price list", "Mutation list · Dan", "Round by round", "Standings", "Story"):
        assert text in together
    state = ledger_of(player.session).state  # type: ignore[arg-type]
    for sheet in state.seats:
        for card in (*sheet.deck, *sheet.laboratory):
            assert state.header.card(card.id).name.split()[0].lower() in together.lower()
    folded = opened(player, "booklet", folded="1", paper="letter")
    assert len(folded) == 2 * -(-len(opened(player, "booklet", paper="letter")) // 4)
    for page in folded:
        assert [side * POINT for side in page.get_size()] == [
            pytest.approx(279.4, abs=0.1),
            pytest.approx(215.9, abs=0.1),
        ]
    assert "Friday" in words(folded, 0)  # the cover is on the right of the first sheet
    french = opened(player, "booklet", prefix="/fr")
    assert "Les règles en bref" in words(french, 1)


def test_a_surcharge_and_who_has_left_are_said() -> None:
    session = in_games()
    state = ledger_of(session).state
    letter, offer = next(
        (letter, offer)
        for letter in "ABCD"
        for offer in bench(state, letter).offers
        if offer.code is None and any(slug in state.prices.covering for slug in offer.covers)
    )
    put(session, offer.to_event(letter, state.next_game("ABCD".index(letter))))
    put(session, {"by": "D", "kind": "withdraw"})
    session.refresh_from_db()
    player = Player(session)
    more = sum(state.prices.covering[slug] for slug in offer.covers if slug in state.prices.covering)
    assert f"of which {more} for covering" in words(opened(player, "mutations", of=letter))
    assert "D Dan withdrawn" in words(opened(player, "scores"))
    assert "D Dan withdrawn" not in words(opened(player, "blank"))
