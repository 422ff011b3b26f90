"""The trace in words: every event that games bring about, in both languages."""

import re
import string

import pytest

from board.facts import Voice
from board.narration import Telling, ability_name, tell
from board.texts import LANGUAGES, MissingText, texts
from board.variants import variant_of
from engine.decks.rules.actions import parse_action
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.events import Place
from engine.decks.rules.trace.recorder import Trace
from tests.board.games import Seen, seen
from tests.engine.decks.activation_orders import activation_order
from tests.engine.decks.helpers import read

OGRE: Place = (0, 0, "Ogre")
IMP = Card("Imp", True, 1, 1, 1, ())
# What random games do not bring about, or hardly ever.
RARE = (
    Seen(ev.Stopped("assault", 3, None, ("2.12",), "attacks"), ()),
    Seen(ev.Stopped("assault", 11, None, ("2.12",), "reinforcements"), ()),
    Seen(ev.Stopped("summoning", None, None, ("2.12",), "reveals"), ()),
    Seen(ev.NoEffect("summoning", 7, "enchain", ("5.11",), OGRE), ()),
    Seen(ev.NoEffect("assault", 11, "blackmail", ("5.6", "2.2"), None), ()),
    Seen(ev.NoEffect("summoning", 14, "regeneration", ("5.21",), None), ()),
    Seen(ev.NoEffect("summoning", 14, "regeneration", ("5.21",), OGRE), (0,)),
    Seen(ev.NoTarget("assault", 3, "aerial", ("5.1", "3.3"), OGRE), ()),
    Seen(ev.NoTarget("assault", 3, "aerial", ("10.1", "3.3"), OGRE), ()),
    Seen(ev.NoTarget("assault", 3, "wrecker", ("10.1", "3.3"), OGRE), ()),
    Seen(ev.AmountChanged("assault", 6, "vulnerability", ("5.28",), None, 1, 2), ()),
    Seen(ev.AmountChanged("assault", 6, "vulnerability", ("5.28",), None, 1, 0), (1,)),
    Seen(ev.Sprinted("assault", 4, "sprint", ("5.25",), OGRE, 2, 4), ()),
    Seen(ev.Sprinted("assault", 4, "sprint", ("5.25",), OGRE, 0, 4), ()),
    Seen(ev.StrongholdHit("assault", 7, None, ("1.1",), 1, "bastion", 2, 2, 3, None), ()),
    Seen(ev.StrongholdHit("assault", 7, None, ("1.1",), 1, "bastion", 2, 2, 3, None), (1,)),
    Seen(ev.ChosenInstead("summoning", None, "counter-order", ("7.5", "5.8"), 1, IMP, IMP), (1,)),
    Seen(ev.InVain("summoning", None, "symbiote", ("7.5",), 1, IMP), (1,)),
    Seen(ev.Reinforced("assault", 11, "reinforcement", ("5.22", "7.5"), 1, 0, IMP), (1,)),
    Seen(ev.Over("end", None, None, ("2.13",), None, (), "turn-limit"), ()),
)


def all_seen() -> tuple[Seen, ...]:
    return seen() + RARE


def told(position: Position | str, *actions: str, language: str = "en") -> list[Telling]:
    """The tellings of some actions on a position."""
    start = read(position) if isinstance(position, str) else position
    trace = Trace()
    for action in actions:
        start.apply(parse_action(action), trace)
    return [tell(event, language, start.mode.ai_seats) for event in trace.events]


