"""What streams tell beside the log: the notices of the contract, as they are kept and as they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

OFFER: Final = "offer"
OFFER_ENDED: Final = "offer-ended"
REMATCH: Final = "rematch"
ACCEPTED: Final = "accepted"
REFUSED: Final = "refused"
WITHDRAWN: Final = "withdrawn"
LAPSED: Final = "lapsed"
ENDINGS: Final = (ACCEPTED, REFUSED, WITHDRAWN, LAPSED)
PHRASE: Final = "phrase"
CHAT: Final = "chat"  # that there is something new, without a word of it
PRESENCE: Final = "presence"
TIME_GIVEN: Final = "time-given"
CLOCKS: Final = "clocks"  # where a stream begins: the clocks, and what time it is here
HERE: Final = "here"
AWAY: Final = "away"  # a stream is open, but nobody looks at its page
GONE: Final = "gone"
CONNECTIONS: Final = {"connected": HERE, "disconnected": GONE}
# What is sent of each kind; what else is kept beside is for the server alone. A rematch is told each seat by itself.
_SENT: Final[Mapping[str, tuple[str, ...]]] = {
    OFFER: ("offer",),
    OFFER_ENDED: ("offer", "why"),
    PHRASE: ("seat", "phrase"),
    CHAT: (),
    TIME_GIVEN: ("by", "seat", "ms"),
    **dict.fromkeys(CONNECTIONS, ("seat",)),
}


def offered(offer: Mapping[str, Any]) -> dict[str, Any]:
    """The notice of an offer as it stands: when it is made, and when one of several has accepted it."""
    return {"kind": OFFER, "offer": dict(offer)}


def offer_ended(offer: Mapping[str, Any], why: str) -> dict[str, Any]:
    """The notice that an offer is open no more. By ``by`` refusals are counted."""
    return {"kind": OFFER_ENDED, "offer": offer["kind"], "why": why, "by": offer["by"]}


def sent(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """A kept notice as it is sent to everybody; None for one of a shape that is not (any more) sent."""
    keys = _SENT.get(data.get("kind", ""))
    if keys is None or not all(key in data for key in keys):
        return None
    return {"kind": data["kind"], **{key: data[key] for key in keys}}
