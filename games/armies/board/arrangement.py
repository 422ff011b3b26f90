"""The board of Clash of the Cards: the prize pile and the champions in the middle, all players around, the own hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.armies.bots.knowledge import known_cards
from engine.armies.bots.selfplay import seen_in_hand
from engine.armies.formats.state_reading import read_options
from engine.armies.game.sealed import SealedArmiesGame
from engine.armies.pack.cards import CARD_NAMES, SEAT_NAMES
from engine.armies.rules.scoring import ARMY, TARGET, army_value
from engine.kernel.reading import Reader
from games.armies import words
from games.armies.board.frames import LATEST, Table, frames_of, keys_of, resolved, steps_of
from games.armies.board.moves import Deed, Known, Outlook, wanted_names
from games.armies.faces import CardFace

BACK: Final = CardFace("")
_MARGIN: Final = 3.0  # percent of the race before its start and after its end
_LANES: Final = (11, 29)  # pixels from above
_MARKER: Final = 4.6  # percent that a marker is wide on a phone


@dataclass(frozen=True)
class CardShown:
    """A card of the table. ``source`` is the name under which an action begins with it."""

    face: CardFace
    key: str
    source: str = ""
    target: str = ""

    @property
    def is_back(self) -> bool:
        return not self.face.slug


@dataclass(frozen=True)
class ArmyInHand:
    """The cards of a number in hand, or the special cards (number 0)."""

    number: int
    name: str
    cards: Sequence[CardShown]
    note: str = ""
    worth: int = 0

    @property
    def is_whole(self) -> bool:
        return bool(self.number) and len(self.cards) >= ARMY

    @property
    def gaps(self) -> range:
        """One for each card that it lacks."""
        return range(max(0, ARMY - len(self.cards)) if self.number else 0)


@dataclass(frozen=True)
class KnownCards:
    """Cards that somebody holds for sure."""

    face: CardFace
    label: str
    count: int


@dataclass(frozen=True)
class PlayerShown:
    """A player at the table as somebody may see them."""

    seat: str
    name: str
    cards: int
    score: int
    bonus: Sequence[CardShown]
    chest: Sequence[CardShown]
    chest_cards: int
    pile: Sequence[CardShown]
    champion: Sequence[CardShown]
    is_active: bool
    is_to_act: bool
    has_surrendered: bool
    has_joined: bool
    known: Sequence[KnownCards]
    open_hand: Sequence[CardShown]

    @property
    def backs(self) -> range:
        return range(min(self.cards, 12))


@dataclass(frozen=True)
class Runner:
    """Where somebody is in the race to 1,000 points."""

    seat: str
    name: str
    score: int
    x: str
    y: int
    is_own: bool


@dataclass(frozen=True)
class ScoreRow:
    """What a player got for a hand, part by part; ``armies`` are the numbers."""

    seat: str
    name: str
    armies: Sequence[int]
    parts: Sequence[tuple[str, int]]
    total: int


@dataclass(frozen=True)
class BoardPlay:
    """What the board's script needs: ``moves``, and ``frames`` of what has happened; ``deeds`` are buttons."""

    moves: Sequence[Mapping[str, Any]] = ()
    deeds: Sequence[Deed] = ()
    frames: Sequence[Mapping[str, Any]] = ()
    start: Mapping[str, Sequence[str]] = field(default_factory=dict)
    since: int = 0
    count: int = 0
    known: Known = field(default_factory=dict)

    @property
    def sources(self) -> set[str]:
        return {move["from"] for move in self.moves}


def play_of(game: SealedArmiesGame, view: Mapping[str, Any], seat: str) -> BoardPlay:
    """What the board's script needs for a seat, or for a spectator ("")."""
    number = SEAT_NAMES.index(seat) if seat else None
    names = {other: other for other in view["players"]}
    first = max(len(game.seen) - LATEST, 0)
    steps = list(steps_of(game, number, first, names))
    table = Table.of(view, seat)
    resolved(steps)
    for step in reversed(steps):
        table.back(step)
    start = table.layout()
    frames = list(frames_of(steps, table, names))
    own = max((place for place, (doer, _action) in enumerate(game.done) if doer == number), default=-1)
    since = next((place for place, frame in enumerate(frames) if frame["action"] > own), len(frames))
    known: Known = {}
    moves: list[dict[str, Any]] = []
    deeds: list[Deed] = []
    if number is not None:
        cards = known_cards(seen_in_hand(game.inner, number))
        champions = view["battle"]["champions"] if view["battle"] else {}
        covered = [other for other, card in champions.items() if card is None]  # which may be one of those
        known = {
            SEAT_NAMES[other]: {CARD_NAMES[card]: count for card, count in held.items()}
            for other, held in cards.items()
            if other != number and SEAT_NAMES[other] not in covered
        }
        if view["actions"]:
            outlook = Outlook(view, seat, names, known)
            moves, deeds = list(outlook.moves()), list(outlook.deeds())
    return BoardPlay(moves, deeds, frames, start, since, len(game.seen), known)


