"""What we decided beside the rulings: each in both languages, with what else could be read, and the engine agrees."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.test import Client

from cards.texts import Texts
from rulings.catalogue import INTERPRETATION, StatedRuling, all_rulings
from rulings.examples import Example, check
from rulings.expectation_text import fact_words, told_events
from rulings.games.pages import example_view as game_example_view
from rulings.games.plain import PlainRulings
from rulings.games.registry import games_with_rulings, plain_games
from rulings.readings import all_readings, grouped, reading_examples
from rulings.texts import FOLDER, LANGUAGES
from rulings.views.decided import readings_of
from tests.grimoire.booklets.test_sizes import letters
from tests.rulings.test_games import leaves

ROOT = Path(__file__).resolve().parents[2]
NARROW = "\u202f"
COUNT = 107
GAMES = list(games_with_rulings())
EXAMPLES = reading_examples()
GAME_EXAMPLES = [(game, example) for game in plain_games().values() for example in game.reading_examples()]


def test_numbers_are_permanent_and_no_two_games_share_one() -> None:
    numbers = [reading.number for name in GAMES for reading in readings_of(name, "en")]
    assert numbers == [f"R{number}" for number in range(1, COUNT + 1)]


@pytest.mark.parametrize("name", GAMES)
def test_each_says_what_is_ours_and_what_else_could_be_read(name: str) -> None:
    for english, french in zip(readings_of(name, "en"), readings_of(name, "fr"), strict=True):
        assert english.number == french.number and english.title != french.title
        kinds = [passage.kind for passage in english.passages]
        assert kinds == [passage.kind for passage in french.passages] and INTERPRETATION in kinds, english.number
        for each in (english, french):
            assert each.other and each.other.endswith((".", "»")), each.number
            assert all(passage.text.endswith(".") for passage in each.passages), each.number
            assert len(each.title) <= 60 and not each.title.endswith("."), each.number


@pytest.mark.parametrize("name", GAMES)
def test_the_rulings_that_they_stand_beside_exist(name: str) -> None:
    known = {ruling.number for ruling in all_rulings("en")}
    if name in plain_games():
        known = set(plain_games()[name].ids())
    for reading in readings_of(name, "en"):
        assert set(reading.about) <= known, reading.number
        for number in re.findall(r"\b(?:[MC])?\d{1,2}\.\d{1,2}\b", reading.decided):
            assert number in known or number in ("1.0", "2.5"), (reading.number, number)


@cache
def code_of_the_site() -> dict[str, str]:
    """Every module that a reading can name, by its path."""
    rooms = ("engine", "games", "mutation", "scores", "tables")
    paths = (path for room in rooms for path in (ROOT / room).rglob("*.py"))
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


def is_defined(name: str) -> bool:
    """Whether a module, a package, a class, a function or an attribute is called so."""
    if any(path.endswith(f"/{name}.py") or f"/{name}/" in path for path in code_of_the_site()):
        return True
    pattern = re.compile(rf"(?m)^\s*(?:def|class) {name}\b|^\s*(?:self\.)?{name}\b.*[:=]|\b{name}: ")
    return any(pattern.search(text) for text in code_of_the_site().values())


@pytest.mark.parametrize("name", GAMES)
def test_the_code_that_follows_them_is_there(name: str) -> None:
    for reading in readings_of(name, "en"):
        for named in reading.code:
            assert is_defined(named.rpartition(".")[2]), named


@pytest.mark.parametrize("folder", [FOLDER, *(game.folder / "text" for game in plain_games().values())])
def test_both_languages_say_the_same_things_in_their_own_typography(folder: Path) -> None:
    english, french = (dict(leaves(Texts(folder).file(language, "readings"))) for language in LANGUAGES)
    assert english.keys() == french.keys()
    for path, text in english.items():
        assert "'" not in text and NARROW not in text, path
        assert "'" not in french[path] and not re.search(rf"[^{NARROW}][:;!?»](?=\s|$)", french[path]), path


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.id for example in EXAMPLES])
def test_the_engine_agrees(example: Example) -> None:
    assert [str(disagreement) for disagreement in check(example)] == []
    assert example.ruling in {reading.number for reading in all_readings("en")}
    assert re.fullmatch(rf"{example.ruling.lower()}-[1-9]", example.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_are_told_in_words(language: str) -> None:
    for example in EXAMPLES:
        for fact in example.facts:
            words = fact_words(fact, language, told_events(example, language))
            assert not re.search(r'[{}"]|None|/[a-z]', words), (example.id, words)


@pytest.mark.parametrize(("game", "example"), GAME_EXAMPLES, ids=[example.id for _, example in GAME_EXAMPLES])
def test_the_engine_of_the_other_games_agrees(game: PlainRulings, example: Any) -> None:
    assert [message for message in game.checked(example) if message] == []
    assert set(example.rulings) <= {reading.number for reading in game.readings("en")}
    for language in LANGUAGES:
        view = game_example_view(game, example, language)
        assert all("{" not in fact.words and "/" not in fact.words for fact in view.facts), example.id


@pytest.mark.parametrize("name", GAMES)
def test_each_has_an_example_or_says_why_it_has_none(name: str) -> None:
    plain = plain_games().get(name)
    examples = [example.rulings for example in plain.reading_examples()] if plain else []
    shown = {number for numbers in examples for number in numbers} or {example.ruling for example in EXAMPLES}
    for language in LANGUAGES:
        unshown = {reading.number for reading in readings_of(name, language) if reading.unshown}
        assert unshown == {reading.number for reading in readings_of(name, language)} - shown


def test_what_is_ours_of_a_ruling() -> None:
    by_number: dict[str, StatedRuling] = {ruling.number: ruling for ruling in all_rulings("en")}
    assert by_number["1.2"].decided == by_number["1.2"].ours != ""
    assert by_number["1.4"].decided == by_number["1.4"].text and by_number["1.4"].ours == ""
    assert by_number["1.1"].decided == ""


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", ["", "/fr"])
@pytest.mark.parametrize("name", GAMES)
def test_pages(name: str, prefix: str, client: Client) -> None:
    home = f"{prefix}/rulings/{name}/decided/" if name in plain_games() else f"{prefix}/rulings/decided/"
    language = prefix.strip("/") or "en"
    page = client.get(home).content.decode()
    readings = readings_of(name, language)
    for reading in readings:
        assert f'href="{home}{reading.number}/"' in page and f'id="{reading.number.lower()}"' in page
    assert all(f'id="{group.id}"' in page for group in grouped(readings))
    assert page.count('class="decided"') > 3
    for number in (readings[0].number, readings[-1].number):
        assert client.get(f"{home}{number}/").status_code == 200
    for missing in ("R999/", "R0/", "r1/"):
        assert client.get(home + missing).status_code == 404


@pytest.mark.django_db
def test_a_reading_with_its_board(client: Client) -> None:
    page = client.get("/rulings/decided/R16/").content.decode()
    assert "What else could be read" in page and 'href="/rulings/ai-reinforcement-in-play/"' in page
    assert page.count('class="example"') == 3 and 'class="note bad"' not in page
    assert "r93-1" in client.get("/rulings/clash-of-the-cards/decided/R93/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_the_judges_sheet_can_be_opened_and_read(prefix: str, client: Client) -> None:
    answer = client.get(f"{prefix}/rulings/decided/sheet.pdf")
    assert answer["Content-Type"] == "application/pdf"
    document = pypdfium2.PdfDocument(answer.content)
    assert 2 <= len(document) <= 6
    texts = []
    for page in document:
        assert [round(side * 25.4 / 72) for side in page.get_size()] == [210, 297]
        texts.append(page.get_textpage().get_text_range())
        assert min(size for size, _down, _letter in letters(page)) >= 6.49
    language = prefix.strip("/") or "en"
    whole = "".join("".join(texts).split())
    for ruling in all_rulings(language):
        assert f"{ruling.number}{''.join(ruling.title.split())}." in whole or not ruling.decided, ruling.number
    for number in range(1, 56):
        assert f"R{number}" in whole
