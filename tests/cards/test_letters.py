"""Letters that our fonts have, and what becomes of others on paper."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cards.fonts import BESIDE_DISPLAY, CAPS, DISPLAY, SCRIPTS, SIGNS, TEXT
from cards.letters import REPLACEMENT, missing_letters, printable_letters, unbroken, without_ligatures
from cards.rendering.pdf import card_pdf, press
from cards.rendering.signs import FAMILY
from tests.cards.test_face_browser import kelpie
from tests.papers import is_in_our_fonts

THUMB = "\U0001f44d\U0001f3fd"


@pytest.fixture(autouse=True)
def _own_cache(settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    settings.RENDER_CACHE = tmp_path_factory.getbasetemp() / "rendered"


@pytest.mark.parametrize(
    "text",
    [
        "Œuvre — “noire”… \u22123",
        "Šíp Łukasz Şoim",
        "Đặng Thị Ngọc Hân",
        "Ὀδυσσεὺς ὁ Μέγας",
        "Щедрик Ґалаґан Ўёж Ѣ",
        "ﬁne ﬂow oﬃce",
        "non\u2011breaking, narrow\u202fspace, soft\u00adhyphen",
        f"difficulty {SIGNS}",
    ],
)
def test_these_letters_are_in_our_fonts(text: str) -> None:
    assert missing_letters(text) == ()
    assert REPLACEMENT not in printable_letters(text)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (f"Ash {THUMB} and 竜, {THUMB}", (THUMB, "竜")),
        ("עֹז", ("עֹ", "ז")),
        ("تنّ", ("ت", "نّ")),
        ("🇫🇷 ♥️", ("🇫🇷", "♥️")),
        ("\ufffd", ("\ufffd",)),
    ],
)
def test_for_each_letter_that_is_in_none_there_is_a_box(text: str, missing: tuple[str, ...]) -> None:
    assert missing_letters(text) == missing
    assert missing_letters(printable_letters(text)) in ((), (REPLACEMENT,))
    assert printable_letters(text).count(REPLACEMENT) >= len(missing)


def test_markup_stays_as_it_is() -> None:
    html = '<p lang="fr" title="竜">&lt;b&gt; A\u202f!</p>'
    assert printable_letters(html) == html.replace("竜", REPLACEMENT)


def test_ligatures_are_letters() -> None:
    assert without_ligatures("ﬀ ﬁ ﬂ ﬃ ﬄ ﬅ ﬆ") == "ff fi fl ffi ffl st st"
    assert kelpie("ﬁne ﬂow").title.lines == ("fine flow",)


@pytest.mark.parametrize(
    "name", ["Đặng Thị Ngọc Hân", "Ὀδυσσεὺς", "Щедрик", "火の猫 🐉", "التنين الأحمر", "◆ \u22121 ʒ", "x́ǫ̣"]
)
def test_nothing_on_a_card_is_in_a_font_that_is_not_ours(name: str) -> None:
    content = card_pdf(kelpie(name, flavour=f"{name}, {name.upper()}."))
    assert is_in_our_fonts(content)


def test_not_even_a_font_that_is_named_comes_from_the_machine() -> None:
    content = press("<p>Ag 竜 ♥ ★</p><pre>code</pre>", "p { font-family: 'DejaVu Sans', monospace }")
    assert is_in_our_fonts(content)


RULE = re.compile(
    r'@font-face \{ font-family: "([^"]+)"; .*?url\("\.\./fonts/([^"]+)"\).*?(?:unicode-range: ([^;]*);)? \}'
)


def test_pages_load_each_script_only_where_it_is_read(root: Path) -> None:
    """For each font the screen has the files that paper has; each is fetched for its letters alone."""
    screen: dict[str, set[str]] = {}
    sheets = (root / "static" / "css" / name for name in ("base.css", "cards.css"))
    for family, file, ranges in (match for sheet in sheets for match in RULE.findall(sheet.read_text("utf-8"))):
        script = re.search("-((?:latin|greek|cyrillic)(?:-ext)?|vietnamese)-", file)
        assert script is not None
        style = "italic" if "italic" in file else "normal"
        screen.setdefault(f"{family} {style}", set()).add(script[1])
        assert bool(ranges) == (family != DISPLAY), file
    beyond = set(SCRIPTS) - {"latin"}
    assert screen == {
        f"{TEXT} normal": {*SCRIPTS},
        f"{TEXT} italic": {*SCRIPTS},
        f"{CAPS} normal": {*SCRIPTS},
        f"{BESIDE_DISPLAY} normal": beyond,
        f"{DISPLAY} normal": {"latin"},
        f"{TEXT} of Faces normal": {*SCRIPTS},
        f"{TEXT} of Faces italic": {*SCRIPTS},
        f"{CAPS} of Faces normal": {*SCRIPTS},
    }


def test_pages_are_laid_out_through_one_door(root: Path) -> None:
    """Where fonts of the machine are shut out, and letters that ours lack are replaced."""
    door = root / "cards" / "rendering" / "documents.py"
    rooms = [room for room in root.iterdir() if (room / "__init__.py").exists() and room.name != "tests"]
    assert root / "cards" in rooms
    for path in (path for room in rooms for path in room.rglob("*.py") if path != door):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bHTML\(|\bFontConfiguration\(", text), path


def test_there_are_as_many_boxes_as_letters() -> None:
    """A space between two of them is none, nor is what joins them."""
    content = press("<p>Ag 火 竜\u00a0♥️ 👨‍👩‍👧 A</p>", "p { font: 20pt Alegreya }")
    with pikepdf.open(io.BytesIO(content)) as document:
        widths = [item for item in document.objects if isinstance(item, pikepdf.Dictionary) and "/W" in item]
        signs = next(item for item in widths if FAMILY.replace(" ", "-") in str(item.BaseFont))
        drawn = {round(float(width)) for group in list(signs.W)[1::2] for width in group}
    assert drawn == {620, 227}  # a box, a space
    with pypdfium2.PdfDocument(content) as document:
        text = document[0].get_textpage().get_text_bounded()
    assert text.split() == ["Ag", REPLACEMENT, REPLACEMENT, REPLACEMENT, REPLACEMENT, "A"]


def test_signs_that_french_sets_apart_stay_with_their_word() -> None:
    assert unbroken("Or : tout, <b>Halte</b> ! « Non »") == "Or\u00a0: tout, <b>Halte</b>\u00a0! «\u00a0Non\u00a0»"
    assert unbroken('<p class="a"> a:b ?x :-)</p>') == '<p class="a"> a:b ?x :-)</p>'
