"""What is left of a limit, as the headers of an answer say it (draft-ietf-httpapi-ratelimit-headers-10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

POLICY: Final = "RateLimit-Policy"
LEFT: Final = "RateLimit"


@dataclass(frozen=True, slots=True)
class LimitState:
    """How a limit stands for whoever sent a request: ``left`` of ``quota``, all of which is there again in ``reset``
    seconds, of a span of ``window``. ``unit`` is what is counted, where that is not requests."""

    name: str
    quota: int
    window: int
    left: int
    reset: int
    unit: str = ""

    @property
    def policy(self) -> str:
        """As a structured field: a string with parameters."""
        return f'"{self.name}";q={self.quota};w={self.window}' + (f';qu="{self.unit}"' if self.unit else "")

    @property
    def rest(self) -> str:
        return f'"{self.name}";r={max(0, min(self.left, self.quota))};t={max(0, self.reset)}'


def note_limit(request: HttpRequest, state: LimitState) -> None:
    """Has the answer say how a limit stands; what is noted last of a limit counts."""
    request.__dict__.setdefault("limit_states", {})[state.name] = state


def say_limits(request: HttpRequest, response: HttpResponseBase) -> None:
    """Writes the headers; without limits there are none."""
    states: list[LimitState] = list(request.__dict__.get("limit_states", {}).values())
    if states:
        response.headers[POLICY] = ", ".join(state.policy for state in states)
        response.headers[LEFT] = ", ".join(state.rest for state in states)
