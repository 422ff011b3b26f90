"""Documents name what there is: modules, paths, commands and links in them lead somewhere."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from django.core.management import get_commands

ROOT: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")
DOCUMENTS: Final = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("*/README.md")),
]
LENGTHS: Final = {"docs/architecture.md": 7000, **{f"{room}/README.md": 500 for room in ROOMS}}  # words

LINK: Final = re.compile(r"\]\(([^)#:]+)(?:#([^)]+))?\)")
CODE: Final = re.compile(r"`([^`\n]+)`")
NAME: Final = re.compile(r"[a-z_]+(?:\.[A-Za-z_]\w*)+")
PATH: Final = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
COMMAND: Final = re.compile(r"manage\.py ([a-z_]+)")
ENDINGS: Final = (".py", ".md", ".toml", ".jsonl", ".json", ".txt", ".css", ".js", ".html", ".yaml", ".sha256", ".in")
PLACEHOLDER: Final = re.compile(r"[A-Z]{4}")  # tests/NAME.txt
MADE: Final = (".venv", "node_modules", "staticfiles", "var")  # here, by scripts
# What only looks like a name of ours: files of hosts, of readers and of commands' examples.
OTHERS: Final = {"grimoire.env", "grimoire.example", "pages.jsonl", "state.json", "turns.jsonl"}


def words(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def names(document: Path) -> Iterator[str]:
    """What stands as code in a document, lines of commands too, word by word."""
    for code in CODE.findall(words(document)):
        yield from code.replace(",", " ").split()


@cache
def places() -> frozenset[str]:
    """Every file and folder, by each end of its path: ``a/b.py``, ``b.py``, without ``.py`` too."""
    names = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in (*MADE, ".git", "__pycache__")]
        for name in (*folders, *files):
            parts = (*Path(folder).relative_to(ROOT).parts, name.removesuffix(".py"))
            for first in range(len(parts)):
                end = "/".join(parts[first:])
                names |= {end, end + name[len(parts[-1]) :]}
    return frozenset(names)


def is_path(word: str, room: Path) -> bool:
    """Whether a word is meant as a path: it begins with a folder that there is, or ends like a file of ours."""
    first, slash, _ = word.partition("/")
    if not PATH.fullmatch(word) or word in OTHERS or first in MADE or PLACEHOLDER.search(word):
        return False
    return word.endswith(ENDINGS) or (bool(slash) and ((ROOT / first).is_dir() or (room / first).is_dir()))


def is_module(word: str) -> bool:
    """Whether a dotted name is a module's, or begins with one's and goes on with what that holds."""
    parts = word.split(".")
    if parts[0] not in ROOMS:
        return True
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
        if file.exists():
            return length == len(parts) or re.search(rf"\b{parts[length]}\b", words(file)) is not None
    return False


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_named_is_there(document: Path) -> None:
    room = document.parent if document.parent.name in ROOMS else ROOT
    paths = [word for word in names(document) if is_path(word, room)]
    modules = [word for word in names(document) if NAME.fullmatch(word) and word not in {*paths, *OTHERS}]
    assert [word for word in paths if word.rstrip("/") not in places()] == []
    assert [word for word in modules if not is_module(word)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for path, anchor in LINK.findall(words(document)):
        target = document.parent / path
        assert target.exists(), path
        if anchor:
            headings = re.findall(r"^#+ (.+)$", words(target), flags=re.MULTILINE)
            assert anchor in [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings], anchor


def test_commands_that_are_named_are_there() -> None:
    known = set(get_commands())
    for document in DOCUMENTS:
        assert set(COMMAND.findall(words(document))) <= known, document


def test_each_room_has_a_page_of_its_own() -> None:
    assert [room for room in ROOMS if not (ROOT / room / "README.md").exists()] == []


@pytest.mark.parametrize("name", LENGTHS)
def test_documents_are_short(name: str) -> None:
    assert len(words(ROOT / name).split()) <= LENGTHS[name]