def sentences(position: str, *actions: str, language: str = "en") -> list[str]:
    return [
        telling.text.replace("\u2019", "'").replace("\u202f", " ")
        for telling in told(position, *actions, language=language)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_its_sentences(language: str) -> None:
    assert set(texts(language, "trace")["events"]) == set(ev.EVENTS)


def test_every_sentence_is_used() -> None:
    used = {
        (seen_event.event.kind, variant_of(seen_event.event, Voice("en", seen_event.ai_seats)))
        for seen_event in all_seen()
    }
    written = {(kind, variant) for kind, table in texts("en", "trace")["events"].items() for variant in table}
    assert written - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_well_formed(language: str) -> None:
    wrong = []
    for seen_event in all_seen():
        text = tell(seen_event.event, language, seen_event.ai_seats).text
        sound = text.endswith(".") and not text.endswith("..") and text == " ".join(text.split(" "))
        if not sound or re.search(r"[{}]|None|\bTrue\b|\bFalse\b|  |\n| ,| \.", text) or not text.strip("."):
            wrong.append((seen_event.event, text))
    assert wrong[:5] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tellings_have_all_their_parts(language: str) -> None:
    for seen_event in all_seen():
        event = seen_event.event
        telling = tell(event, language, seen_event.ai_seats)
        assert telling.phase_name
        assert telling.step_name
        assert (telling.phase, telling.step, telling.ability) == (event.phase, event.step, event.ability)
        assert telling.rulings == event.rulings
        assert telling.ability_name == (ability_name(event.ability, language) if event.ability else "")


def test_the_languages_tell_it_differently() -> None:
    for seen_event in all_seen():
        assert (
            tell(seen_event.event, "en", seen_event.ai_seats).text
            != tell(seen_event.event, "fr", seen_event.ai_seats).text
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_the_rulebook_has_a_name(language: str) -> None:
    steps = texts(language, "trace")["steps"]
    for name, last in (("summoning", 19), ("assault", 20)):
        plain = [key for key in steps[name] if key.isdigit()]
        assert plain == [str(number) for number in range(1, last + 1)]
        assert {str(number) for number, _ in activation_order(name)} <= set(plain)


def test_names_may_hold_anything() -> None:
    odd = "{player} %s \\ <b>\n&amp;  {"
    event = ev.GoesBerserk("assault", 19, "berserk", ("5.5",), (0, 0, odd))
    assert tell(event, "en").text.startswith("{player} %s \\ <b> &amp; { attacks again")
    assert tell(ev.GoesBerserk("assault", 19, "berserk", (), (0, 0, " ")), "fr").text.startswith("(sans nom) ")


def test_an_unknown_language_or_kind_is_missing() -> None:
    class Strange(ev.Event):
        kind = "strange"

    with pytest.raises(MissingText, match="'xx'"):
        tell(ev.Stopped("end", None, None, (), "attacks"), "xx")
    with pytest.raises(MissingText, match=r"trace\.toml has no events\.strange"):
        tell(Strange("end", None, None, ()), "en")


def test_no_sentence_leans_on_the_form_of_a_name() -> None:
    """French: no "de", "que", "le" or the like right before a card's name, which may begin with a vowel."""
    names = {"who", "whom", "card", "host", "chosen"}
    for kind, table in texts("fr", "trace")["events"].items():
        for pattern in table.values():
            for before, name, _, _ in string.Formatter().parse(pattern):
                if name in names:
                    assert not re.search(r"\b(de|du|que|le|la|si|ne)\s$", before), (kind, pattern)


# What some games say


def test_a_protected_creature() -> None:
    said = sentences(
        "A summoning m0 | A [B x y] upper Wyvern(c4 4/3) | B [F x y] upper Troll(c4 3/5 protection)", "assault"
    )
    assert said == [
        "Player A's Assault starts: the upper line, then the lower, each from the far end to the Bridge.",
        "Wyvern can attack: it was in play before this turn.",
        "Wyvern attacks player B's Troll, the enemy nearest the Bridge.",
        "That makes 4 damage for Troll.",
        "Troll's Protection stops the 4 damage: it is the first source this turn.",
        "Player A's Assault is over.",
    ]


def test_a_fort_that_falls() -> None:
    said = sentences("A summoning m0 | A [B x y] upper w(c4 3/3) | B [F x y]", "assault", language="fr")
    assert said[-2:] == [
        "w inflige 3 Blessures au Fort du joueur B : il se décale de 2 emplacements vers la droite"
        " et se retrouve tout à droite (excédent perdu : 1).",
        "Le Fort du joueur B tombe : le joueur A gagne.",
    ]


def test_a_drawn_game() -> None:
    start = read("A end m0 | A t100 [B x y] | B t100 [B x y]")
    start.turn_limit = 100
    assert [telling.text for telling in told(start.copy(), "end-turn")][1:] == [
        "After 100 turns each, the game is a draw."
    ]
    last = told(start, "end-turn", language="fr")[-1]
    assert last.text == "Après 100 tours chacun, la partie est nulle."
    assert (last.phase, last.step_name, last.rulings) == ("end", "Fin de la partie", ("2.13",))


def test_a_bastion_that_stands() -> None:
    said = sentences("A summoning m0 | A [B x y] upper w(c4 1/3) | B [B x y]", "assault")
    assert "w hits player B's Bastion for 1: it moves 1 place right, 1 HP left." in said


def test_price_of_blood() -> None:
    position = "A summoning m2 | A [B p(c4 1/1 price-of-blood) x y z] | B [B x y]"
    assert sentences(position, "1 upper")[:3] == [
        "Player A pays 2 Mana for p: Price of Blood takes the missing 2 from the Stronghold.",
        "Price of Blood takes 1 missing Mana from player A's Bastion: it moves 1 place right, 3 HP left.",
        "Price of Blood takes 1 missing Mana from player A's Bastion: it moves 1 place right, 2 HP left.",
    ]


def test_steps_have_the_rulebooks_numbers_and_names() -> None:
    position = "A summoning m9 | A [B e(c1 1/1 enchain) x y z] | B [B x y]"
    steps = {(telling.step, telling.step_name, telling.ability_name) for telling in told(position, "1 upper")}
    assert (1, "Mana paid", "") in steps
    assert (7, "Enchain", "Enchain") in steps
    headings = [telling.step_name for telling in told("A end m0 | A [B x y] | B [B x y z]", "end-turn", language="fr")]
    assert headings == ["Fin du tour", "Nouveau tour", "Phase 1\u202f: Mana"]


def test_an_ai_is_told_as_one() -> None:
    pile = "[p(c1 1/1) q(c1 1/1) r(c1 1/1)]"
    text = f"cod1 solo A summoning m0 | A t2 [B x y] upper w(c4 2/3) | B t1 ai [6+1] bastion pile {pile} discard []"
    said = sentences(text, "assault")
    assert "w hits AI B for 2: 2 cards discarded from its pile, 1 HP left." in said


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "The next card stays on the pile: an AI reveals at most 400 in one action.",
        ),
        (
            "fr",
            "La carte suivante reste sur la pioche : une IA en révèle 400 au plus par action.",
        ),
    ],
)
def test_an_ai_that_stops_revealing_says_why(language: str, text: str) -> None:
    position = (
        "cod1 solo B mana m0 | A t2 [B x y] upper w(c1 1/9) lower v(c1 1/9)"
        " | B t2 ai [1+0] bastion pile [i(c0 0 mercenary) x y] discard []"
    )
    said = sentences(position, "mana", language=language)
    assert said.count(text) == 1
    assert said.index(text) == len(said) - 6  # then its Assault, which nobody is there for, and the next turn
