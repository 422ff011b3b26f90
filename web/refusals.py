"""Refusals of requests that cannot be done: a status, the contract's code, a message in plain English."""

from __future__ import annotations

from typing import Any, Final

from engine.kernel.errors import Fault

# The codes that any address of an API may answer; rooms have more.
CODES: Final = (
    *("bad-json", "bad-request", "unknown-key", "bad-token", "scope-missing", "not-found", "method-not-allowed"),
    *("key-reused", "too-large", "not-json", "too-many-requests", "busy"),
)


class RequestRefused(Exception):
    """A request that is refused.

    ``at`` is a place in the request, or the number of an action; ``more`` stands beside ``error`` in the answer,
    ``faults`` within it.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        at: str | int | None = None,
        *,
        faults: list[Fault] | None = None,
        more: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.at = at
        self.faults = faults
        self.more = more or {}
        self.headers = headers or {}

    def to_json(self) -> dict[str, Any]:
        error: dict[str, Any] = {"code": self.code, "message": self.message, "at": self.at}
        if self.faults is not None:
            error["faults"] = [fault.to_json() for fault in self.faults]
        return {"error": error, **self.more}


def refuse_form(faults: list[Fault]) -> None:
    """Raises all faults of form of a request at once, if there are any."""
    if faults:
        unknown = next((fault for fault in faults if fault.name == "unknown-key"), None)
        first = unknown or faults[0]
        code = "bad-request" if unknown is None else "unknown-key"
        raise RequestRefused(400, code, f"{first.at or '/'}: {first.message}", first.at, faults=faults)


def not_found(what: str = "") -> RequestRefused:
    """There is no such thing, or it is not for whoever asks."""
    return RequestRefused(404, "not-found", f"there is no such {what}" if what else "there is nothing here")


def too_many(message: str, seconds: int) -> RequestRefused:
    """The refusal of what is too much; after ``seconds`` it may be asked again."""
    return RequestRefused(429, "too-many-requests", message, headers={"Retry-After": str(max(1, seconds))})


def busy() -> RequestRefused:
    """Others hold the database's lock."""
    return RequestRefused(503, "busy", "others write at the same time", headers={"Retry-After": "1"})
