"""Ledgers at random: sessions played by people who now and then do what they may not, and whom somebody corrects."""

from __future__ import annotations

import random
from typing import Any

from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_2, slugs_of
from engine.decks.sessions import ORGANISER, SCHEDULE, SEATS, SessionLedger, bench

Event = dict[str, Any]

SLUGS = slugs_of(ABILITIES_OF_EDITION[SEASON_2])
# Few slugs on many cards, so that mutations meet: the same ability twice, a second Aura, drawbacks.
USUAL = ("rage", "sprint", "vanish", "splash", "defender", "cursed", "mercenary", "aura:rage", "aura:sprint")


def cards(rng: random.Random, number: int = 64) -> list[dict[str, Any]]:
    """Cards with values near each other."""
    made = []
    for place in range(number):
        abilities = rng.sample(USUAL, rng.choice((0, 1, 1, 2, 2, 3)))
        if rng.random() < 0.3:
            abilities = list(dict.fromkeys([*abilities, rng.choice(SLUGS)]))
        card = {"id": f"card/{place}", "name": f"Card {place}", "type": "creature", "abilities": abilities}
        card |= {"cost": rng.randint(2, 5), "av": rng.randint(2, 5), "hp": rng.randint(2, 5)}
        if rng.random() < 0.1:
            card |= {"av": rng.randint(8, 12), "hp": rng.randint(8, 12)}
        if rng.random() < 0.15:
            card["type"] = "incantation"
            del card["hp"]
        made.append(card)
    return made


def header(rng: random.Random, deal: str = "drafted") -> dict[str, Any]:
    """A header with cards of its own."""
    pool = cards(rng)
    ids = [card["id"] for card in pool]
    hands = {seat: ids[16 * place : 16 * place + 16] for place, seat in enumerate(SEATS)}
    return {
        "players": {"A": "Ada", "B": "Ben", "C": "Cleo", "D": "Dan"},
        "sets": [{"slug": "one", "cards": pool[:32]}, {"slug": "two", "cards": pool[32:]}],
        "deal": {"seed": rng.randrange(1 << 64)} if deal == "seed" else {deal: hands},
    }


def opened(head: dict[str, Any], events: list[Event] | None = None) -> SessionLedger:
    """The ledger of a header and events without numbers."""
    numbered = [{"n": n, **event} for n, event in enumerate(events or [], 1)]
    return SessionLedger.open({"format": "clash-session/1", "header": head, "events": numbered})


def ledger_at_random(seed: int, events: int = 150, deal: str = "drafted", corrections: float = 0.06) -> SessionLedger:
    """A ledger with so many events, legal and illegal ones."""
    rng = random.Random(seed)
    ledger = opened(header(rng, deal))
    while len(ledger) < events:
        event = correction(rng, ledger) if len(ledger) and rng.random() < corrections else event_at_random(rng, ledger)
        ledger.enter({"n": len(ledger) + 1, **event})
    return ledger


def event_at_random(rng: random.Random, ledger: SessionLedger) -> Event:
    """An event that leads on, or one in six that is likely not to be legal."""
    event = wild(rng, ledger) if rng.random() < 1 / 6 else likely(rng, ledger)
    if "by" in event and event["by"] != ORGANISER and rng.random() < 0.1:
        event = {**event, "by": ORGANISER, "for": event["by"]}
    return event


