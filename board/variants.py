"""Which of the sentences of its kind tells an event: the key under ``events.KIND`` in trace.toml."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from board.facts import Voice
from board.texts import find
from engine.decks.rules.trace import events as ev

TEXT: Final = "text"


def variant_of(event: ev.Event, voice: Voice) -> str:
    """The variant of an event; kinds with one sentence have ``text``. With an AI's seat, the one in -ai if there is."""
    choose = _CHOOSERS.get(event.kind)
    variant = TEXT if choose is None else choose(event)
    if _seat_of(event) in voice.ai_seats:
        of_ai = f"{variant}-ai"
        return of_ai if of_ai in find(voice.language, "trace", "events", event.kind) else variant
    return variant


def _seat_of(event: ev.Event) -> int | None:
    """The seat that an event happens to: its ``player``, or whose the Creature ``who`` is."""
    player: int | None = getattr(event, "player", None)
    who: ev.Place | None = getattr(event, "who", None)
    return who[0] >> 1 if player is None and who is not None else player


def _by_ability(e: ev.Event) -> str:
    return e.ability or TEXT


def _mana(e: ev.ManaGained) -> str:
    return "opening" if e.opening else TEXT


def _discount(e: ev.Discounted) -> str:
    return e.ability or "champion"


def _play(e: ev.Played) -> str:
    if e.paid < e.cost:
        return "short" if e.paid else "broke"
    return TEXT if e.paid else "free"


def _leaves_hand(e: ev.LeftHand) -> str:
    return "champion" if e.source is None else TEXT


def _enters(e: ev.Entered) -> str:
    return e.ability or (TEXT if e.whom[1] else "first")


def _aura(e: ev.AuraGives) -> str:
    return "given" if e.who is None else TEXT


def _target(e: ev.Targeted) -> str:
    if e.ability:
        return e.ability
    if e.phase == "assault":
        return TEXT
    return "incantation" if e.who is None else "backlash"


def _without_creature(e: ev.StrongholdTargeted | ev.NoTarget) -> str:
    """Season 1's Aerial keeps others from reaching its owner; season 2's acts on its owner's own attack (5.1)."""
    if e.ability == "aerial" and "5.1" not in e.rulings:
        return "unreachable"
    return e.ability or TEXT


def _no_effect(e: ev.NoEffect) -> str:
    if e.ability == "regeneration" and e.who is None:
        return TEXT  # an Incantation's: whose it is, a player's or an AI's, cannot be told
    return e.ability if e.ability in _NO_EFFECT else TEXT


def _sprint(e: ev.Sprinted) -> str:
    if not e.passed:
        return "kept" if e.bonus else "none"
    return TEXT if e.bonus == e.passed else "more"


def _amount_changed(e: ev.AmountChanged) -> str:
    at_stronghold = e.ability == "vulnerability" and e.whom is None
    return "vulnerability-stronghold" if at_stronghold else _by_ability(e)


def _amount(e: ev.BacklashCounted | ev.Amount) -> str:
    return TEXT if e.amount else "none"


def _damage(e: ev.Damaged) -> str:
    return "lethal" if e.damage >= e.hp else TEXT


def _stronghold(e: ev.StrongholdHit) -> str:
    return e.ability or (TEXT if e.who is None else "attack")


def _return(e: ev.Returned) -> str:
    if e.end == "pile":
        return f"{e.ability}-pile"
    return "discard" if e.end == "discard" else _by_ability(e)


def _new_pile(e: ev.PileMade) -> str:
    return TEXT if e.cards else "none"


def _reinforcement(e: ev.Reinforced) -> str:
    return "none" if e.card is None else TEXT


def _regeneration(e: ev.Regenerated) -> str:
    """A Bastion with 1 HP has just been turned: one that moved to the left has more."""
    return "turned" if e.side == "bastion" and e.hp == 1 else TEXT


def _sharpening(e: ev.Sharpened) -> str:
    return TEXT if e.excess else "none"


def _vanish(e: ev.Vanished) -> str:
    return "stays" if e.to == e.whom[1] else TEXT


def _limit(e: ev.Stopped) -> str:
    return e.of


def _over(e: ev.Over) -> str:
    return e.reason


_NO_EFFECT: Final = ("backlash", "blackmail", "enchain", "protection", "regeneration", "sharpening")
_CHOOSERS: Final[dict[str, Callable[[Any], str]]] = {
    ev.ManaGained.kind: _mana,
    ev.Discounted.kind: _discount,
    ev.Played.kind: _play,
    ev.LeftHand.kind: _leaves_hand,
    ev.Entered.kind: _enters,
    ev.AuraGives.kind: _aura,
    ev.Cleared.kind: _by_ability,
    ev.Targeted.kind: _target,
    ev.StrongholdTargeted.kind: _without_creature,
    ev.NoTarget.kind: _without_creature,
    ev.NoEffect.kind: _no_effect,
    ev.Sprinted.kind: _sprint,
    ev.BacklashCounted.kind: _amount,
    ev.AmountChanged.kind: _amount_changed,
    ev.Amount.kind: _amount,
    ev.Prevented.kind: _by_ability,
    ev.Damaged.kind: _damage,
    ev.StrongholdHit.kind: _stronghold,
    ev.Returned.kind: _return,
    ev.Reinforced.kind: _reinforcement,
    ev.Regenerated.kind: _regeneration,
    ev.Sharpened.kind: _sharpening,
    ev.Vanished.kind: _vanish,
    ev.PileMade.kind: _new_pile,
    ev.InVain.kind: _by_ability,
    ev.Stopped.kind: _limit,
    ev.Over.kind: _over,
}
