"""The score pad of Clash of the Cards to 1,000 (rulings C17, C18): armies, Bonus and Death in, points out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from contract.registry import GAMES
from contract.sheets import Data, UnfitSheet
from contract.state import GameState
from engine.armies.formats.state_reading import read_options
from engine.armies.pack.cards import BONUS, CHARACTERS, COPIES, DEATH, NUMBERS, SEAT_NAMES, STRENGTHS, WILD, number_of
from engine.armies.pack.options import Options
from engine.armies.rules import state as at
from engine.armies.rules.score_pad import Entry, PadStanding, check_hand, standing
from engine.armies.rules.scoring import FOR_BONUS, FOR_DEATH, FOR_ENDING, FOR_SIX, TARGET, Points, army_value
from engine.kernel.errors import EngineError
from engine.kernel.reading import Reader
from games.armies.adapter import NAME, ArmiesAdapter
from games.armies.sheets.forms import PadForm
from games.armies.sheets.paper import pad_on_paper
from games.armies.words import CHARACTER_NAMES
from scores.models import ScoreSheet
from scores.reading import read_number

NOBODY: Final = ""
_RULING: Final = re.compile(r"\((C[\d.]+)\)$")


@dataclass(frozen=True)
class PadOfHands:
    """A pad: the points of each player in each hand, and what follows from them."""

    hands: Sequence[Sequence[Points]]
    now: PadStanding


class PadSheet:
    """See ``SheetKind``. The players sit clockwise; an entry is a hand: of each player the numbers of ``armies``, of
    what they have all six of (``sixes``), ``bonuses``, ``death`` and ``ended``."""

    slug: str = str(ScoreSheet.Kind.PAD)
    game: str = NAME
    is_landscape: bool = False
    new_form: type[forms.Form] = PadForm

    @property
    def about(self) -> str:
        return _("Hand by hand to 1,000 points: enter the armies on the table, and the points are counted for you.")

    def filled_in(self, setup: Data, data: Data) -> dict[str, Any]:
        return {"form": self.form(setup, data)}

    def paper(self, page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
        return pad_on_paper(page, standing)

    def read(self, setup: Data, entries: Sequence[Data]) -> PadOfHands:
        options = options_of(setup)
        hands = []
        for number, entry in enumerate(entries):
            hand = [_entry_of(player) for player in entry["players"]]
            try:
                check_hand(hand, options)
            except EngineError as wrong:
                raise UnfitSheet(_fault_words(wrong, setup["players"]), number) from wrong
            hands.append([player_entry.points(options) for player_entry in hand])
        try:
            now = standing(len(setup["players"]), [[points.total for points in hand] for hand in hands])
        except EngineError as wrong:
            place = wrong.at if isinstance(wrong.at, int) else None
            raise UnfitSheet(_("The game was over before this hand."), place) from wrong
        return PadOfHands(hands, now)

    def is_over(self, standing: PadOfHands) -> bool:
        return standing.now.is_over

    def written(self, setup: Data, standing: PadOfHands | None, form: Mapping[str, Any]) -> dict[str, Any]:
        options = options_of(setup)
        return {"players": [_read_player(form, place, name, options) for place, name in enumerate(setup["players"])]}

    def corrected(self, setup: Data, before: Data, form: Mapping[str, Any]) -> dict[str, Any]:
        return self.written(setup, None, form)

    def words(self, setup: Data, data: Data) -> str:
        options = options_of(setup)
        totals = [_entry_of(player).points(options).total for player in data["players"]]
        points_in_words = [f"{total:+d}".replace("-", "\u2212") for total in totals]
        return ", ".join(f"{name} {points}" for name, points in zip(setup["players"], points_in_words, strict=True))

    def page(self, setup: Data, standing: PadOfHands) -> dict[str, Any]:
        options, names = options_of(setup), setup["players"]
        scores = standing.now.scores
        lead = max(scores)
        return {
            "names": names,
            "hands": [[(points, _part_words(points)) for points in hand] for hand in standing.hands],
            "scores": [(score, standing.hands and score == lead) for score in scores],
            "winners": [names[place] for place in standing.now.winners],
            "target": TARGET,
            "next": standing.now.hands + 1,
            "form": self.form(setup, None),
            "variants": GAMES[self.game].adapter.summary({"seats": names, "options": setup["options"]}).options,
            "dealer": names[standing.now.hands % len(names)],
            "has_death": options.has(DEATH),
        }

    def form(self, setup: Data, data: Data | None) -> dict[str, Any]:
        """What the form of a hand shows, filled in with an entry: each number with its points."""
        options = options_of(setup)
        entries = data["players"] if data else [{} for _name in setup["players"]]
        players = []
        for place, (name, entry) in enumerate(zip(setup["players"], entries, strict=True)):
            counts = Counter(entry.get("armies", ()))
            numbers = [
                {
                    "number": number,
                    "name": str(CHARACTER_NAMES[number]),
                    "worth": army_value(number, options.reverse),
                    "has": bool(counts[number]),
                    "twin": counts[number] > 1,
                    "six": number in entry.get("sixes", ()),
                }
                for number in NUMBERS
            ]
            shown = _entry_of(entry).points(options) if data else None
            players.append({"place": place, "name": name, "numbers": numbers, "entry": entry, "points": shown})
        return {
            "players": players,
            "bonuses": range(COPIES[BONUS] + 1) if options.has(BONUS) else (),
            "has_death": options.has(DEATH),
            "has_wilds": options.has(WILD),
            "ended": next((place for place, entry in enumerate(entries) if entry.get("ended")), None),
            "death": next((place for place, entry in enumerate(entries) if entry.get("death")), None),
            "worth": {"six": FOR_SIX, "bonus": FOR_BONUS, "ended": FOR_ENDING, "death": FOR_DEATH},
        }

    def seats(self, setup: Data, standing: PadOfHands) -> dict[str, str] | None:
        """See ``SheetKind``: a game here is a whole one, which fills a pad that is empty."""
        players: list[str] = setup["players"]
        return None if standing.hands else dict(zip(SEAT_NAMES, players, strict=False))

    def options(self, setup: Data) -> dict[str, Any]:
        options: dict[str, Any] = setup["options"]
        return options

    def played(self, setup: Data, players: Mapping[str, str], state: GameState) -> list[dict[str, Any]]:
        """See ``SheetKind``: the hands in their order, each as it lay open when it was scored (C20.4)."""
        game: Any = state.engine
        again = ArmiesAdapter().begun(state.setup)
        hands = []
        for seat, action in game.done:
            before = again.inner.position.last
            again.apply(seat, action)
            if again.inner.position.last is not before and again.inner.position.last is not None:
                hands.append(_scored(again.inner.position))
        return hands


def _scored(position: Any) -> dict[str, Any]:
    """The entry of a hand that has just been scored."""
    assert position.phase in (at.DEAL, at.OVER)
    players = []
    for seat, player in zip(SEAT_NAMES, position.players, strict=False):
        points = position.last["points"][seat]
        counts = Counter(number_of(card) for card in (*player.hand, *(player.chest or ())) if card in CHARACTERS)
        players.append(
            {
                "armies": list(points["armies"]),
                "sixes": [number for number in NUMBERS if counts[number] == STRENGTHS],
                "bonuses": points["bonus"] // FOR_BONUS,
                "death": points["death"] < 0,
                "ended": points["ended"] > 0,
            }
        )
    return {"players": players}


def options_of(setup: Data) -> Options:
    return read_options(Reader(), setup["options"], "/options")


def _entry_of(data: Data) -> Entry:
    return Entry(
        tuple(data.get("armies", ())),
        tuple(data.get("sixes", ())),
        data.get("bonuses", 0),
        data.get("death", False),
        data.get("ended", False),
    )


def _read_player(form: Mapping[str, Any], place: int, name: str, options: Options) -> dict[str, Any]:
    """A player's part of a hand: ``army_P_N`` and ``twin_P_N`` are armies of number N, ``six_P_N`` all six of it."""
    sixes = [number for number in NUMBERS if form.get(f"six_{place}_{number}")]
    numbers = [number for number in NUMBERS if form.get(f"army_{place}_{number}") or number in sixes]
    twins = [number for number in NUMBERS if form.get(f"twin_{place}_{number}")]
    bonuses = 0
    if options.has(BONUS) and form.get(f"bonus_{place}"):
        bonuses = read_number(form, f"bonus_{place}", 0, COPIES[BONUS], f"{name}, Bonus")
    return {
        "armies": sorted([*numbers, *twins]),
        "sixes": sixes,
        "bonuses": bonuses,
        "death": options.has(DEATH) and form.get("death", NOBODY) == str(place),
        "ended": form.get("ended", NOBODY) == str(place),
    }


