"""Rulings of the games beside Clash of Decks: the engine agrees with every example, both languages say all, pages."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cards.texts import Texts
from contract.registry import faces_of
from engine.armies.game.game import ArmiesGame
from engine.armies.game.setup import ArmiesSetUp
from engine.kernel.errors import EngineError
from engine.kernel.protocol import Game
from engine.schools.game.game import SchoolsGame
from games.armies.rulings.catalogue import RULINGS as ARMIES
from games.armies.rulings.table import champion_rows
from games.schools.rulings.catalogue import RULINGS as SCHOOLS
from games.schools.rulings.table import LEVELS, trial_rows
from rulings.catalogue import INTERPRETATION, MIXED, RULEBOOK
from rulings.games.pages import example_view
from rulings.games.plain import SHARED_TEXTS, PlainRulings, check, read_example
from rulings.games.registry import plain_games
from rulings.games.running import answer_of, disagreement
from rulings.games.searching import search_in
from rulings.games.telling import FactTeller
from rulings.rulebook import RULING
from rulings.texts import LANGUAGES

NARROW = "\u202f"
EXAMPLES = [(game, example) for game in plain_games().values() for example in game.examples()]
IDS = [f"{game.name} {example.id}" for game, example in EXAMPLES]
every_game = pytest.mark.parametrize("game", plain_games().values(), ids=plain_games())


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=IDS)
def test_the_engine_agrees(game: PlainRulings, example: Any) -> None:
    assert [message for message in game.checked(example) if message] == []


@every_game
def test_every_ruling_has_an_example_and_every_example_rulings(game: PlainRulings) -> None:
    assert [number for number in game.ids() if not game.examples_of(number)] == []
    assert {number for example in game.examples() for number in example.rulings} == set(game.ids())
    assert [name for name, count in Counter(example.id for example in game.examples()).items() if count > 1] == []


def test_how_many_there_are() -> None:
    assert {game.name: len(game.ids()) for game in plain_games().values()} == {
        "magic-schools": 81,
        "clash-of-the-cards": 118,
    }
    statuses = Counter(ruling.status for game in plain_games().values() for ruling in game.rulings("en"))
    assert set(statuses) == {RULEBOOK, INTERPRETATION, MIXED}


# What the examples can notice


@pytest.mark.parametrize(
    "fact",
    [
        {"event": "move", "with": {"to": "water"}},
        {"event": "draw"},
        {"at": "/state/turn", "is": 4},
        {"at": "/state/nothing/0"},
        {"size": "/state/trials", "is": 3},
        {"refused": "not-in-hand"},
        {"legal": "move water"},
        {"illegal": "end"},
        {"only": ["end"]},
    ],
)
def test_a_wrong_fact_is_noticed(fact: dict[str, Any]) -> None:
    example = next(candidate for candidate in SCHOOLS.examples() if candidate.rulings[0] == "M5.1")
    assert disagreement(fact, answer_of(SCHOOLS.runner, example.request))


def test_an_example_that_cannot_be_carried_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    example = SCHOOLS.examples_of("M5.1")[0]
    refused = replace(example, request={**example.request, "actions": ["move water"]})
    assert "refused: not-in-hand" in check(SCHOOLS.runner, refused)[0]
    broken = replace(example, request={"state": {}})
    assert "cannot be carried out: bad-state" in check(SCHOOLS.runner, broken)[0]
    with pytest.raises(ValueError, match="no kind"):
        disagreement({"nonsense": 1}, answer_of(SCHOOLS.runner, example.request))
    with pytest.raises(ValueError, match="m1-1-1"):
        read_example({"id": "m1-1-1"})
    view = example_view(SCHOOLS, replace(example, id="m5-1-1"), "en")
    assert view.agrees and view.start and view.end


@pytest.mark.django_db
def test_the_command_tells_of_both(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_rulings", "--game", "clash-of-the-cards")
    assert capsys.readouterr().out.startswith("118 rulings, 9")
    call_command("check_rulings", "--ruling", "M7.1", "--ruling", "C6.1")
    assert "2 rulings, 3 examples, 0 of readings, 0 disagree" in capsys.readouterr().out
    monkeypatch.setattr("rulings.games.plain._checked", lambda *_: ("expected 1, the engine says 2",))
    with pytest.raises(CommandError, match="examples disagree"):
        call_command("check_rulings", "--ruling", "M7.1")
    assert "magic-schools m7-1-1: expected 1" in capsys.readouterr().err
    with pytest.raises(CommandError, match=r"No ruling 'M99\.1'"):
        call_command("check_rulings", "--ruling", "M99.1")


# What traces cite


def moments(game: Game[Any], seed: int) -> Iterator[dict[str, Any]]:
    """The events of a game that is played by chance."""
    rng = random.Random(seed)
    for _ in range(400):
        if game.is_over:
            return
        seat = rng.choice(game.to_act())
        game.apply(seat, str(rng.choice(list(game.legal_actions(seat)))))
        yield from game.view_of_events(seat)


@pytest.mark.parametrize("seed", range(3))
def test_every_ruling_that_a_trace_cites_is_there(seed: int) -> None:
    for rules, game in ((SCHOOLS, SchoolsGame(str(seed))), (ARMIES, ArmiesGame(ArmiesSetUp(3, str(seed))))):
        cited = {number for event in moments(game, seed) for number in event["rulings"]}
        assert cited and cited <= set(rules.ids())


# Words


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}")
    else:
        yield path, value


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (SHARED_TEXTS, "words"),
        *((game.texts, name) for game in plain_games().values() for name in ("rulings", "words")),
    ],
)
def test_both_languages_say_the_same_things_in_their_own_typography(texts: Texts, name: str) -> None:
    english, french = (dict(leaves(texts.file(language, name))) for language in LANGUAGES)
    assert english.keys() == french.keys()
    for path, text in english.items():
        assert text.strip() == text and "'" not in text and NARROW not in text, path
        assert sorted(re.findall(r"\{(\w+)\}", text)) == sorted(re.findall(r"\{(\w+)\}", french[path])), path
    for path, text in french.items():
        assert "'" not in text and not re.search(rf"[^{NARROW}][:;!?»](?=\s|$)", text), path


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_and_step_is_told_in_words(game: PlainRulings, language: str) -> None:
    for example in game.examples():
        view = example_view(game, example, language)
        lines = [
            view.title,
            *view.request,
            *(fact.words for fact in view.facts),
            *(step.refused for step in view.steps),
        ]
        assert all("{" not in words and "/" not in words for words in lines), example.id
        assert all(fact.words and "None" not in fact.words for fact in view.facts), (example.id, view.facts)


def test_a_fact_that_is_not_true_is_told_too() -> None:
    example = SCHOOLS.examples_of("M5.1")[0]
    answer = answer_of(SCHOOLS.runner, example.request)
    teller = FactTeller(SCHOOLS, faces_of("magic-schools"), "en")
    assert teller.tell({"event": "pass", "with": {"level": 3}}, answer) == "This happens: kind=pass level=3"
    assert teller.action("nonsense") == "nonsense"


@every_game
def test_the_rulebook_is_the_same_in_both_languages_and_names_rulings_that_are_there(game: PlainRulings) -> None:
    english, french = (game.rulebook(language) for language in LANGUAGES)
    assert [paragraph.id for paragraph in english.paragraphs] == [paragraph.id for paragraph in french.paragraphs]
    for paragraph, translated in zip(english.paragraphs, french.paragraphs, strict=True):
        targets = [[span.target for span in each.references if span.kind == RULING] for each in (paragraph, translated)]
        assert targets[0] and sorted(targets[0]) == sorted(targets[1]) and set(targets[0]) <= set(game.ids()), (
            paragraph.id
        )


# Searching and tables


@pytest.mark.parametrize(
    ("game", "language", "query", "number"),
    [
        (SCHOOLS, "en", "batrax", "M7.1"),
        (SCHOOLS, "en", "batrx", "M7.1"),
        (SCHOOLS, "en", "forty-five trials", "M1.2"),
        (SCHOOLS, "fr", "prolongation", "M9.3"),
        (SCHOOLS, "en", "M5.12", "M5.12"),
        (ARMIES, "en", "several wilds", "C6.15"),
        (ARMIES, "fr", "règle d'or", "C3.5"),
        (ARMIES, "fr", "se rendre", "C6.5"),
        (ARMIES, "en", "castle against a thief", "C9.2"),
    ],
)
def test_questions_are_answered_by_the_game_that_is_asked(
    game: PlainRulings, language: str, query: str, number: str
) -> None:
    hits = search_in(game, query, language)
    assert any(hit.title.startswith(f"{number} ") for hit in hits[:3]), [hit.title for hit in hits[:5]]
    assert all(hit.address.startswith(game.address()) for hit in hits)


def test_what_is_not_there_is_not_found() -> None:
    assert search_in(SCHOOLS, "qqqq", "en") == []


def test_the_tables_say_what_the_rulings_say() -> None:
    rows = {row.head: [cell.outcome for cell in row.cells] for row in trial_rows()}
    assert [outcome == "pass" for outcome in rows["0"]] == [level == 1 for level in LEVELS]
    assert [outcome == "inundatio" for outcome in rows["2"]] == [level == 4 for level in LEVELS]
    assert rows["3"][4:] == ["inundatio", "eversio"] and rows["5"][:5] == ["none"] * 5
    battles = {row.head: [cell.outcome for cell in row.cells] for row in champion_rows()}
    assert set(battles["wild"][:-1]) == {"first"} and battles["wild"][-1] == "home"
    assert battles["10"][:3] == ["second", "stronger", "first"]
    assert battles["death"][0] == "second" and battles["death"][-2] == "none"


# Pages


@pytest.mark.django_db
@every_game
@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_pages(game: PlainRulings, prefix: str, client: Client) -> None:
    home = f"{prefix}/rulings/{game.name}/"
    first = game.ids()[0]
    for address in (home, f"{home}rules/", f"{home}matrix/", f"{home}{first}/", f"{home}?q=card", f"{home}?q=qqqq"):
        answer = client.get(address)
        page = answer.content.decode()
        assert answer.status_code == 200, address
        switch = page.partition('class="game-switch"')[2].partition("</nav>")[0]
        assert all(
            f'href="{prefix}/rulings/{other}' in switch for other in ("", *(f"{name}/" for name in plain_games()))
        )
        (here,) = re.findall(r'href="([^"]+)"\s+aria-current="true"', switch)
        assert here.startswith(home), address
    assert 'class="agrees yes"' in client.get(f"{home}{first}/").content.decode()
    assert client.get(f"{home}{first}/why/").status_code == 200
    for missing in ("M99.1/", "C99.1/", "nonsense/", f"{first}/nonsense/"):
        assert client.get(home + missing).status_code == 404
    other = next(candidate for candidate in plain_games().values() if candidate is not game)
    assert client.get(f"{home}{other.ids()[0]}/").status_code == 404


@pytest.mark.django_db
def test_pages_of_clash_of_decks_lead_to_the_others_and_stay_where_they_are(client: Client) -> None:
    for address in ("/rulings/", "/rulings/rules/", "/rulings/matrix/", "/rulings/glossary/", "/rulings/?q=fly"):
        page = client.get(address).content.decode()
        assert 'href="/rulings/magic-schools/' in page and 'href="/rulings/clash-of-the-cards/' in page, address
    assert client.get("/rulings/stronghold-hp/").status_code == 200


def test_refusals_of_the_engine_have_words() -> None:
    for game in plain_games().values():
        for example in game.examples():
            for fact in example.facts:
                if "refused" in fact:
                    assert game.refusal_text(fact["refused"], "en")
    with pytest.raises(EngineError):
        SCHOOLS.runner.answer({"state": {}})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("aerial/", "/rulings/magic-schools/"),
        ("abilities/rage/", "/rulings/magic-schools/"),
        ("examples/mana-of-a-turn-1/", "/rulings/clash-of-the-cards/"),
        ("rules/combat/", "/rulings/magic-schools/rules/"),
        ("matrix/rage/sprint/", "/rulings/clash-of-the-cards/matrix/"),
        ("magic-schools/rules/", "/rulings/rules/"),
        ("clash-of-the-cards/matrix/", "/rulings/matrix/"),
    ],
)
def test_every_page_leads_to_the_other_games(client: Client, path: str, leads: str) -> None:
    """To their page of the same kind, where there is one."""
    page = client.get(f"/rulings/{path}").content.decode()
    switch = page[page.index('class="game-switch"') :]
    assert f'href="{leads}"' in switch[: switch.index("</nav>")]
