"""Print and play: every card of both games is there, in true size, with its back; the board, and the file as a job."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import translation

from cards.models import PrintJob
from cards.printing import services
from cards.printing.options import PrintOptions
from contract.kit import BOARD, CARDS, PADS, GameKit
from games.schools.board.faces import ELEMENT_FACES
from tables.kits.drawing import KitPaper, side_html, side_pdf
from tables.kits.works import kit_of
from tests.cards.printing.sheets import box_of, by_pdfium, cards_on, embedded_fonts, forms_on, opened, text_of
from tests.papers import is_in_our_fonts

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

SCHOOLS, ARMIES = kit_of("magic-schools"), kit_of("clash-of-the-cards")
FEW = 10  # cards, a sheet


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_of_clash_of_magic_schools_is_there(language: str) -> None:
    with translation.override(language):
        cards = SCHOOLS.cards()
        students = [card.front.context for card in cards if card.front.template == "schools/kit/student.html"]
        trials = [card.front.context for card in cards if card.front.template == "schools/kit/trial.html"]
        assert Counter(card["face"].element.slug for card in students) == dict.fromkeys(ELEMENT_FACES, 12)
        assert Counter(card["face"].level for card in trials) == {1: 10, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5}
        faces = [card["face"] for card in (*students, *trials)]
        assert len({face.name for face in faces}) == len({face.markup for face in faces}) == 105, "no two are alike"
        assert [card["school"] for card in trials if "school" in card] == ["Dragombre", "Blancgriffon"]
        assert (
            len({card.back.context["title"] for card in cards if card.front.template == "schools/kit/trial.html"}) == 3
        )
        assert sum(card.count for card in cards) == 108


def test_every_card_of_clash_of_the_cards_is_there() -> None:
    cards = ARMIES.cards()
    faces = {card.front.context["face"]: card.count for card in cards if card.front.template == "armies/kit/card.html"}
    characters = {(face.number, face.strength) for face in faces if face.number}
    assert characters == {(number, strength) for number in range(1, 11) for strength in range(1, 7)}
    assert len({face.markup for face in faces}) == len(faces) == 69, "no two are alike"
    special = {face.name: count for face, count in faces.items() if not face.number}
    assert special == {
        "Wild": 4, "Bonus": 4, "Castle": 6, "Death": 1, "Spy": 6, "Thief": 6, "Guardian": 4, "Chest": 1,
        "Gravedigger": 4,
    }  # fmt: skip
    assert sum(card.count for card in cards) == 100, "60 characters, 36 special cards, 4 quick start cards"


@pytest.mark.parametrize("kit", [SCHOOLS, ARMIES], ids=lambda kit: str(kit.name))
def test_cards_lie_in_true_size_with_their_backs_behind_them(kit: object) -> None:
    assert kit in (SCHOOLS, ARMIES)
    few = replace(kit, cards=lambda: kit.cards()[:FEW], board=None)  # type: ignore[type-var, attr-defined]
    options = PrintOptions(backs="shared")
    content = KitPaper(few, options, [CARDS]).pdf()  # type: ignore[arg-type]
    with opened(content) as document:
        front, back = document.pages[0], document.pages[1]
        assert box_of(front, "/MediaBox") == pytest.approx((0, 0, 297, 210), abs=0.1)
        fronts, backs = cards_on(front), cards_on(back)
        seen = [box for box, _turned, _form in forms_on(front)]
    assert len(fronts) == len(backs) == FEW
    for (x, y), (behind_x, behind_y) in zip(fronts, backs, strict=True):  # turned over on the long edge
        assert (behind_x, behind_y) == pytest.approx((x, 210 - y - 85), abs=0.1)
    across = sorted({x for x, _y in fronts})
    assert [b - a for a, b in pairwise(across)] == pytest.approx([57] * 4, abs=0.1)
    assert all(box[2:] == pytest.approx((57, 88), abs=0.1) for box in seen), "54 by 85 and half of the gap all round"
    fonts = embedded_fonts(content)
    assert fonts and all(fonts.values())
    assert is_in_our_fonts(content)
    assert document_is_whole(content)


def document_is_whole(content: bytes) -> bool:
    """Looked at: the frame of the first card has its first line 2.2 to 3 mm inside of its cut."""
    picture = by_pdfium(content, 300).convert("L")
    with opened(content) as document:
        (x, y), *_ = cards_on(document.pages[0])
    scale, middle = 300 / 25.4, 210 - y - 42.5
    row = [picture.getpixel((round((x + at / 10) * scale), round(middle * scale))) for at in range(-5, 40)]
    steps = [(at - 5) / 10 for at, (left, right) in enumerate(pairwise(row)) if abs(left - right) > 15]  # type: ignore[operator]
    return bool(steps) and 1.8 <= steps[0] <= 3.2


def test_a_side_shows_its_words_in_the_language() -> None:
    with translation.override("fr"):
        card = SCHOOLS.cards()[0]
        assert "Défausse ici les Élèves adverses" in side_html(card.front) and 'lang="fr"' in side_html(card.front)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kit", [SCHOOLS, ARMIES], ids=["schools", "armies"])
def test_the_words_of_an_aid_end_within_its_frame(kit: GameKit, language: str) -> None:
    with translation.override(language):
        aids = [
            side for card in kit.cards() for side in (card.front, card.back) if side.template == "play/kits/aid.html"
        ]
        pictures = [by_pdfium(side_pdf(side_html(side)), 150).convert("L") for side in aids]
    assert pictures
    for picture in pictures:
        below = picture.crop((0, round(picture.height * 0.955), picture.width, picture.height))
        darkest, lightest = below.getextrema()
        assert lightest - darkest < 20  # type: ignore[operator]  # of a grey picture


@pytest.mark.parametrize(("paper", "pages", "size"), [("a4", 2, (210, 297)), ("a3", 1, (420, 297))])
def test_the_board_has_five_arenas_and_both_blazons(paper: str, pages: int, size: tuple[float, float]) -> None:
    with translation.override("fr" if paper == "a3" else "en"):
        content = KitPaper(SCHOOLS, PrintOptions(paper=paper), [BOARD]).pdf()
    with opened(content) as document:
        assert len(document.pages) == pages
        for page in document.pages:
            assert box_of(page, "/MediaBox") == pytest.approx((0, 0, *size), abs=0.1)
    text = " ".join(text_of(content, page) for page in range(pages))
    elements = {"a4": ("Earth", "Water", "Air", "Fire", "Darkness"), "a3": ("Terre", "Eau", "Air", "Feu", "Ténèbres")}
    for name in (*elements[paper], "Dragombre", "Blancgriffon"):
        assert name in text
    assert [point for point in range(1, 21) if str(point) not in text.split()] == [], "the race, as on the page"
    assert all(embedded_fonts(content).values())
    assert is_in_our_fonts(content)
    # Columns of 60 mm: each spot for Trials is wider than a card by a millimetre on either side.
    picture = by_pdfium(content, 150).convert("L")
    scale = 150 / 25.4
    left = (size[0] - 60 * (6 // pages)) / 2
    ground, paper_white = (picture.getpixel((round((left + at) * scale), round(size[1] / 2 * scale))) for at in (1, -1))
    assert paper_white == 255 and ground < 245  # type: ignore[operator]


@pytest.mark.django_db
def test_the_file_is_a_print_job_of_whoever_asks() -> None:
    client = Client()
    for language in ("", "/fr"):
        page = client.get(f"{language}/print/games/magic-schools/").content.decode()
        assert "54" in page and ("plateau" if language else "board") in page
    assert client.get("/print/games/bingo/").status_code == 404
    form = {"paper": "letter", "turning": "none", "gutter": "0", "parts": [PADS, BOARD]}
    assert client.post("/print/games/clash-of-the-cards/", form).status_code == 422, "it has no board"
    answer = client.post("/fr/print/games/magic-schools/", form)
    job = PrintJob.objects.get()
    assert answer["Location"] == f"/fr/print/jobs/{job.token}/"
    services.step(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.DONE, job.problem
    with job.file.open("rb") as file:
        content = file.read()
    with opened(content) as document:
        assert len(document.pages) == 4, "two of the board, Curriculum, Championship"
        assert box_of(document.pages[0], "/MediaBox") == pytest.approx((0, 0, 215.9, 279.4), abs=0.1)
    assert "Cursus" in text_of(content, 2) and "Championnat" in text_of(content, 3)
    assert Client().get(f"/print/jobs/{job.token}/file/").status_code == 404
    job.delete()
