"""Records: ``clash-of-the-cards-record/1``, a game written down so that it replays exactly."""

from __future__ import annotations

from typing import Any, Final

from engine.armies.formats.state_reading import read_options
from engine.armies.formats.state_writing import write_options, write_state
from engine.armies.game.game import ArmiesGame
from engine.armies.game.setup import ArmiesSetUp
from engine.armies.pack.cards import MAX_SEATS, MIN_SEATS, SEAT_NAMES
from engine.armies.rules import state as at
from engine.armies.rules.actions import ArmiesAction
from engine.armies.rules.version import RULES_VERSION
from engine.kernel.errors import EngineError
from engine.kernel.reading import Reader

RECORD_FORMAT: Final = "clash-of-the-cards-record/1"

Json = dict[str, Any]


def write_record(game: ArmiesGame) -> Json:
    """The record of a game: how it was set up (seed included: it is for after the game), every action with its seat."""
    setup = game.setup
    return {
        "format": RECORD_FORMAT,
        "rules": RULES_VERSION,
        "setup": {
            "seats": setup.seats,
            "seed": setup.seed,
            "options": write_options(setup.options),
            "dealer": SEAT_NAMES[setup.dealer],
        },
        "actions": [f"{SEAT_NAMES[seat]} {action}" for seat, action in game.done],
        "result": game.position.result,
    }


def game_of(record: Any) -> ArmiesGame:
    """The game of a record, played again.

    Raises ``EngineError``: ``bad-record`` for what is no record, ``record-differs`` when the end is another one or the
    record is of other rules; an action's own code, with its number, for one that cannot be.
    """
    reader = Reader()
    fields = reader.object(record, "", ("format", "rules", "setup", "actions"), ("result",))
    reader.choice(fields.get("format", RECORD_FORMAT), "/format", (RECORD_FORMAT,))
    rules = reader.number(fields.get("rules", RULES_VERSION), "/rules", 1)
    setup = _setup(reader, fields.get("setup", {}))
    actions = reader.list(fields.get("actions", []), "/actions")
    if reader.faults:
        raise EngineError("bad-record", f"{reader.faults[0].at or '/'}: {reader.faults[0].message}")
    if rules != RULES_VERSION:
        raise EngineError("record-differs", f"a record of version {rules} of the rules, these are {RULES_VERSION}")
    game = ArmiesGame(setup)
    for number, text in enumerate(actions):
        seat, space, action = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if not space or len(seat) != 1 or seat not in SEAT_NAMES:
            raise EngineError("bad-record", "an action is a seat and what it did", number)
        try:
            game.apply(SEAT_NAMES.index(seat), action)
        except EngineError as wrong:
            wrong.at = number
            raise
    if "result" in fields and fields["result"] != game.position.result:
        raise EngineError("record-differs", "the game ends in another way")
    return game


def _setup(reader: Reader, data: Any) -> ArmiesSetUp:
    fields = reader.object(data, "/setup", ("seats", "seed"), ("options", "dealer"))
    seats = reader.number(fields.get("seats", MIN_SEATS), "/setup/seats", MIN_SEATS, MAX_SEATS)
    seed = fields.get("seed", "")
    if not isinstance(seed, str):
        reader.fault("wrong-type", "/setup/seed", "text")
        seed = ""
    options = read_options(reader, fields.get("options", {}), "/setup/options")
    return ArmiesSetUp(
        seats, seed, options, reader.seat(fields.get("dealer", "A"), "/setup/dealer", SEAT_NAMES[:seats])
    )


def request_of(game: ArmiesGame) -> Json:
    """The game as a request for ``resolve``: its start and all actions, champions in the order of the queue."""
    position = game.setup.start()
    start = write_state(position)
    actions: list[str] = []
    sealed: dict[int, ArmiesAction] = {}
    for seat, action in game.done:
        if position.phase == at.CHAMPION:
            order = position.from_initiator()
            sealed[seat] = action
            if len(position.queue) == 1:
                actions += [str(sealed[other]) for other in order if other in sealed]
                sealed = {}
        else:
            actions.append(str(action))
        position.push(action, None, seat)
    actions += [str(sealed[seat]) for seat in _in_order(sealed, game)]
    return {"state": start, "actions": actions}


def _in_order(sealed: dict[int, ArmiesAction], game: ArmiesGame) -> list[int]:
    """The seats that have set a champion before the first that has not: the queue takes no other order."""
    numbers = []
    for seat in game.position.from_initiator() if sealed else []:
        if seat in game.position.queue:
            break
        if seat in sealed:
            numbers.append(seat)
    return numbers
