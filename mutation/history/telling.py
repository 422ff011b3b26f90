"""The story of a session, told from its ledger alone: who led when, turning points, the most mutated card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.sets import SLUGS, read_set
from engine.decks.sessions.document import SessionSet
from engine.decks.sessions.ledger_state import NOBODY, MutatingCard, SessionState
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE, SEATS
from engine.decks.sessions.standings import is_final, winners_of
from mutation.bench.wording import change_text, points_text
from mutation.faces import SessionFaces
from mutation.history.timelines import CardTimeline, PatchRow

ROUNDS: Final = len(SCHEDULE) // 2
A_RUN: Final = 3  # wins in a row that are told


@dataclass(frozen=True)
class RoundTold:
    """A round: what happened in sentences, the wins of each seat after it, and whether the lead changed in it."""

    number: int
    sentences: tuple[str, ...]
    wins: tuple[int, ...]
    is_turning: bool


@dataclass(frozen=True)
class SessionStory:
    """The story. ``opening`` and ``ending`` are paragraphs; ``star`` the most mutated card with its owner's name."""

    opening: str
    rounds: tuple[RoundTold, ...]
    ending: tuple[str, ...]
    star: CardTimeline | None
    star_owner: str
    names: tuple[str, ...]


def story_of(state: SessionState, faces: SessionFaces) -> SessionStory:
    """The story of a session whose decks are chosen."""
    names = state.header.players
    star, owner = _star(state, faces)
    rounds = tuple(_rounds(state, faces))
    return SessionStory(
        _opening(state, rounds, faces.language),
        rounds,
        tuple(_ending(state)),
        star,
        owner,
        tuple(names),
    )


def _set_name(session_set: SessionSet, language: str) -> str:
    """A set's name; one of the site's has two."""
    return (
        read_set(session_set.slug).name.in_language(language)
        if session_set.slug in SLUGS
        else session_set.name or session_set.slug
    )


def _opening(state: SessionState, rounds: Sequence[RoundTold], language: str) -> str:
    sets = _(" and ").join(_set_name(session_set, language) for session_set in state.header.sets)
    words = {"players": _listed(state.header.players), "sets": sets, "games": len(_decided(state))}
    if not rounds:
        return _("%(players)s drafted from %(sets)s. No game has been decided yet.") % words
    return (
        ngettext(
            "%(players)s drafted from %(sets)s. %(games)d game has been decided.",
            "%(players)s drafted from %(sets)s. %(games)d games have been decided.",
            len(_decided(state)),
        )
        % words
    )


def _decided(state: SessionState) -> list[int]:
    return [pairing.number for pairing in SCHEDULE if state.winner(pairing.number) != NOBODY]


def _rounds(state: SessionState, faces: SessionFaces) -> Iterator[RoundTold]:
    wins = [0] * len(SEATS)
    leaders: frozenset[int] = frozenset()
    for number in range(1, ROUNDS + 1):
        games = [pairing for pairing in SCHEDULE if pairing.round == number]
        sentences: list[str] = []
        decided = False
        for pairing in games:
            sentences += _mutations_before(state, faces, pairing.number)
            winner = state.winner(pairing.number)
            if winner == NOBODY:
                continue
            decided = True
            wins[winner] += 1
            sentences.append(_game(state, pairing.number, winner, pairing.opponent(winner)))
        if not decided:
            continue
        ahead = frozenset(seat for seat, won in enumerate(wins) if won == max(wins))
        turning = bool(leaders) and not ahead & leaders
        if ahead != leaders:
            sentences.append(_lead(state, ahead, turning=turning))
        leaders = ahead
        yield RoundTold(number, tuple(sentences), tuple(wins), turning)


