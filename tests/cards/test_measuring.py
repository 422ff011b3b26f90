"""Text that fits: measured in the fonts themselves, for every name there is and for hostile ones."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import faces
from cards.faces import FLAVOUR_BOX, LABEL_BOX, NAME_BOX, PLACE_NAME_BOX, ROOMY_NAME_BOX
from cards.letters import letters
from cards.measuring import LINE, NAME, SMALLEST, STEP, Fitted, TextBox, fit, fit_lines, width_of
from cards.rendering.style import face_css
from cards.sets import all_cards, all_sets

HOSTILE = (
    "W" * 40,
    "a" * 60,
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Anticonstitutionnellement extraordinaire",
    "x " * 300,
    "日本語 の カード" * 6,
    "Œ" * 40,
    "MMMMMMMMMM WWWWWWWWWW MMMMMMMMMM WWWWWW",
    "👨‍👩‍👧‍👦" * 6,
    "🇫🇷" * 20,
    "राष्ट्रीयस्वास्थ्यकार्यक्रमसमन्वय",
    "التنين الأحمر العظيم من الجبال",
    "x\u0301\u0323\u0335" * 12,
)
BOXES = [value for name, value in vars(faces).items() if isinstance(value, TextBox)]


def assert_fits(fitted: Fitted, box: TextBox) -> None:
    for line in fitted.lines:
        assert width_of(line, box.style) * fitted.size <= box.width + 1e-6, line
    assert len(fitted.lines) * fitted.size * box.leading <= box.height + 1e-6, fitted


def every_text() -> list[tuple[str, TextBox]]:
    texts = [(text, NAME_BOX) for card in all_cards() for text in (card.name.en, card.name.fr)]
    texts += [(text, FLAVOUR_BOX) for card in all_cards() for text in (card.flavour.en, card.flavour.fr)]
    for card_set in all_sets():
        for place in (*card_set.bridges, *card_set.strongholds):
            texts += [(place.name.en, PLACE_NAME_BOX), (place.name.fr, PLACE_NAME_BOX)]
    return texts


def test_every_text_of_the_sets_fits_whole_in_at_most_two_lines_that_can_be_read() -> None:
    for text, box in every_text():
        fitted = fit(text, box)
        assert_fits(fitted, box)
        assert " ".join(" ".join(fitted.lines).split()) == " ".join(text.split())
        assert len(fitted.lines) <= 2, text
        # In print 6.5 points are 4.25 hundredths of the width.
        assert fitted.size >= (4.2 if box is FLAVOUR_BOX else 5), text


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_fits_and_is_whole(text: str, box: TextBox) -> None:
    fitted = fit(text, box)
    joined = "".join(line.removesuffix("-") for line in fitted.lines).replace(" ", "")
    assert joined == text.replace(" ", "")
    if fitted.size > SMALLEST:
        assert_fits(fitted, box)


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=40))
def test_any_name_fits(name: str) -> None:
    fitted = fit(name, NAME_BOX)
    assert_fits(fitted, NAME_BOX)
    assert_fits(fit_lines(fitted.lines, ROOMY_NAME_BOX), ROOMY_NAME_BOX)


def test_short_names_are_large_and_in_one_line() -> None:
    assert fit("Ogre", NAME_BOX) == Fitted(("Ogre",), NAME_BOX.largest[0])
    assert fit("", NAME_BOX).lines == ()


def test_words_stay_whole_unless_one_is_too_long() -> None:
    assert fit("Keeper of the Seven Bells", NAME_BOX).lines == ("Keeper of the", "Seven Bells")
    broken = fit("W" * 40, NAME_BOX).lines
    assert len(broken) > 1
    assert all(line.endswith("-") for line in broken[:-1])


FAMILY, FLAG, THUMB = "👨‍👩‍👧‍👦", "🇫🇷", "👍🏽"


@pytest.mark.parametrize("letter", [FAMILY, FLAG, THUMB, "x\u0301\u0323", "ष्ट्री", "A", "竜"])
def test_what_is_seen_as_one_letter_is_never_broken(letter: str) -> None:
    assert list(letters(letter * 3)) == [letter] * 3
    lines = fit(letter * 40, NAME_BOX).lines
    assert len(lines) > 1
    for line in lines:
        line = line.removesuffix("-")
        assert line == letter * line.count(letter)


@pytest.mark.parametrize(("letter", "hyphen"), [("W", True), ("é", True), ("竜", False), (THUMB, False)])
def test_hyphens_are_for_alphabets(letter: str, hyphen: bool) -> None:
    lines = fit(letter * 40, NAME_BOX).lines
    assert all(line.endswith("-") == hyphen for line in lines[:-1])


@given(st.text(max_size=30))
def test_letters_leave_nothing_out(text: str) -> None:
    assert "".join(letters(text)) == text


def test_accents_take_no_room_of_their_own() -> None:
    assert width_of("x\u0335\u0321", NAME) == width_of("x", NAME)


def test_widths_come_from_the_fonts() -> None:
    assert width_of("W", NAME) > width_of("i", NAME) > 0
    assert width_of("ab", LINE) == pytest.approx(width_of("a", LINE) + width_of("b", LINE))
    assert width_of("é", NAME) == pytest.approx(width_of("e", NAME), rel=0.02)


@pytest.mark.parametrize("label", ["Creature", "Incantation", "Champion", "Créature", "Forteresse"])
def test_labels_stand_in_one_line(label: str) -> None:
    assert fit(label, LABEL_BOX).lines == (label,)


def test_the_style_sheet_has_a_class_for_every_size(root) -> None:
    largest = max(max(box.largest) for box in BOXES)
    sizes = {str(round(step * STEP * 10)) for step in range(round(SMALLEST / STEP), round(largest / STEP) + 1)}
    assert set(re.findall(r"\.n-(\d+) \{", face_css())) >= sizes
    small = (root / "static" / "css" / "cards.css").read_text()
    assert set(re.findall(r"\.s-(\d+) \{", small)) >= sizes
    for number, size in re.findall(r"\.[ns]-(\d+) \{ font-size: ([\d.]+)cqw", face_css() + small):
        assert int(number) == pytest.approx(float(size) * 10)


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u202f"])
@pytest.mark.parametrize("words", ["Qui vive{0}?", "Attention{0}!", "Or{0}: tout", "Assez{0}; tout", "«{0}Halte{0}»"])
def test_no_line_begins_with_a_sign_that_french_sets_apart(words: str, space: str) -> None:
    """However wide the box: each word would be the last of a line once."""
    for width in range(20, 120, 3):
        box = TextBox(LINE, width / 2, 400, 1.12, (8.0,), 1)
        for line in fit(" ".join([words.format(space)] * 4), box).lines:
            assert line[0] not in ":;!?»" and line[-1] != "«"


def test_all_spaces_break_a_line_but_those_that_are_made_not_to() -> None:
    fitted = fit("Ferry  Pike\u202fand\nSon", TextBox(NAME, 10, 400, 1, (8.0,), 1))
    assert fitted.lines == ("Ferry", "Pike", "and", "Son")
