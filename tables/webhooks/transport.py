"""One event on its way to an owner's address. No redirect is followed and nothing that is answered is read but the
status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tables.retrying import seconds_of
from web.outgoing.transport import NotReached, host_of, opened, path_of


@dataclass(frozen=True, slots=True)
class Delivery:
    """The answer to an event: ``status`` is 0 where there was none, ``fault`` says why then; ``wait`` are the seconds
    for which the address does not want to be asked again."""

    status: int = 0
    fault: str = ""
    wait: float = 0.0

    @property
    def has_arrived(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status == 410


def send(address: str, body: bytes, headers: Mapping[str, str]) -> Delivery:
    """Sends a body to an address, if it is one that may be gone to."""
    try:
        with opened(address) as line:
            line.request("POST", path_of(address), body, {**headers, "Host": host_of(address), "Connection": "close"})
            with line.getresponse() as answer:
                line.check()
                return Delivery(answer.status, wait=seconds_of(answer.getheader("Retry-After", "")))
    except NotReached as why:
        return Delivery(fault=str(why))