def likely(rng: random.Random, ledger: SessionLedger) -> Event:
    """An event that is mostly legal now."""
    state = ledger.state
    if state.phase == "draft":
        number = rng.choice([seat for seat, sheet in enumerate(state.seats) if sheet.pick is None])
        return {"by": SEATS[number], "kind": "pick", "card": rng.choice(state.seats[number].before_it)}
    if state.phase == "decks":
        number = rng.choice([seat for seat, sheet in enumerate(state.seats) if not sheet.deck])
        return {"by": SEATS[number], "kind": "deck", "cards": rng.sample(state.seats[number].drafted, 8)}
    number = rng.randrange(4)
    seat, game = SEATS[number], state.open_game(number)
    if game is not None:
        if rng.random() < 0.6:
            legal = [offer for offer in bench(state, seat).offers if offer.code is None]
            if legal:
                return rng.choice(legal).to_event(seat, game)
        return {"by": seat, "kind": "ready", "game": game}
    if rng.random() < 0.02:
        return {"by": seat, "kind": "withdraw"}
    reported = [slot for slot in SCHEDULE if state.status(slot.number) == "reported"]
    if reported and rng.random() < 0.3:
        pairing = rng.choice(reported)
        other = SEATS[pairing.opponent(state.games[pairing.number - 1].reported_by)]
        return {"by": other, "kind": rng.choice(("confirm", "confirm", "dispute")), "game": pairing.number}
    ready = [slot for slot in SCHEDULE if state.games[slot.number - 1].ready.issuperset(slot.seats)]
    pairing = rng.choice([slot for slot in ready if state.status(slot.number) == "open"] or SCHEDULE)
    players = [SEATS[seat] for seat in pairing.seats]
    return {"by": rng.choice(players), "kind": "result", "game": pairing.number, "winner": rng.choice(players)}


def wild(rng: random.Random, ledger: SessionLedger) -> Event:
    """Something else."""
    seat, game = rng.choice(SEATS), rng.randint(0, 13)
    card, source = rng.choice([*ledger.header.cards, "nothing"]), rng.choice([*ledger.header.cards])
    element = rng.choice(("av", "hp", "cost", *USUAL))
    covers = rng.sample(USUAL, rng.choice((0, 1, 1, 2)))
    end = [{"by": ORGANISER, "kind": "end", "reason": rng.choice(("", "late"))}] if rng.random() < 0.15 else []
    gone = [{"by": seat, "kind": "withdraw"}] if rng.random() < 0.1 else []
    return rng.choice(
        [
            {"by": seat, "kind": "pick", "card": card},
            {"by": seat, "kind": "deck", "cards": rng.sample(list(ledger.header.cards), rng.choice((7, 8, 9)))},
            {"by": seat, "kind": "mutate", "game": game, "card": card, "element": element, "from": source},
            {
                "by": seat,
                "kind": "mutate",
                "game": game,
                "card": card,
                "element": "rage",
                "from": source,
                "covers": covers,
            },
            {"by": seat, "kind": "ready", "game": game},
            {"by": seat, "kind": "result", "game": game, "winner": rng.choice(SEATS)},
            {"by": seat, "kind": "confirm", "game": game},
            {"by": seat, "kind": "rule", "game": game, "winner": seat, "reason": "mine"},
            {"by": ORGANISER, "kind": "rule", "game": game, "winner": rng.choice((*SEATS, None)), "reason": "seen"},
            {"by": ORGANISER, "kind": "prices", "prices": {"source": "ours", "values": {"av+1": rng.randint(0, 3)}}},
            {"by": seat, "kind": "undo"},
            *end,
            *gone,
        ]
    )


def correction(rng: random.Random, ledger: SessionLedger) -> Event:
    """A correction: an event taken out, put again, made another, or with something beside."""
    weighty = [
        entry.n for entry in ledger.entries() if entry.event and entry.event.kind in ("mutate", "end", "withdraw")
    ]
    n = rng.choice(weighty) if weighty and rng.random() < 0.7 else rng.randint(1, len(ledger))
    again, other = (
        {key: value for key, value in ledger.written(number).items() if key != "n"}
        for number in (n, rng.randint(1, len(ledger)))
    )
    new = likely(rng, ledger) if ledger.state.phase != "over" else wild(rng, ledger)
    brought = rng.choice(([], [], [], [again], [other], [again, other], [new], [new, again]))
    return {
        "by": ORGANISER,
        "kind": "correct",
        "event": n,
        "with": brought,
        "reason": rng.choice(("slip", "slip", " ")),
    }
