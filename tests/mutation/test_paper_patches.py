"""Patches to cut out: each as large as what it covers on the face, in true size; Auras over two places."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cards.rendering.style import face_css
from engine.decks.game.mutations import Mutant, covered_by
from engine.decks.rules.cards import Card
from engine.decks.sessions.ledger_state import GluedPatch, MutatingCard, SessionState
from mutation.faces import SessionFaces
from mutation.paper import sheets
from mutation.paper.patches import patches_of
from mutation.paper.sheets import sheet_part
from mutation.services.ledgers import ledger_of
from tests.cards.printing.sheets import opened, text_of
from tests.mutation.sessions import Player, in_games, mutate, play_games

pytestmark = pytest.mark.django_db
Box = tuple[float, float, float, float]  # left, top, width, height
WIDTH, HEIGHT = 54, 85  # of a card, millimetres
PIXEL = 25.4 / 96
PITCH = 19.1  # from ability to ability, in hundredths of a card's width, as all below


def rule(style: str, selector: str) -> dict[str, float]:
    """The lengths that a style sheet gives to a selector, in hundredths of a card's width."""
    values: dict[str, float] = {}
    for body in re.findall(rf"(?:^|[}},]) ?{re.escape(selector)}(?:, [^{{}}]*)? \{{([^}}]*)\}}", style, re.MULTILINE):
        values |= {name: float(value) for name, value in re.findall(r"([\w-]+): (-?[\d.]+)cqw", body)}
    assert values, selector
    return values


def on_face(*selectors: str) -> Box:
    """Where something stands on a face."""
    lengths: dict[str, float] = {}
    for selector in selectors:
        lengths |= rule(face_css(), selector)
    return box_on_card(lengths)


def box_on_card(lengths: dict[str, float]) -> Box:
    """The box that lengths from the edges of a card make."""
    left = lengths["left"] if "left" in lengths else 100 - lengths["right"] - lengths["width"]
    top = lengths["top"] if "top" in lengths else 100 * HEIGHT / WIDTH - lengths["bottom"] - lengths["height"]
    return left, top, lengths["width"], lengths["height"]


def ability(row: int, rows: int = 1, *, aura: bool = False) -> Box:
    """Where abilities stand on a face."""
    column, badge, star = (
        rule(face_css(), selector) for selector in (".card .abs", ".card .ab", ".card .ab .f-ornament")
    )
    left, top = 100 - column["right"] - column["width"], column["top"] + (row - 1) * PITCH
    assert badge["height"] + badge["margin-bottom"] == pytest.approx(PITCH)
    if aura:
        return left + star["left"], top + star["top"], star["width"], star["height"] + (rows - 1) * PITCH
    return left, top, badge["width"], badge["height"] + (rows - 1) * PITCH


def piece(shape: str) -> Box:
    """Which part of a face a patch is, as the sheets' style has it."""
    style = (Path(sheets.__file__).parent / "sheets.css").read_text(encoding="utf-8")
    size = rule(style, f".piece.is-{shape}")
    moved = rule(style, ".piece.is-av .card" if shape in ("av", "hp") else f".piece.is-{shape} .card")
    if shape == "hp":
        moved |= rule(style, ".piece.is-hp .card")
    top = -moved["top"] if "top" in moved else 100 * HEIGHT / WIDTH + moved["bottom"] - size["height"]
    return -moved["left"], top, size["width"], size["height"]


COVERED = {
    "cost": (on_face(".card .cost"), on_face(".card.incantation .cost", ".card .cost", ".card.incantation .cost")),
    "av": (on_face(".card .av", ".card .av"),),
    "hp": (on_face(".card .hp", ".card .hp"),),
    "plain": (ability(1),),
    "aura": (ability(1), ability(1, aura=True)),
    "wide": (ability(1, 2), ability(1, aura=True)),
}


@pytest.mark.parametrize("shape", COVERED)
def test_a_patch_covers_what_is_under_it_and_little_more(shape: str) -> None:
    left, top, width, height = piece(shape)
    for x, y, across, down in COVERED[shape]:
        assert left <= x and top <= y
        assert x + across <= left + width + 1e-9 and y + down <= top + height + 1e-9
    largest = max(COVERED[shape], key=lambda box: box[2] * box[3])
    assert width - largest[2] < 2.5 and height - largest[3] < 2.5  # hundredths of 54 mm
    if shape in ("plain", "aura"):  # the neighbours keep their places
        assert top + height < ability(2)[1]


@pytest.mark.parametrize("element", ["cost", "av", "hp"])
def test_a_hole_is_where_the_piece_was(element: str) -> None:
    style = (Path(sheets.__file__).parent / "holes.css").read_text(encoding="utf-8")
    assert box_on_card(rule(style, f".hole.at-{element}")) == pytest.approx(piece(element))


def frames(content: bytes) -> list[Box]:
    """Every frame of dashes on the first page, in mm: four lines each, above, right, below, left."""
    with opened(content) as document:
        drawn = document.pages[0].obj.Contents
        parts = drawn if isinstance(drawn, pikepdf.Array) else [drawn]
        text = b"\n".join(part.read_bytes() for part in parts).decode("latin-1")
    number = r"(-?[\d.]+)"
    lines = [
        tuple(float(number) * PIXEL for number in line)
        for line in re.findall(rf"\] 0 d\n{number} {number} m\n{number} {number} l\nS", text)
    ]
    boxes = []
    for above, right, below, left in zip(*(lines[start::4] for start in range(4)), strict=True):
        assert above[0] == pytest.approx(below[0]) and right[1] == pytest.approx(left[1])
        boxes.append((above[0], right[1], above[2] - above[0], right[3] - right[1]))
    return boxes


