"""Templates: how they are written. `djlint` (script/test) looks at their HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MAX_COLUMNS: Final = 120
ONE_TAG: Final = ("{% styles ", "{% modules ")  # lists what a bundle is made of, and a tag is not broken
# The parts of a table and of a session, each sent by itself too, share its context.
WITH_ALL_ROOMS: Final = ("play/table/", "mutation/", "tournaments/", "scores/")
INCLUDE: Final = re.compile(r"{% include (\S+)(.*?) ?%}")

# What is included with the whole context of its page, and why.
WITH_ALL: Final = {
    '"play/_turns.html"': "the games that wait for whoever looks: its tag reads the request",
    '"grimoire/authoring/_flagged.html"': "reports of one's own pages: its tag reads the request",
    '"play/_start_form.html"': "has four values, with its form's token",
    '"rulings/questions/_sharing.html"': "has four values, with its form's token",
    '"rulings/questions/_news.html"': "answers to one's own questions: its tag reads the request",
    '"grimoire/community/_news.html"': "what is new on one's own pages: its tag reads the request",
    '"grimoire/community/_news_settings.html"': "whom one follows and how one hears of it: its tags read the request",
    '"play/webhooks/_mine.html"': "one's own addresses: its tag reads the request",
    "parts.head": "what a game adds to the page of its table: each takes what it needs",
    "parts.board": "what lies on the table of a game, sent by itself too",
    "parts.dialogs": "what a game adds to the page of its table: each takes what it needs",
    "section.template": "what other rooms put on the page: each takes what it needs",
    '"account/snippets/why.html"': "allauth's views say what is known, its tags read the request",
    '"socialaccount/snippets/login.html"': "allauth's tags read the request",
    '"socialaccount/snippets/discord.html"': "allauth's tags read the request",
    '"mfa/webauthn/snippets/login_script.html"': "allauth's script reads the request",
    '"analysing/_side.html"': "the side of an analysis, with its forms' tokens; sent by itself too",
    '"analysing/_more.html"': "has six values, with its forms' tokens",
    '"play/_operations.html"': "the operations of an API, as three pages list them",
    '"play/_lobby_list.html"': "the list of the lobby, sent by itself too",
    '"play/_review.html"': "all of a review but its head, sent by itself too",
    '"rulings/_head.html"': "a page's head: title, words, picture, address, data for machines, where it has them",
    '"cards/catalogue/_shared.html"': "a page's head: title, words, picture and address, where it has them",
    '"cards/workshop/_abilities.html"': "half of the workshop's form",
    '"cards/workshop/_kept.html"': "has eight values, with its forms' token; sent by itself too",
    '"grimoire/authoring/_state.html"': "has seven values, with its forms' token; sent by itself too",
    '"board/paper/_mark.html"': "stands inside a word, so that its tag cannot be broken",
    '"grimoire/browsing/_order.html"': "half of a book's editor, with its form's token",
    '"grimoire/community/_below.html"': "all that stands below a page, with its forms' token",
    '"grimoire/community/_form.html"': "has seven values, with the form's token",
    '"grimoire/community/_opinions.html"': "has three values, with the form's token",
    '"grimoire/editor/_zone.html"': "has six values; which depends on the zone",
    '"grimoire/solving/_foretell.html"': "one of two sides of the solving page, with their forms' token",
    '"schools/puzzle/_side.html"': "the side of a solving page, with its forms' token; sent by itself too",
    '"grimoire/solving/_later.html"': "looks the next page up only where the script does not ask",
    '"grimoire/solving/_line.html"': "one of two sides of the solving page, with their forms' token",
}


def templates(root: Path) -> Iterator[tuple[str, str]]:
    """Their names and texts."""
    for folder in (root / "templates", *sorted((root / "games").glob("*/templates"))):
        for path in sorted(folder.rglob("*.html")):
            yield path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")


def test_no_line_is_longer_than_120_columns(root: Path) -> None:
    assert not [
        f"{name}:{number}"
        for name, text in templates(root)
        for number, line in enumerate(text.splitlines(), start=1)
        if len(line) > MAX_COLUMNS and not line.strip().startswith(ONE_TAG)
    ]


def test_what_is_included_says_what_it_needs(root: Path) -> None:
    """``only`` on every include but those that take all for a reason; and no reason without an include."""
    unlimited = {
        included: name
        for name, text in templates(root)
        if not name.startswith(WITH_ALL_ROOMS)
        for included, words in INCLUDE.findall(text)
        if not words.endswith(" only") and not included.strip('"').startswith(WITH_ALL_ROOMS)
    }
    assert not {included: name for included, name in unlimited.items() if included not in WITH_ALL}
    assert unlimited.keys() >= WITH_ALL.keys()
