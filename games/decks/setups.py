"""The set-up of a game: from a request to create a game to what is kept, and from there to the engine's set-up."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from accounts.models import Owner
from contract.clocks import ClockSetting, read_clock
from contract.guide import Guide
from contract.seating import read_deadline, read_seats, read_seed, refuse_seed
from engine.decks.bots import LEVELS
from engine.decks.formats.card_reading import read_abilities
from engine.decks.game.custom_play import Custom, Prices
from engine.decks.game.errors import SetUpError
from engine.decks.game.record_cards import CardReader, CardTable
from engine.decks.game.records import write_redeal
from engine.decks.game.setup import CONSTRUCTED, DRAFT, PRECONSTRUCTED, Redeal, SetUp, players_of
from engine.decks.game.terms import Terms
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.modes import CO_OP, MODES, SEAT_NAMES
from engine.kernel.numbers import whole_number
from engine.kernel.reading import Reader
from games.decks import cardpool
from games.decks.characters import CHARACTERS
from web.refusals import RequestRefused, refuse_form

DECKS: Final = "clash-of-decks"
MAX_SETS: Final = 20
_REQUIRED: Final = ("mode", "seats")
_OPTIONAL: Final = (
    *("game", "format", "edition", "exhaustion", "sets", "decks", "champions", "custom", "first", "seed"),
    *("deadline", "clock", "spectators", "options"),
)


@dataclass(frozen=True)
class GameSetup:
    """A game of Clash of Decks that can be created. ``seats`` are kind and, of a bot, level by letter, in seat order.

    ``imported`` is what was done before its first entry, where it goes on from a moment of another game, see
    ``games.decks.replaying.going_on``; ``guide`` is that of a game that explains itself.
    """

    setup: SetUp
    champions: bool
    custom: Custom | None
    seats: dict[str, tuple[str, str]]
    deadline: int | None = None
    clock: ClockSetting | None = None
    spectators: bool = True
    sets: tuple[str, ...] = field(default=())
    imported: dict[str, Any] | None = None
    guide: Guide | None = None

    @property
    def game(self) -> str:
        """See ``contract.adapter.TableConfig``, as for the other names."""
        return DECKS

    @property
    def mode_name(self) -> str:
        """Duel, Solo and so on, as the API names them."""
        return self.setup.mode.name

    @property
    def format_name(self) -> str:
        """How the decks come about, as the API names it."""
        return self.setup.format

    def written(self) -> dict[str, Any]:
        return write_setup(self)

    @property
    def terms(self) -> Terms | None:
        """The terms where they are settled from the beginning; None where Champions are named."""
        return None if self.champions else Terms((), self.custom)


def read_arrangement(data: Any, owner: Owner | None) -> GameSetup:
    """The set-up of a request. Raises ``RequestRefused``: 400 for all faults of form, 422 for what rules forbid."""
    reader = Reader()
    fields = reader.object(data, "", _REQUIRED, _OPTIONAL)
    mode = MODES[reader.choice(fields.get("mode", "duel"), "/mode", MODES)]
    formats = (PRECONSTRUCTED, DRAFT, CONSTRUCTED)
    format_ = reader.choice(fields.get("format", PRECONSTRUCTED), "/format", formats)
    edition = reader.choice(fields.get("edition", SEASON_2), "/edition", (SEASON_2, SEASON_1))
    letters = [SEAT_NAMES[seat] for seat in players_of(mode)]
    seats = read_seats(reader, fields.get("seats", {}), letters, LEVELS, CHARACTERS)
    first = fields.get("first")
    arrangement = GameSetup(
        setup=SetUp(
            mode,
            format_,
            read_seed(reader, fields.get("seed")),
            edition=edition,
            exhaustion=reader.flag(fields.get("exhaustion", False), "/exhaustion"),
            first=None if first is None else reader.seat(first, "/first", SEAT_NAMES),
        ),
        champions=reader.flag(fields.get("champions", False), "/champions"),
        custom=None if fields.get("custom") is None else _custom(reader, fields["custom"], edition),
        seats=seats,
        deadline=read_deadline(reader, fields.get("deadline")),
        clock=read_clock(reader, fields.get("clock"), fields.get("deadline")),
        spectators=reader.flag(fields.get("spectators", True), "/spectators"),
        sets=_sets(reader, fields.get("sets")),
    )
    if fields.get("options") is not None:
        reader.object(fields["options"], "/options", (), ())
    decks = _decks(reader, fields.get("decks"), letters, edition, owner)
    refuse_form(reader.faults)
    refuse_seed(fields, seats)
    return _with_cards(arrangement, decks, owner)


def _sets(reader: Reader, data: Any) -> tuple[str, ...]:
    if data is None:
        return cardpool.DEFAULT_SETS
    slugs = reader.list(data, "/sets")
    if not 1 <= len(slugs) <= MAX_SETS:
        reader.fault("out-of-range", "/sets", f"a list of 1 to {MAX_SETS} sets")
    for number, slug in enumerate(slugs[:MAX_SETS]):
        if not isinstance(slug, str) or "\0" in slug:
            reader.fault("wrong-type", f"/sets/{number}", "a set's slug")
    return tuple(dict.fromkeys(slug for slug in slugs[:MAX_SETS] if isinstance(slug, str)))


def _decks(
    reader: Reader, data: Any, letters: list[str], edition: str, owner: Owner | None
) -> dict[str, tuple[Any, ...]] | None:
    if data is None:
        return None
    fields = reader.object(data, "/decks", (), letters)
    known = {letter: deck for letter, deck in fields.items() if letter in letters}
    return {
        letter: cardpool.deck_of(reader, deck, f"/decks/{letter}", edition, owner) for letter, deck in known.items()
    }


def _custom(reader: Reader, data: Any, edition: str) -> Custom:
    optional = ("fixed_mana", "variable_mana", "ai_first", "resistance", "abilities", "prices")
    fields = reader.object(data, "/custom", ("level",), optional)
    base = Custom(0)
    slugs = read_abilities(reader, fields.get("abilities", []), "/custom/abilities", edition, auras=False)
    return Custom(
        level=reader.number(fields.get("level", 0), "/custom/level", 0),
        fixed_mana=reader.number(fields.get("fixed_mana", base.fixed_mana), "/custom/fixed_mana", 0),
        variable_mana=reader.number(fields.get("variable_mana", base.variable_mana), "/custom/variable_mana", 0),
        ai_first=reader.flag(fields.get("ai_first", False), "/custom/ai_first"),
        resistance=reader.flag(fields.get("resistance", False), "/custom/resistance"),
        abilities=slugs,
        prices=base.prices if fields.get("prices") is None else _prices(reader, fields["prices"]),
    )


def _prices(reader: Reader, data: Any) -> Prices:
    at = "/custom/prices"
    base = Prices()
    keys = ("fixed_mana", "variable_mana", "ai_first", "resistance", "abilities", "champion")
    fields = reader.object(data, at, (), keys)

    def table(key: str) -> dict[str, int]:
        prices = reader.object(fields[key], f"{at}/{key}", (), fields[key] if isinstance(fields[key], dict) else ())
        return {name: reader.number(price, f"{at}/{key}/{name}", 0) for name, price in prices.items()}

    def amounts(key: str, otherwise: Any) -> Any:
        if key not in fields:
            return otherwise
        prices = table(key)
        amounts = {}
        for name, price in prices.items():
            number = whole_number(name, 3)
            if number is None:
                reader.fault("unknown-key", f"{at}/{key}", name[:60])
            else:
                amounts[number] = price
        return amounts

    return Prices(
        fixed_mana=amounts("fixed_mana", base.fixed_mana),
        variable_mana=amounts("variable_mana", base.variable_mana),
        ai_first=reader.number(fields.get("ai_first", base.ai_first), f"{at}/ai_first", 0),
        resistance=reader.number(fields.get("resistance", base.resistance), f"{at}/resistance", 0),
        abilities=table("abilities") if "abilities" in fields else base.abilities,
        champion=reader.number(fields.get("champion", base.champion), f"{at}/champion", 0),
    )


def _with_cards(arrangement: GameSetup, decks: dict[str, tuple[Any, ...]] | None, owner: Owner | None) -> GameSetup:
    """The arrangement with its cards, checked by the rules. Raises ``RequestRefused``."""
    setup = arrangement.setup
    players = [SEAT_NAMES[seat] for seat in players_of(setup.mode)]
    try:
        if setup.format == CONSTRUCTED:
            brought = decks or {}
            setup = replace(setup, decks=tuple(brought[letter] for letter in players if letter in brought))
        elif decks is not None:
            raise SetUpError("decks-not-used", "/decks")
        elif setup.format == DRAFT:
            setup = replace(setup, pool=cardpool.cards_of_sets(arrangement.sets, setup.edition, owner))
        else:
            packs = cardpool.decks_of_sets(arrangement.sets)
            if setup.mode is CO_OP and len(packs) == 4:
                packs *= 2  # each player brings a pack
            setup = replace(setup, decks=packs)
        setup.check()
        if arrangement.custom is not None or arrangement.champions:
            _check_terms(setup, arrangement)
    except SetUpError as wrong:
        at = _place_of_deck(wrong.at, [letter for letter in players if letter in (decks or {})])
        raise RequestRefused(422, wrong.code, wrong.message, at) from None
    return replace(arrangement, setup=setup)


def _place_of_deck(at: str | int | None, letters: list[str]) -> str | int | None:
    """A place of the rules' set-up as one of the request, which names decks by seat and not by number."""
    match = re.fullmatch(r"/decks/(\d+)(/.*)?", str(at))
    if match is None or int(match[1]) >= len(letters):
        return at
    return f"/decks/{letters[int(match[1])]}{match[2] or ''}"


