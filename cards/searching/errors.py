"""The faults of queries."""

from __future__ import annotations


class QueryError(Exception):
    """A query that cannot be understood.

    ``start`` and ``end`` are the place in the query, as for slices. ``message`` says what is wrong there and ``right``
    what would be right, both in the reader's language; ``right`` may be empty.
    """

    def __init__(self, start: int, end: int, message: str, right: str = "") -> None:
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message
        self.right = right

    def cut(self, query: str) -> tuple[str, str, str]:
        """The query in three: before the wrong place, the place, which is never empty, after it."""
        return query[: self.start], query[self.start : self.end] or "\N{NO-BREAK SPACE}", query[self.end :]