def _part_words(points: Points) -> str:
    """What the points of a player are made of."""
    parts = [f"{number}: {value}" for number, value in _armies(points)]
    parts += [_("all six: %(points)d") % {"points": points.six}] if points.six else []
    parts += [_("Bonus: %(points)d") % {"points": points.bonus}] if points.bonus else []
    parts += [_("laid down: %(points)d") % {"points": points.ended}] if points.ended else []
    parts += [_("Death: %(points)s") % {"points": f"\u2212{-points.death}"}] if points.death else []
    return ", ".join(parts)


def _armies(points: Points) -> list[tuple[str, int]]:
    """The armies of a player as one part, with all their points."""
    if not points.armies:
        return []
    return [(_("armies of %(numbers)s") % {"numbers": " + ".join(map(str, points.armies))}, points.army_points)]


def _fault_words(wrong: EngineError, names: Sequence[str]) -> str:
    """A fault of a hand in words, with its ruling and whose it is."""
    match = _RULING.search(wrong.message)
    ruling = match[1] if match else ""
    words = {
        "C1.3": _("This game has fewer Bonus or Death cards."),
        "C7.1": _("A number has only six characters: too few for all these armies."),
        "C16.1": _("There aren't enough characters and Wilds for all these armies."),
        "C16.2": _("The player who lays down needs at least two armies, or three with Death."),
        "C16.4": _("Only one player lays down."),
        "C17.5": _("Six characters of a number are an army too."),
    }.get(ruling, _("These cards can't be on the table together."))
    name = f"{names[SEAT_NAMES.index(wrong.at)]}: " if isinstance(wrong.at, str) and wrong.at in SEAT_NAMES else ""
    return f"{name}{words}" + (f" ({ruling})" if ruling else "")