def _check_terms(setup: SetUp, arrangement: GameSetup) -> None:
    custom = arrangement.custom
    if arrangement.champions and setup.mode.ai_seats and custom is None:
        raise SetUpError("champion-in-quick-play", "/champions")
    if custom is not None:
        if not setup.mode.ai_seats:
            raise SetUpError("no-ai", "/custom")
        for fault in custom.faults(setup.edition, arrangement.champions):
            raise fault


# What is kept


def write_setup(arrangement: GameSetup) -> dict[str, Any]:
    """A set-up as JSON, cards written out: a catalogue may change. It holds the seed."""
    setup, custom, table = arrangement.setup, arrangement.custom, CardTable()
    written: dict[str, Any] = {
        "edition": setup.edition,
        "exhaustion": setup.exhaustion,
        "seed": str(setup.seed),
        "first": None if setup.first is None else SEAT_NAMES[setup.first],
        "pool": table.numbers(setup.pool),
        "decks": [table.numbers(deck) for deck in setup.decks],
        "champions": arrangement.champions,
        "custom": None if custom is None else _write_custom(custom),
        "sets": list(arrangement.sets),
    }
    if setup.redeals:
        written["redeals"] = [write_redeal(redeal) for redeal in setup.redeals]
    if arrangement.imported is not None:
        written["imported"] = arrangement.imported
    if arrangement.guide is not None:
        written["guide"] = arrangement.guide.written()
    return {**written, "cards": table.to_json()}


