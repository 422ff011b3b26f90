"""What is kept of answers of searches."""

from __future__ import annotations

from grimoire.caching import cached_if_complete


def test_answers_that_were_cut_short_are_worked_out_anew() -> None:
    calls: list[int] = []

    @cached_if_complete(2, lambda number: number)
    def search(number: int) -> tuple[int, bool]:
        calls.append(number)
        return len(calls), len(calls) > 1

    assert [search(1) for _ in range(3)] == [1, 2, 2]
