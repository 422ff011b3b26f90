"""The tables of docs/contributor/balance.md."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any, Final

from cards import costs
from cards.sets import all_cards, all_sets, decks
from engine.decks.bots import LEVELS
from engine.kernel.shares import wilson_interval
from tools.balancing.costing import model_of
from tools.balancing.matches import DECKS, MADE, SETS, sets_match
from tools.balancing.playing import games_of
from tools.balancing.strengths import games_of_cards, leanings, measured

SHARE_LOW: Final = 0.35
SHARE_HIGH: Final = 0.65


def told(score: float, games: int) -> str:
    """A share with its games and its interval, as cells of a table."""
    low, high = wilson_interval(score, games)
    return f"{games} | {score:.1%} | {low:.1%} to {high:.1%}"


def shares(games: Iterable[dict[str, Any]]) -> dict[str, tuple[int, float]]:
    """Of each card of the sets: in how many games it was in a deck, and the share of them that this deck won."""
    played: dict[str, int] = {}
    won: dict[str, float] = {}
    for game in games:
        match = sets_match(game["n"])
        for cards, score in ((match.first, game["won"]), (match.second, 1 - game["won"])):
            for card in cards:
                name = str(card.reference)
                played[name] = played.get(name, 0) + 1
                won[name] = won.get(name, 0.0) + score
    return {name: (number, won[name] / number) for name, number in played.items()}


def report_decks(level: str) -> None:
    """The preconstructed decks against each other, by the games that are kept."""
    games = games_of(DECKS, level)
    if games:
        print(f"\n### The preconstructed decks, {level} on both sides\n")
        print_decks(games)


def print_decks(games: Sequence[dict[str, Any]]) -> None:
    """How often each preconstructed deck wins, by games of the kind ``decks``."""
    print("| deck | against | games | wins | 95 % interval |\n| --- | --- | ---: | ---: | --- |")
    for first, second in combinations([deck.slug for deck in decks()], 2):
        scores = [_score(game, first) for game in games if set(game["decks"]) == {first, second}]
        if scores:
            print(f"| {first} | {second} | {told(sum(scores) / len(scores), len(scores))} |")
    for deck in decks():
        scores = [_score(game, deck.slug) for game in games if deck.slug in game["decks"]]
        if scores:
            print(f"| {deck.slug} | all others | {told(sum(scores) / len(scores), len(scores))} |")
    report_first(games)


def _score(game: dict[str, Any], deck: str) -> float:
    won: float = game["won"]
    return won if game["decks"][0] == deck else 1 - won


def report_first(games: Sequence[dict[str, Any]]) -> None:
    """The worth of beginning, and how long the games were."""
    score = sum(game["won"] for game in games) / len(games)
    low, high = wilson_interval(score, len(games))
    open_ = sum(game["won"] == 0.5 for game in games) / len(games)
    turns = sorted(game["turns"] for game in games)
    print(
        f"\nThe player who begins wins {score:.1%} ({low:.1%} to {high:.1%}) of {len(games)} games; "
        f"{open_:.1%} are left unfinished; the median game has {turns[len(turns) // 2]} turns of each player."
    )


def report_cards(level: str) -> None:
    """How often the decks win that hold a card, by the games that are kept."""
    games = games_of(SETS, level)
    if games:
        print(f"\n### The cards of the sets, {level} on both sides\n")
        print_cards(games)


def print_cards(games: Sequence[dict[str, Any]]) -> None:
    """How often the decks win that hold a card, by games of the kind ``sets``."""
    by_name = shares(games)
    fewest = min(number for number, _ in by_name.values())
    outside = [name for name, (_, share) in by_name.items() if not SHARE_LOW <= share <= SHARE_HIGH]
    print(f"{len(by_name)} cards in {len(games)} games, each card in at least {fewest}.")
    report_first(games)
    print("\n| share of wins | cards |\n| --- | ---: |")
    edges = [0.0, SHARE_LOW, 0.40, 0.45, 0.55, 0.60, SHARE_HIGH, 1.0]
    for low, high in pairwise(edges):
        number = sum(low <= share < high for _, share in by_name.values())
        print(f"| {low:.0%} to {high:.0%} | {number} |")
    print(f"\nOutside {SHARE_LOW:.0%} to {SHARE_HIGH:.0%}: {', '.join(sorted(outside)) or 'none'}.")
    ordered = sorted(by_name, key=lambda name: by_name[name][1])
    print("\n| card | games | wins | 95 % interval |\n| --- | ---: | ---: | --- |")
    for name in (*ordered[:8], *ordered[-8:]):
        number, share = by_name[name]
        print(f"| {name} | {told(share, number)} |")
    print_sets(games)


def print_sets(games: Iterable[dict[str, Any]]) -> None:
    """How often the decks win that hold a card of each set, where the cards come out of all sets."""
    print("\n| set | share of wins over all sets' cards |\n| --- | --- |")
    mixed = shares(game for game in games if game["n"] % 2 == 0)
    for card_set in all_sets():
        of_set = [mixed[card.reference] for card in card_set.cards if card.reference in mixed]
        number = sum(games for games, _ in of_set)
        if number:
            print(f"| {card_set.slug} | {sum(games * share for games, share in of_set) / number:.1%} |")


def suggest(level: str) -> None:
    """The cards that are too cheap or too dear, by how much, the cheapest first."""
    _, mana, _ = model_of(games_of(MADE, level))
    leaning = leanings(measured(games_of_cards(level), mana))
    for card in sorted(all_cards(), key=lambda card: -leaning[card.reference]):
        body = f"{card.cost} {card.av}/{card.hp}" if card.is_creature else f"{card.cost} {card.av}"
        print(f"{leaning[card.reference]:+.2f}  {card.reference}  {body}  {' '.join(card.abilities)}")


def report_model() -> None:
    """The cost model, and how the printed costs stand to it."""
    model = costs.model()
    print("\n### The cost model\n")
    print("| feature | Mana | standard error |\n| --- | ---: | ---: |")
    for name, mana in model.mana.items():
        print(f"| {name} | {mana:+.2f} | {model.errors.get(name, 0.0):.2f} |")
    off = sorted(costs.explain(card.card).difference for card in all_cards())
    mean = sum(off) / len(off)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in off) / len(off))
    print(f"\nPrinted cost less fair cost: mean {mean:+.2f}, standard deviation {deviation:.2f} Mana.")


def report() -> None:
    """All tables, for each level of bots that has played."""
    for level in LEVELS:
        report_decks(level)
        report_cards(level)
    report_model()
