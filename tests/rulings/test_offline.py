"""The rules without a network: what is kept of them, how heavy that is, and the page for the middle of a game."""

from __future__ import annotations

import gzip
import re
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from rulings.examples import all_examples
from rulings.fitting import corpus_in, folder_of
from rulings.games.registry import plain_games
from rulings.matrix import cells
from rulings.models import EditorialRuling
from rulings.offline import DRAWINGS, pages, version
from rulings.searching.answers import answers_in
from rulings.texts import LANGUAGES
from rulings.usual import usual_questions

MOST = 1_500_000  # bytes of all that is kept of a language, packed as it is kept
WORKER = Path(settings.BASE_DIR) / "static/js/worker/rules.js"
ADDRESSES = re.compile(r'(?:href|src|data-symbols)="([^"]+)"')


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rules_of_a_language_are_light(client: Client, language: str) -> None:
    """Pages, what is searched and what they are drawn with, each packed once, and the single pages that have room
    beside, which the worker weighs."""
    packed, needed = 0, set()
    for address in pages()[language]:
        answer = client.get(address)
        assert answer.status_code == 200, address
        packed += len(gzip.compress(answer.content, 6))
        if answer["Content-Type"].startswith("text/html"):
            links = ADDRESSES.findall(answer.content.decode())
            needed |= {link.partition("#")[0] for link in links if link.startswith((settings.STATIC_URL, DRAWINGS))}
    assert len(pages()[language]) > 15 and any(link.startswith(DRAWINGS) for link in needed)
    packed += sum(len(gzip.compress(_drawn_with(client, address), 6)) for address in needed)
    most_opened = re.search(r"MOST_OPENED = ([\d_]+)", WORKER.read_text(encoding="utf-8"))
    assert most_opened and packed + int(most_opened[1]) < MOST, packed


def _drawn_with(client: Client, address: str) -> bytes:
    if address.startswith(DRAWINGS):
        return client.get(address).content
    path = finders.find(address.removeprefix(settings.STATIC_URL).split("?")[0])
    assert isinstance(path, str), address
    return Path(path).read_bytes()


@pytest.mark.django_db
@pytest.mark.parametrize("start", ["", "/fr"])
def test_cells_and_examples_have_their_places_on_kept_pages(client: Client, start: str) -> None:
    """Where the worker leads without a network: the same cell and example, in words, under either order."""
    said = client.get(f"{start}/rulings/matrix/all/").content.decode()
    for first, second in (("sprint", "aquatic"), ("aquatic", "sprint"), ("rage", "rage")):
        assert said.count(f'id="{first}-x-{second}"') == 1
    assert 'id="aim-x-rage"' in client.get(f"{start}/rulings/matrix/all/season-1/").content.decode()
    examples_page = client.get(f"{start}/rulings/examples/").content.decode()
    for example in all_examples():
        assert examples_page.count(f'id="{example.id}"') == 1
    for name, game in plain_games().items():
        said = client.get(f"{start}/rulings/{name}/examples/").content.decode()
        every = {example.id for ruling in game.ids() for example in game.examples_of(ruling)}
        assert every and all(said.count(f'id="{identifier}"') == 1 for identifier in every)
        assert "<svg" not in said.partition("<h1>")[2].partition("</main>")[0], "words alone"
    places = ("", "rules/", "decided/", "matrix/", "examples/")
    of_games = [f"{game}/{page}" for game in plain_games() for page in places]
    for address in ("matrix/all/", "matrix/all/season-1/", "examples/", "decided/", "offline/", *of_games):
        assert f"{start}/rulings/{address}" in pages()["fr" if start else "en"]
    assert client.get(f"{start}/rulings/matrix/all/season-3/").status_code == 404


@pytest.mark.django_db
def test_the_worker_knows_them_and_their_version(client: Client) -> None:
    script = client.get("/sw.js").content.decode()
    assert f'"version": "{version()}"' in script and '"/fr/rulings/table/"' in script
    assert script.index("worker/rules") < script.index("worker/offline"), "of two that answer, the one above does"
    assert re.fullmatch(r"[0-9a-f]{12}", version())


@pytest.mark.django_db
def test_a_kept_page_is_nobodys(client: Client, django_user_model: type) -> None:
    """What the worker keeps it fetches as a stranger: nothing of a visitor is on it."""
    for address in pages()["en"][:3]:
        answer = Client().get(address)
        assert "sessionid" not in answer.cookies


@pytest.mark.parametrize("language", LANGUAGES)
def test_usual_questions_have_answers(language: str) -> None:
    questions = usual_questions(language)
    assert len(questions) >= 10 and len({question.id for question in questions}) == len(questions)
    for question in questions:
        assert question.question.rstrip("\u202f?").strip() and question.answers
        for answer in question.answers:
            assert answer.title and "".join(span.text for span in answer.spans)
    order = next(question for question in questions if question.id == "steps")
    assert [number for number, _ in order.answers[1].steps] == list(range(1, 20))


@pytest.mark.django_db
@pytest.mark.parametrize("start", ["", "/fr"])
def test_the_usual_questions_are_two_taps_away(client: Client, start: str) -> None:
    """Rules in the menu, and there the question itself, or Quick reference among the doors."""
    assert f'href="{start}/rulings/"' in client.get(f"{start}/cards/").content.decode()
    rules = client.get(f"{start}/rulings/").content.decode()
    assert f'href="{start}/rulings/table/"' in rules
    page = client.get(f"{start}/rulings/table/").content.decode()
    assert page.count("<details") == len(usual_questions("en"))
    assert 'id="rule-q"' in page
    for question in usual_questions("en"):
        assert f'href="{start}/rulings/table/#answer-{question.id}"' in rules and f'id="answer-{question.id}"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("start", ["", "/fr"])
def test_what_is_searched_offline_is_all_that_is_searched(client: Client, start: str) -> None:
    language = "fr" if start else "en"
    data = client.get(f"{start}/rulings/search.json").json()
    for game in data["games"]:
        entries = corpus_in(game["name"], language)
        assert [(entry["kind"], entry["id"]) for entry in game["entries"]] == [(e.kind, e.id) for e in entries]
        assert all(entry["href"].startswith(f"{start}/rulings/") for entry in game["entries"])
        assert len(game["known"]) == len(answers_in(folder_of(game["name"])))
    for edition, said in data["cells"].items():
        assert set(said["said"]) == {
            f"{a}/{b}" for (a, b), cell in cells(edition).items() if cell.sentences or cell.reverse
        }


@pytest.mark.django_db
def test_what_editors_answered_is_searched_offline_too(client: Client) -> None:
    assert not client.get("/rulings/search.json").json()["games"][0]["answers"]
    EditorialRuling.objects.create(
        id="a-ruling", title_en="Cards that glow", text_en="They glow.", date=date(2026, 1, 1), facts=[]
    )
    (answer,) = client.get("/rulings/search.json").json()["games"][0]["answers"]
    assert (answer["id"], answer["href"]) == ("a-ruling", "/rulings/a-ruling/")