def board_of(
    view: Mapping[str, Any], own: str, names: Mapping[str, str], play: BoardPlay | None = None
) -> dict[str, Any]:
    """What ``armies/board/_board.html`` shows of a view, as tables have it: ``own`` is the seat that sits below."""
    return _Arranger(view, own, names, play or BoardPlay()).board(is_played=play is not None)


class _Arranger:
    def __init__(self, view: Mapping[str, Any], own: str, names: Mapping[str, str], play: BoardPlay) -> None:
        self.view = view
        self.own = own
        self.names = names
        self.play = play
        self.table = Table.of(view, own)
        self.options = read_options(Reader(), view["options"], "/options")

    def board(self, *, is_played: bool) -> dict[str, Any]:
        view, own = self.view, self.own
        seats = list(view["players"])
        first = seats.index(own) if own else 0
        others = [*seats[first + 1 :], *seats[:first]] if own else seats
        battle = view["battle"]
        players = [self.player(seat) for seat in others]
        discard = [CardShown(CardFace(card), f"discard-{place}", target=f"grave:{card}") for place, card in
                   enumerate(view["discard"])]  # fmt: skip
        board: dict[str, Any] = {
            "others": players,
            "count": len(players),
            "own": self.player(own) if own else None,
            "armies": self.armies() if own and view["players"][own]["hand"] is not None else [],
            "chest": [CardFace(card) for card in view["players"][own]["chest"] or ()] if own else [],
            "deck": view["deck"],
            "deck_source": "deck" if "deck" in self.play.sources else "",
            "discard": discard,
            "battle": battle,
            "number_name": words.CHARACTER_NAMES[battle["number"]] if battle else "",
            "pile_count": sum(map(len, battle["pile"].values())) if battle else 0,
            "theft": view["theft"],
            "stolen": words.wanted(view["theft"]["name"]) if view["theft"] else "",
            "victim": self.names[view["theft"]["victim"]] if view["theft"] else "",
            "hand_number": view["hand_number"],
            "turn_number": view["turn_number"],
            "answer": words.action_words(view["answer"]) if view.get("answer") else "",
            "race": self.runners(),
            "target": TARGET,
            "deeds": self.play.deeds,
            "scoring": self.scoring(),
            "is_scored": view["phase"] in ("deal", "over") and view["last"] is not None,
            "point_names": list(words.POINT_NAMES.values()),
        }
        if is_played:
            board |= {"gone": self.gone(), "picks": self.picks(), "data": self.data()}
        return board

    def data(self) -> dict[str, Any]:
        play = self.play
        return {
            "moves": play.moves,
            "start": play.start,
            "frames": [{**frame, "race": self.race(frame["scores"])} for frame in play.frames],
            "since": play.since,
            "count": play.count,
            "race": self.race(self.table.scores),
            "counts": self.table.counts,
        }

    def race(self, scores: Mapping[str, int]) -> dict[str, tuple[int, str, int]]:
        """The points of each seat, and where its marker stands: in the lane with more room, beside those before it."""
        lanes: list[list[str]] = [[] for _ in _LANES]
        places: dict[str, float] = {}
        for seat, score in sorted(scores.items(), key=lambda scored: scored[1]):
            place = _MARGIN + min(max(score, 0), TARGET) / TARGET * (100 - 2 * _MARGIN)
            lane = min(lanes, key=lambda lane: places[lane[-1]] if lane else -_MARKER)
            places[seat] = max(place, places[lane[-1]] + _MARKER) if lane else place
            lane.append(seat)
        race = {}
        for lane, y in zip(lanes, _LANES, strict=True):
            end = 100 - _MARGIN + _MARKER
            for seat in reversed(lane):  # who has no room at the end stands before those who are there
                end = min(places[seat], end - _MARKER)
                race[seat] = scores[seat], f"{end:.1f}%", y
        return {seat: race[seat] for seat in scores}

    def runners(self) -> list[Runner]:
        return [
            Runner(seat, self.names[seat], score, x, y, seat == self.own)
            for seat, (score, x, y) in self.race(self.table.scores).items()
        ]

    def cards(self, place: str) -> list[CardShown]:
        cards = self.table.places[place]
        return [CardShown(CardFace(card), key) for card, key in zip(cards, keys_of(place, cards), strict=True)]

    def player(self, seat: str) -> PlayerShown:
        player, battle = self.view["players"][seat], self.view["battle"]
        is_open = player["hand"] is not None and seat != self.own
        known = self.play.known.get(seat, {})
        return PlayerShown(
            seat=seat,
            name=self.names[seat],
            cards=player["cards"],
            score=player["score"],
            bonus=self.cards(f"bonus:{seat}"),
            chest=self.cards(f"chest:{seat}"),
            chest_cards=player["chest_cards"],
            pile=self.cards(f"pile:{seat}"),
            champion=self.cards(f"champion:{seat}"),
            is_active=self.view["active"] == seat,
            is_to_act=seat in self.view.get("to_act", ()),
            has_surrendered=bool(battle) and seat in battle["surrendered"],
            has_joined=bool(battle) and seat in battle["joined"],
            known=[] if is_open else list(_known(known)),
            open_hand=_in_hand(player["hand"], {}) if is_open else [],
        )

    def armies(self) -> list[ArmyInHand]:
        """The own hand: characters by their numbers, then the special cards; what each number lacks (C16.1)."""
        hand = self.view["players"][self.own]["hand"]
        shown = _in_hand(hand, self.play.sources)
        by_number: dict[int, list[CardShown]] = defaultdict(list)
        for card in shown:
            by_number[card.face.number].append(card)
        specials = by_number.pop(0, [])
        wilds = hand.count("wild")
        armies = []
        for number, cards in sorted(by_number.items()):
            missing = max(0, ARMY - len(cards))
            note = _("An army") if not missing else ngettext("%(n)d missing", "%(n)d missing", missing) % {"n": missing}
            if 0 < missing <= wilds:
                note = _("An army with your Wilds")
            worth = army_value(number, self.options.reverse)
            armies.append(ArmyInHand(number, str(words.CHARACTER_NAMES[number]), cards, note, worth))
        return [*armies, ArmyInHand(0, _("Special cards"), specials)] if specials else armies

    def picks(self) -> list[KnownCards]:
        """What a Spy or a Thief can name."""
        return [KnownCards(_sample(name), words.wanted(name), 0) for name in wanted_names(self.options)]

    def scoring(self) -> list[ScoreRow]:
        """The points of the last hand."""
        last = self.view["last"]
        if last is None:
            return []
        return [
            ScoreRow(
                seat,
                self.names[seat],
                points["armies"],
                [(part, points[part]) for part in words.POINT_NAMES],
                points["total"],
            )
            for seat, points in last["points"].items()
        ]

    def gone(self) -> list[CardShown]:
        """Cards that are seen in what has happened, and do not lie on the table now."""
        shown = {key for keys in self.table.layout().values() for key in keys}
        keys: set[str] = {key for cards in self.play.start.values() for key in cards}
        for frame in self.play.frames:
            keys.update(key for cards in frame["layout"].values() for key in cards)
            keys.update(flight["key"] for flight in frame["flights"])
        return [CardShown(_face_of(key), key) for key in sorted(keys - shown)]


def _face_of(key: str) -> CardFace:
    name = key.partition("~")[0]
    return BACK if name == "back" else CardFace(name)


def _sample(name: str) -> CardFace:
    return CardFace(f"{name}.6" if name.isdigit() else name)


def _in_hand(hand: Iterable[str], sources: Iterable[str]) -> list[CardShown]:
    cards = sorted(hand, key=_order)
    keys = keys_of("hand", cards)
    return [
        CardShown(CardFace(card), key, card if card in sources else "") for card, key in zip(cards, keys, strict=True)
    ]


def _order(card: str) -> tuple[int, int, str]:
    face = CardFace(card)
    return (face.number or len(words.CHARACTER_NAMES) + 1, face.strength, card)


def _known(cards: Mapping[str, int]) -> Iterable[KnownCards]:
    """Known cards by their numbers, and special ones by their kinds."""
    counts: Counter[str] = Counter()
    for card, count in cards.items():
        counts[str(CardFace(card).number) if "." in card else card] += count
    for name, count in sorted(counts.items(), key=lambda pair: (not pair[0].isdigit(), pair[0].zfill(2))):
        yield KnownCards(_sample(name), words.wanted(name), count)
