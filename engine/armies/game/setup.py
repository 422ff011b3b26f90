"""The set-up of a game: how many players, the options, the secret that all shuffles come from, the first dealer."""

from __future__ import annotations

from dataclasses import dataclass

from engine.armies.formats.state_reading import MAX_SEED
from engine.armies.pack.cards import MAX_SEATS, MIN_SEATS
from engine.armies.pack.options import ALL, Options
from engine.armies.rules.position import ArmiesPosition
from engine.armies.rules.state import Player
from engine.kernel.errors import EngineError


@dataclass(frozen=True)
class ArmiesSetUp:
    """``seats`` players, 2 to 6 (C2.1); ``dealer`` is the seat that deals the first hand (C2.2).

    Whoever knows the ``seed`` knows every card to come: a server draws it at random, 128 bits at least (C20.2).
    """

    seats: int
    seed: str
    options: Options = ALL
    dealer: int = 0

    def check(self) -> None:
        """Raises ``EngineError`` (``bad-setup``) for a set-up that cannot be; ``at`` names the field."""
        if not MIN_SEATS <= self.seats <= MAX_SEATS:
            raise EngineError("bad-setup", f"{MIN_SEATS} to {MAX_SEATS} play", "seats")
        if not 0 <= self.dealer < self.seats:
            raise EngineError("bad-setup", "the dealer is one of the players", "dealer")
        if not 0 < len(self.seed.encode("utf-8", "surrogatepass")) <= MAX_SEED or not _is_utf8(self.seed):
            raise EngineError("bad-setup", f"the seed is text of at most {MAX_SEED} bytes", "seed")

    def start(self) -> ArmiesPosition:
        position = ArmiesPosition([Player([]) for _ in range(self.seats)], self.options, self.seed)
        position.hand_number = position.turn_number = 0
        position.dealer = self.dealer
        position.queue = [self.dealer]
        return position


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return False
    return True
