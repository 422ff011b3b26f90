"""The plays that are possible next."""

from board.plays import choices_of
from engine.decks.formats import notation


def test_every_legal_play_has_words_and_an_address() -> None:
    position = notation.parse(
        "cod1 duel A summoning m9 | A t3 [B Ivy(c2 1/1 symbiote) Bolt(c1 2) Elf(c12 1/1)] champion Queen(c5 4/4) ready"
        " upper Ox(c2 2/2) | B t2 [B Oak(c1 1/1)] lower Imp(c1 1/1)"
    )
    choices = choices_of(position, lambda action: f"?{action}")
    assert [(choice.name, choice.cost) for choice in choices] == [("Ivy", 2), ("Bolt", 1), ("Queen", 5)]
    ivy, bolt, queen = (choice.places for choice in choices)
    assert ivy == [("upper line", "?1 upper"), ("lower line", "?1 lower"), ("onto Ox", "?1 onto upper 0")]
    assert bolt == [("at Ox (A)", "?2 at A upper 0"), ("at Imp (B)", "?2 at B lower 0")]
    assert queen == [("upper line", "?champion upper"), ("lower line", "?champion lower")]


def test_there_is_nothing_to_play_after_the_assault() -> None:
    position = notation.parse("cod1 duel A end | A [B Oak(c1 1/1)] | B [B Oak(c1 1/1)]")
    assert choices_of(position, str) == []
