"""The times that forms offer, and a game's time in words."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from contract.clocks import FISCHER, ClockSetting
from contract.deadlines import TIMES, time_asked, time_words

CHOICES = [value for _group, choices in TIMES[1:] for value, _words in choices]  # the first is "No limit"


def test_no_two_choices_give_the_same_time() -> None:
    asked = [time_asked(value) for value in CHOICES]
    settings = [ClockSetting.from_json(each["clock"]) for each in asked if "clock" in each]
    claimed = [each["deadline"] for each in asked if each["deadline"]]
    times = [*claimed, *(each.limit for each in settings if each.kind != FISCHER)]
    assert len(times) == len(set(times)) and len(settings) >= 10


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["1 day per turn", "7 days per turn"]), ("fr", ["1 jour par tour", "7 jours par tour"])],
)
def test_games_whose_late_turns_can_be_claimed_still_tell_their_time(language: str, words: list[str]) -> None:
    with override(language):
        assert [time_words({"deadline": days * 86400})[0] for days in (1, 7)] == words
