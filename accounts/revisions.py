"""Optimistic locking: whoever saves says which revision they have seen, and nobody's save is lost.

A row counts its saves in ``revision``. A save that is based on one that is not the latest writes nothing. The check and
the counting are one conditional UPDATE, so that of two that have read the same revision one goes on, on every database.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

from django.db import transaction

P = ParamSpec("P")
R = TypeVar("R")


class Revised(Protocol):
    """A row that counts its saves."""

    pk: Any
    revision: int


class StaleRevision(Exception):
    """Somebody saved since: ``current`` is the row as it is now."""

    def __init__(self, current: Revised) -> None:
        super().__init__(f"{current} is at revision {current.revision}")
        self.current = current


def advance(row: Revised) -> None:
    """Counts a save of a row as it was read. Raises ``StaleRevision`` when somebody saved since.

    Until the transaction ends the row is this save's alone: another of the same revision waits, and is then too late.
    """
    rows = type(row)._base_manager  # type: ignore[attr-defined] # a model's
    if not rows.filter(pk=row.pk, revision=row.revision).update(revision=row.revision + 1):
        raise StaleRevision(rows.get(pk=row.pk))
    row.revision += 1


def saves_revision(save: Callable[P, R]) -> Callable[P, R]:
    """A save, in one transaction, that takes the revision its caller has seen as ``seen``.

    Where that is None, whatever there is may be saved over: what somebody saves at the same moment is read and saved
    upon, so that ``StaleRevision`` is raised only to those who have named a revision.
    """

    @wraps(save)
    def saved(*args: P.args, **options: P.kwargs) -> R:
        while True:
            try:
                with transaction.atomic():
                    return save(*args, **options)
            except StaleRevision:
                if options.get("seen") is not None:
                    raise

    return saved
