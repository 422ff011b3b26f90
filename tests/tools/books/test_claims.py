"""The texts of the site's puzzles claim nothing that the engine does not say."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from cards.sets import BilingualText
from grimoire.book_files import CLAIM, Volume, VolumePage, all_volumes, other_volumes, read_volume
from tools.books.claims import NO_CLAIM, ClaimError, faults_of, unbound, value_of
from tools.books.facts import PuzzleFacts
from tools.books.turn_facts import TurnFacts

VOLUMES = (*all_volumes(), *other_volumes())
PAGES = [page for volume in VOLUMES for page in volume.pages]
# The Wind Thief, 2 HP, takes two drops of Invisible Ink of 1; a single one is the stored try.
THIEF = next(page for page in PAGES if page.slug == "catch-a-thief-twice")


def with_afterword(text: str) -> VolumePage:
    return replace(THIEF, marked_words=BilingualText("", ""), marked_afterword=BilingualText(text, ""))


def reasons(text: str) -> list[str]:
    return [fault.reason for fault in faults_of(with_afterword(text))]


@pytest.mark.parametrize("volume", VOLUMES, ids=lambda volume: volume.slug)
def test_every_claim_is_true(volume: Volume) -> None:
    assert [str(fault) for page in volume.pages for fault in faults_of(page)] == []


def test_few_figures_are_no_claim() -> None:
    """What is read and said to mean nothing is the exception."""
    marked = [words for page in PAGES for words in (page.marked_words, page.marked_afterword)]
    references = [match["reference"] for words in marked for match in CLAIM.finditer(words.en + words.fr)]
    assert len(references) > 2500 and references.count(NO_CLAIM) < len(references) / 7


def test_readers_see_no_reference() -> None:
    for page in PAGES:
        for text in (page.words.en, page.words.fr, page.afterword.en, page.afterword.fr):
            assert not set("{|}") & set(text), page.reference


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("It keeps {1|left Wind Thief #1}.", ""),
        ("It keeps {one|try 0: lacks}.", ""),
        ("{Two|plays Invisible Ink} drops, {2|mana - mana after #-1} Mana.", ""),
        ("It is {killed|Invisible Ink destroys Wind Thief}.", ""),
        ("One drop does not {kill|not try 0: destroyed Wind Thief} it.", "no reference says so"),
        ("It keeps {2|left Wind Thief #1}.", "left Wind Thief #1 is 1"),
        ("It keeps {1|left Wind Thief}.", "left Wind Thief is 1, 0: which?"),
        ("It keeps {1|left Wind Thief #3}.", "left Wind Thief has 2 numbers"),
        ("It {kills|Sleight Master destroys Wind Thief}.", "there is no Sleight Master destroys Wind Thief"),
        ("It {survives|not destroyed Wind Thief}.", "not destroyed Wind Thief: it is 1"),
        ("It keeps {1|try 9: lacks}.", "no line 'try 9'"),
        ("It keeps {1 or 2|lacks}.", "more than one figure"),
        ("It keeps 1.", "no reference says so"),
        ("The Ink destroys it.", "no reference says so"),
        ("The {one|-} behind.", ""),
        ("The one behind.", ""),
    ],
)
def test_what_is_wrong_with_a_claim_is_told(text: str, reason: str) -> None:
    assert reasons(text) == [reason] if reason else not reasons(text)


def test_a_line_that_no_proof_has_can_be_asked_for() -> None:
    facts = PuzzleFacts(THIEF)
    assert value_of("with Invisible Ink: left Wind Thief", facts) == 1
    assert value_of("with Invisible Ink, Invisible Ink: lacks", facts) is None  # it reaches the goal
    with pytest.raises(ClaimError, match="no line 'with Tailwind'"):
        value_of("with Tailwind: lacks", facts)


def test_a_turn_of_the_schools_has_facts_of_its_own() -> None:
    page = next(page for page in PAGES if page.slug == "three-steps-in-the-wind")
    claims = {
        "students blancgriffon air": 3, "goal": 15, "points blancgriffon": 12, "passes air #3": 3, "try 0: short": 1,
    }  # fmt: skip
    facts = TurnFacts(page)
    assert {reference: value_of(reference, facts) for reference in claims} == claims
    wrong = replace(page, marked_words=BilingualText("It is {2|goal} or {1|with nothing: short}.", ""))
    assert [fault.reason for fault in faults_of(wrong)] == ["goal is 15", "no line 'with nothing'"]


def test_names_of_cards_are_no_figures() -> None:
    assert list(unbound("Le Diablotin à deux faces garde 1.", "fr", {"Diablotin à deux faces"})) == [
        " à deux faces garde 1."
    ]


def test_the_command_counts_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    call_command("check_claims", "elusive", stdout=out)
    assert out.getvalue().endswith(" 0 faults\n")
    wrong = replace(read_volume("elusive"), pages=(with_afterword("It keeps 1."),))
    monkeypatch.setattr("tools.management.commands.check_claims.all_volumes", lambda: (wrong,))
    monkeypatch.setattr("tools.management.commands.check_claims.other_volumes", tuple)
    with pytest.raises(CommandError, match="no reference says so"):
        call_command("check_claims", stdout=out)