def read_setup(mode: str, format_: str, written: dict[str, Any]) -> tuple[SetUp, Terms | None]:
    """The engine's set-up of a game that is kept, and its terms where they are settled from the beginning."""
    reader = CardReader()
    reader.table(written["cards"], "/cards", written["edition"])
    first = written["first"]
    setup = SetUp(
        MODES[mode],
        format_,
        int(written["seed"]),
        pool=reader.deck(written["pool"], "/pool"),
        decks=tuple(reader.deck(deck, "/decks") for deck in written["decks"]),
        edition=written["edition"],
        exhaustion=written["exhaustion"],
        first=None if first is None else SEAT_NAMES.index(first),
        redeals=tuple(_read_redeal(redeal) for redeal in written.get("redeals", [])),
    )
    if reader.faults:
        raise ValueError(f"a kept set-up cannot be read: {reader.faults}")
    custom = custom_of(written)
    return setup, None if written["champions"] else Terms((), custom)


def _read_redeal(written: dict[str, Any]) -> Redeal:
    seat = written["seat"]
    return Redeal(written["after"], int(written["seed"]), None if seat is None else SEAT_NAMES.index(seat))


def custom_of(written: dict[str, Any]) -> Custom | None:
    """The AI of Custom Play in a set-up that is kept."""
    kept = written["custom"]
    if kept is None:
        return None
    prices = kept["prices"]
    return Custom(
        **{**kept, "abilities": tuple(kept["abilities"])}
        | {
            "prices": Prices(
                **{
                    **prices,
                    "fixed_mana": {int(key): price for key, price in prices["fixed_mana"].items()},
                    "variable_mana": {int(key): price for key, price in prices["variable_mana"].items()},
                }
            )
        }
    )


def _write_custom(custom: Custom) -> dict[str, Any]:
    prices = custom.prices
    return {
        **{key: getattr(custom, key) for key in ("level", "fixed_mana", "variable_mana", "ai_first", "resistance")},
        "abilities": list(custom.abilities),
        "prices": {
            "fixed_mana": {str(key): price for key, price in prices.fixed_mana.items()},
            "variable_mana": {str(key): price for key, price in prices.variable_mana.items()},
            "abilities": dict(prices.abilities),
            **{key: getattr(prices, key) for key in ("ai_first", "resistance", "champion")},
        },
    }