def _mutations_before(state: SessionState, faces: SessionFaces, game: int) -> Iterator[str]:
    """The dearest mutation of each player before a game."""
    for seat in sorted(SCHEDULE[game - 1].seats):
        sheet = state.seats[seat]
        own = [(patch, card) for card in sheet.deck for patch in card.patches if patch.game == game]
        if not own:
            continue
        patch, card = max(own, key=lambda pair: (pair[0].price, -pair[0].n))
        words = {
            "name": state.header.players[seat],
            "card": faces.name(card.id),
            "words": change_text(patch, faces.language),
            "source": faces.name(patch.source),
        }
        if len(own) == 1:
            yield _("%(name)s mutates %(card)s: %(words)s, from %(source)s.") % words
        else:
            words["count"] = str(len(own))
            yield _("%(name)s mutates %(count)s times, above all %(card)s: %(words)s, from %(source)s.") % words


def _game(state: SessionState, game: int, winner: int, loser: int) -> str:
    names = state.header.players
    run = _run(state, game, winner)
    words = {"winner": names[winner], "loser": names[loser], "game": game, "run": run}
    broken = _run(state, game, loser, until=False)
    if broken >= A_RUN:
        return _("Game %(game)d: %(winner)s beats %(loser)s, and ends a run of %(run)d wins.") % {
            **words,
            "run": broken,
        }
    if run >= A_RUN:
        return _("Game %(game)d: %(winner)s beats %(loser)s, win number %(run)d in a row.") % words
    return _("Game %(game)d: %(winner)s beats %(loser)s.") % words


def _run(state: SessionState, game: int, seat: int, *, until: bool = True) -> int:
    """How many games in a row a seat has won up to a game, or before it."""
    run = 0
    for earlier in reversed([number for number in GAMES_OF_SEAT[seat] if number <= game - (not until)]):
        winner = state.winner(earlier)
        if winner == NOBODY:
            continue
        if winner != seat:
            break
        run += 1
    return run


def _lead(state: SessionState, ahead: frozenset[int], *, turning: bool) -> str:
    names = _listed([state.header.players[seat] for seat in sorted(ahead)])
    if turning:
        return _("The turning point: the lead goes to %(names)s.") % {"names": names}
    if len(ahead) == 1:
        return _("%(names)s is alone in the lead.") % {"names": names}
    return _("%(names)s share the lead.") % {"names": names}


def _ending(state: SessionState) -> Iterator[str]:
    names = state.header.players
    if is_final(state):
        won = winners_of(state)
        if len(won) == 1:
            yield _("%(name)s wins the session.") % {"name": names[won[0]]}
        elif won:
            yield _("%(names)s share the victory.") % {"names": _listed([names[seat] for seat in won])}
        else:
            yield _("The session is over without a winner.")
    for seat in sorted(state.gone):
        yield _("%(name)s left before the end.") % {"name": names[seat]}
    spent = [sum((points for _, points in sheet.spent), Decimal(0)) for sheet in state.seats]
    if any(spent):
        spender = max(range(len(SEATS)), key=lambda seat: spent[seat])
        words = {"name": names[spender], "points": points_text(spent[spender])}
        yield _("%(name)s spent the most Mutation Points: %(points)s.") % words


def _star(state: SessionState, faces: SessionFaces) -> tuple[CardTimeline | None, str]:
    """The card with the most patches, of equals the dearest, and whose it is."""
    cards = [(card, seat) for seat, sheet in enumerate(state.seats) for card in sheet.deck if card.patches]
    if not cards:
        return None, ""
    card, seat = max(cards, key=lambda pair: (len(pair[0].patches), _worth(pair[0]), -pair[1]))
    rows = tuple(
        PatchRow(
            patch.n,
            patch.game,
            change_text(patch, faces.language),
            faces.name(card.id),
            faces.name(patch.source),
            points_text(patch.price),
        )
        for patch in card.patches
    )
    line = CardTimeline(faces.printed(card.id), faces.mutated(card), rows, points_text(_worth(card)))
    return line, state.header.players[seat]


def _worth(card: MutatingCard) -> Decimal:
    return sum((patch.price for patch in card.patches), Decimal(0))


def _listed(names: Sequence[str]) -> str:
    """Names in a row: "Ada, Ben and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return _(" and ").join((", ".join(names[:-1]), names[-1]))