def glued(printed: tuple[str, ...], element: str, *covers: str) -> GluedPatch:
    assert set(covers) <= set(printed)
    return GluedPatch(90, 1, element, "initiation/ferry-pike", covers, Decimal(2), None, None)


def state_with(printed: tuple[str, ...], *patches: GluedPatch) -> tuple[SessionState, SessionFaces, MutatingCard]:
    """A session in which the first card of A's deck was printed with these abilities and has these patches."""
    session = in_games()
    ledger = ledger_of(session)
    sheet = ledger.state.seats[0]
    before = Card("Patchwork", True, 3, 2, 4, printed)
    slugs = printed
    for patch in patches:
        slugs = covered_by(slugs, patch.element, patch.covers) if patch.covers else slugs
    now = Mutant(Card("Patchwork", True, 3, 2, 4, slugs), frozenset(patch.element for patch in patches))
    card = MutatingCard(sheet.deck[0].id, before, now, patches)
    state = ledger.state.with_seat(0, sheet._replace(deck=(card, *sheet.deck[1:])))
    return state, SessionFaces(session, ledger.header, "en"), card


def printed_sheet(state: SessionState, faces: SessionFaces) -> bytes:
    phases = patches_of(state, "A", faces, range(1, 7))
    return sheet_part("patches.html", {"sheet": {"player": "Ada", "session": "", "phases": phases}}, "a4").made(1)


@pytest.mark.parametrize(
    ("printed", "element", "covers", "shapes"),
    [
        (("rage", "defender"), "vanish", ("defender",), ["plain"]),
        (("aura:rage", "defender"), "vanish", ("aura:rage",), ["aura"]),
        (("aura:rage",), "aura:vanish", ("aura:rage",), ["aura"]),
        (("rage", "defender", "sprint"), "aura:vanish", ("defender", "sprint"), ["wide"]),
        (("rage", "defender", "sprint"), "aura:vanish", ("sprint", "rage"), ["aura", "plain"]),
        (("rage", "sprint"), "aura:vanish", ("sprint", "rage"), ["wide"]),
    ],
)
def test_patches_have_their_size_to_a_tenth_of_a_millimetre(
    printed: tuple[str, ...], element: str, covers: tuple[str, ...], shapes: list[str]
) -> None:
    state, faces, _card = state_with(printed, glued(printed, element, *covers))
    content = printed_sheet(state, faces)
    sizes = [box[2:] for box in frames(content)]
    wanted = [tuple(side * WIDTH / 100 for side in piece(shape)[2:]) for shape in shapes]
    assert sizes == [pytest.approx(size, abs=0.1) for size in wanted]
    words = text_of(content)
    assert "Patches to cut out · Ada" in words and "Round 1, before game 1" in words
    if len(shapes) == 2:
        assert "blank, over Sprint" in words and "ability 3 from the top" in words


def test_what_is_drawn_on_a_patch_is_whole() -> None:
    """Within the frame there is paper all around: no element is cut off, and each has something on it."""
    session = in_games()
    mutate(session, "A", 1)
    mutate(session, "A", 1)
    play_games(session, "A", "B")
    session.refresh_from_db()
    player = Player(session)
    content = player.paper("patches", of="A")
    boxes = frames(content)
    assert len(boxes) == 2
    with pypdfium2.PdfDocument(content) as document:
        picture = document[0].render(scale=600 / 72).to_pil().convert("RGB")
    for left, top, width, height in boxes:
        inside = cropped(picture, left + 0.26, top + 0.26, width - 0.52, height - 0.52)
        last = inside.width - 1, inside.height - 1
        ring = [inside.getpixel((x, y)) for x in range(inside.width) for y in (0, last[1])]
        ring += [inside.getpixel((x, y)) for y in range(inside.height) for x in (0, last[0])]
        dark = [pixel for pixel in ring if min(pixel) <= 235]  # type: ignore[type-var]
        assert not dark, (left, top, width, height)
        assert min(inside.convert("L").tobytes()) < 80
    assert frames(player.paper("patches", of="A", round="2")) == []
    assert "No mutations" in text_of(player.paper("patches", of="B"))


def cropped(picture: Image.Image, *box: float) -> Image.Image:
    left, top, width, height = (side / 25.4 * 600 for side in box)
    return picture.crop((round(left), round(top), round(left + width), round(top + height)))


@pytest.mark.parametrize(
    ("printed", "covers", "rows", "blank"),
    [
        (("rage", "defender", "sprint"), ("rage", "defender"), [(1, "aura:vanish"), (3, "sprint")], 0),
        (("rage", "defender", "sprint"), ("sprint", "defender"), [(1, "rage"), (2, "aura:vanish")], 0),
        (("rage", "defender", "sprint"), ("rage", "sprint"), [(1, "aura:vanish"), (2, "defender")], 3),
        (
            ("rage", "defender", "sprint", "cursed"),
            ("rage", "sprint"),
            [(1, "aura:vanish"), (2, "defender"), (4, "cursed")],
            3,
        ),
        (("defender", "aura:rage"), ("aura:rage",), [(1, "defender"), (2, "aura:vanish")], 0),
    ],
)
def test_abilities_keep_their_places_beside_an_aura(
    printed: tuple[str, ...], covers: tuple[str, ...], rows: list[tuple[int, str]], blank: int
) -> None:
    _state, faces, card = state_with(printed, glued(printed, "aura:vanish", *covers))
    face = faces.mutated(card).face
    assert [(row, badge.slug) for row, badge in face.rows] == rows
    assert (face.blank, face.row_count) == (blank, len(printed))
    wide = [badge.slug for badge in face.abilities if badge.two]
    assert wide == (["aura:vanish"] if len(covers) == 2 and not blank else [])
    assert [row for row, slug in enumerate(face.places, 1) if slug] == [row for row, _slug in rows]
