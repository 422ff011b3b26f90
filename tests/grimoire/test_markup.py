"""No page shows how Python would write a thing: a data class, a function, an object at an address of memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Final

import pytest
from django.apps import apps
from django.test import Client

from grimoire.editor import pages as editor_pages
from grimoire.models import Book, Puzzle
from tests.grimoire.factories import make_book, make_owner, make_puzzle
from tests.grimoire.test_secrecy import READ

pytestmark = pytest.mark.django_db

OTHERS: Final = (
    "/", "/rulings/", "/rulings/rules/", "/rulings/abilities/", "/rulings/abilities/instinct/", "/rulings/instinct/",
    "/rulings/matrix/", "/rulings/usual/", "/play/", "/cards/", "/workshop/", "/mutation/", "/scores/", "/fr/editor/",
)  # fmt: skip
# ``<object object at 0x7f…>``, ``<function f at 0x…>``, ``functools.partial(…)``, ``<QuerySet […]>``, escaped or not.
REPR: Final = re.compile(
    r"(?:<|&lt;)(?:[\w.]+ )*?(?:object|function|bound method|built-in)\b[^<>]* at 0x"
    r"|functools\.partial\(|(?:<|&lt;)QuerySet \["
    r"|(?:<|&lt;)(?:django|class &#x27;|class ')"
)


def data_classes() -> str:
    """Names of the data classes of the editor, whose repr was once in its markup, and of the models."""
    names = [name for name, value in vars(editor_pages).items() if isinstance(value, type) and is_dataclass(value)]
    assert "FrameSeat" in names
    return "|".join([*names, *(f"{model.__name__} object" for model in apps.get_models())])


def addresses(puzzle: Puzzle, book: Book) -> Iterator[str]:
    for name, where in READ.items():
        if not name.startswith(("api:", "oembed:")) and name not in ("grimoire:booklet", "grimoire:sheet"):
            yield from where(puzzle, book)[:2]
    yield from OTHERS


def test_no_page_has_a_python_repr_in_its_markup(client: Client) -> None:
    author = make_owner("author")
    puzzle = make_puzzle(author, title="Marked")
    book = make_book(author, [puzzle], title="Marked book")
    client.force_login(author.user)
    written = re.compile(rf"\b(?:{data_classes()})\(")
    looked_at = 0
    for address in addresses(puzzle, book):
        answer = client.get(address, follow=True)
        if "text/html" not in answer.get("Content-Type", ""):
            continue
        page = answer.content.decode()
        reprs = [match[0] for pattern in (REPR, written) if (match := pattern.search(page))]
        assert not reprs, (address, reprs)
        looked_at += 1
    assert looked_at > 40
