"""What a browser needs to answer questions without the site, of one language, as JSON: the rules of all games, the ways
to ask for them, the lists of words and the figures of the search.

``static/js/rulings/offline/`` does with it what ``desk`` does here; nothing that is said or weighed is written there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.urls import reverse

from cards.abilities import ability_name
from cards.folding import folded
from contract.registry import GAMES
from rulings import desk, fitting, topics
from rulings.fitting import DECKS, corpus_in, folder_of, own_names
from rulings.games import searching as games_searching
from rulings.games.registry import plain_games
from rulings.games.searching import address_of
from rulings.links import address
from rulings.matrix import EDITIONS, abilities_of, cells, headline, no_interaction
from rulings.rulebook import FOLDER
from rulings.searching import Answer, RuleEntry, asking, index, searcher, stems, verdicts
from rulings.searching.alike import alike_lines, leaning_words, silent_words
from rulings.searching.answers import answers_in, sentence_of
from rulings.searching.phrasings import phrasings

Json = dict[str, Any]
_WITH_FIGURES: Final = {
    "searcher": searcher, "asking": asking, "games": games_searching, "fitting": fitting, "verdicts": verdicts,
    "index": index, "desk": desk, "topics": topics,
}  # fmt: skip


def search_data(language: str, published_answers: tuple[RuleEntry, ...] = ()) -> Json:
    """All of it, with addresses for the active language; ``published_answers`` are those of editors."""
    return {
        "language": language,
        "games": [
            _game(name, language, published_answers if name == DECKS else ()) for name in (DECKS, *plain_games())
        ],
        "figures": _figures(),
        "stems": stems.rules_of(language),
        "silent": sorted(silent_words(language)),
        "alike": alike_lines(language),
        "leaning": sorted(leaning_words(language)),
        "polarity": _polarity(language),
        "asking": asking.lists_of(language),
        "cells": {edition: _cells(edition, language) for edition in EDITIONS},
        "nothing": no_interaction(language),
        "abilities": _abilities(language),
        "matrix": reverse("rulings:matrix"),
    }


def _figures() -> dict[str, Json]:
    """The figures of each module of the search, by their names without underscores."""
    figures = {
        name: {key.strip("_"): value for key, value in vars(module).items() if _is_figure(key, value)}
        for name, module in _WITH_FIGURES.items()
    }
    figures["desk"]["CALLED_ORDER"] = list(desk.CALLED)
    return figures


def _is_figure(name: str, value: object) -> bool:
    numbers = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
    return name.strip("_").isupper() and all(type(number) in (int, float) for number in numbers) and bool(value)


def _polarity(language: str) -> Json:
    with (FOLDER / "polarity.toml").open("rb") as file:
        data = tomllib.load(file)
    names = ("plain", "amount", "other", "negations", "turning", "own", "others")
    lists = {name: [folded(word) for word in data[f"{name}_{language}"]] for name in names}
    digits = verdicts.number_words(language)
    return {**lists, "harmless": data["harmless"], "particles": data["particles"], "digits": digits}


def _cells(edition: str, language: str) -> Json:
    said = {"/".join(pair): headline(cell, language) for pair, cell in cells(edition).items()}
    nothing = no_interaction(language)
    return {
        "abilities": abilities_of(edition),
        "said": {pair: text for pair, text in said.items() if text != nothing},
    }


def _game(name: str, language: str, published_answers: tuple[RuleEntry, ...]) -> Json:
    own = corpus_in(name, language)
    named = searcher.abilities_named(published_answers, language) if name == DECKS else {}
    return {
        "name": name,
        "title": GAMES[name].title,
        "called": desk.CALLED[name].pattern,
        "entries": [_entry(entry, name, language, named) for entry in own],
        "answers": [_entry(entry, name, language, named) for entry in published_answers],
        "ways": list(_ways(language)) if name == DECKS else [],
        "known": [
            {
                "ruling": answer.ruling,
                "verdict": answer.verdict,
                "source": answer.source,
                "sentence": sentence_of(answer, language),
                "questions": answer.questions[language],
            }
            for answer in answers_in(folder_of(name))
        ],
        "proper": sorted(own_names(name, language)),
    }


def _abilities(language: str) -> dict[str, str]:
    return {slug: ability_name(slug, language) for edition in EDITIONS for slug in abilities_of(edition)}


def _entry(entry: RuleEntry, game: str, language: str, named: Mapping[Answer, frozenset[str]]) -> Json:
    """An entry without what it has not."""
    fields = {
        "kind": entry.kind,
        "id": entry.id,
        "title": entry.title,
        "text": "" if entry.passages else entry.text,
        "names": entry.names,
        "href": _address(entry, game, language),
        "season1": entry.season_1,
        "context": entry.context,
        "abilities": entry.abilities,
        "passages": [(passage.kind, passage.name, passage.text) for passage in entry.passages],
        "named": sorted(named.get((entry.kind, entry.id), ())),
    }
    return {name: value for name, value in fields.items() if value}


def _address(entry: RuleEntry, game: str, language: str) -> str:
    return address(entry.kind, entry.id, language) if game == DECKS else address_of(plain_games()[game], entry)


def _ways(language: str) -> Iterator[Json]:
    for way in phrasings(language):
        ability = ability_name(way.ability, language) if way.ability else ""
        yield {"text": way.text, "answers": [" ".join(answer) for answer in way.answers], "ability": ability}
