"""The same request sent twice is carried out once and answered twice."""

from __future__ import annotations

from typing import Final

MAX_KEY: Final = 64  # characters of an Idempotency-Key


class ReplayedResponse(Exception):
    """This request has been answered before: the answer, as JSON."""

    def __init__(self, status: int, body: str) -> None:
        super().__init__(status)
        self.status = status
        self.body = body
