"""Decks as text: written, read again, refused line by line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Visibility
from cards.decks.drafts import DeckDraft
from cards.decks.text import MAX_SUGGESTIONS, DeckTextError, read_deck, write_deck
from cards.models import Card, Kind
from cards.searching import vocabulary
from cards.searching.vocabulary import MAX_COMPARED
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set, sign_in
from tests.examples import examples

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> dict[str, Card]:
    pack = make_set("pack")
    return {
        "wolf": make_card("Wolf", pack, name_fr="Loup", slug="wolf"),
        "ram": make_card("Ram", pack, name_fr="Bélier", slug="ram"),
        "seven": make_card("7 Dwarfs", pack, slug="seven"),
        "keep": make_card("Keep", pack, name_fr="Donjon", slug="keep", kind=Kind.STRONGHOLD),
        "hero": make_card("Hero", None, make_owner("ada"), kind=Kind.CHAMPION),
    }


def faults(text: str, owner: object = None) -> list[tuple[int, str]]:
    with pytest.raises(DeckTextError) as raised:
        read_deck(text, owner)  # type: ignore[arg-type]
    return [(fault.number, fault.message) for fault in raised.value.faults]


def test_what_is_written_is_read_again(cast: dict[str, Card]) -> None:
    cards = (cast["ram"], cast["wolf"], cast["seven"])
    draft = DeckDraft(cards, cast["keep"], cast["hero"], "My # deck: the best", about="About: it # is")
    text = write_deck(draft)
    assert f"Champion: own/{cast['hero'].token}  # Hero" in text
    assert read_deck(text, None) == draft
    assert read_deck(write_deck(DeckDraft(cards, about="Two\nlines")), None).about == "Two lines"
    french = "Le Pont\u202f:\u00a0tenez bon."  # these spaces keep a sign at its word
    assert read_deck(write_deck(DeckDraft(cards, about=french)), None).about == french
    assert read_deck(write_deck(DeckDraft((cast["wolf"],))), None) == DeckDraft((cast["wolf"],))


@pytest.mark.parametrize(
    "line",
    [
        "pack/wolf",
        "Wolf",
        "wolf",
        "LOUP",
        "  1 Wolf ",
        "1x Loup",
        "pack/wolf  # Wolf",
        "Wolf # mine",
        "1 pack/wolf",
    ],
)
def test_a_card_may_be_written_in_many_ways(cast: dict[str, Card], line: str) -> None:
    assert read_deck(f"# a comment\n\n{line}\r\n", None).cards == (cast["wolf"],)


def test_names_that_begin_with_numbers_and_heads_in_french(cast: dict[str, Card]) -> None:
    text = "JEU : Le mien\nÀ propos : de loups\nForteresse: Donjon\nChampion : hero\n7 Dwarfs\nbelier"
    expected = DeckDraft((cast["seven"], cast["ram"]), cast["keep"], cast["hero"], "Le mien", about="de loups")
    assert read_deck(text, None) == expected


def test_every_fault_is_named_by_its_line(cast: dict[str, Card]) -> None:
    lines = "Wolf|Wolff|pack/none|Loup|Keep|2 Ram|Stronghold: Ram|Stronghold: Keep|Forteresse: Keep|Deck: a|Name: b"
    messages = dict(faults("\n".join(lines.split("|"))))
    assert set(messages) == {2, 3, 7, 8, 9, 11}
    assert "Did you mean “Wolf”?" in messages[2]
    assert "isn't allowed there" in messages[7]
    assert all("already" in messages[line] or "Duplicate" in messages[line] for line in (8, 9, 11))


def test_too_much_and_too_little_are_faults(cast: dict[str, Card]) -> None:
    assert faults("")[0][0] == faults("# nothing\n\n")[0][0] == 1
    assert "Too long" in faults("x" * 21_000)[0][1]
    assert "Too long" in faults("Deck: " + "x" * 61 + "\nWolf")[0][1]
    many = make_cards(17, make_set("many"))
    assert [number for number, _message in faults("\n".join(card.reference for card in many))] == [17]


def test_several_cards_of_a_name_must_be_told_apart(cast: dict[str, Card]) -> None:
    ada = make_owner("eve")
    other = make_card("Wolf", None, ada)
    ((_number, message),) = faults("Wolf")
    assert "pack/wolf" in message and f"own/{other.token}" in message
    assert read_deck(f"own/{other.token}\npack/wolf", None).cards == (other, cast["wolf"])


def test_nobody_reads_cards_that_are_not_for_them(cast: dict[str, Card]) -> None:
    ada = make_owner("eve")
    secret = make_card("Secret", None, ada, visibility=Visibility.PRIVATE)
    assert faults("Secret") and faults(f"own/{secret.token}")
    assert "Secret" not in faults("Secre")[0][1]
    assert read_deck("Secret", ada).cards == (secret,)


@given(st.text(max_size=80) | st.text(alphabet="Wolfpack/: #1x\n", max_size=60))
@settings(max_examples=examples(60), deadline=None)
def test_any_text_is_read_or_explained(text: str) -> None:
    try:
        read_deck(text, None)
    except DeckTextError as error:
        assert error.faults and all(fault.message and fault.number >= 1 for fault in error.faults)


def test_the_page_takes_over_all_or_nothing(client: Client, cast: dict[str, Card]) -> None:
    assert client.get("/decks/import/").status_code == 200
    response = client.post("/decks/import/", {"text": "Deck: Mine\nStronghold: Keep\nWolf\nRam"})
    assert response["Location"] == "/decks/new/?cards=pack/wolf,pack/ram&stronghold=pack/keep&name=Mine"
    response = client.post("/decks/import/", {"text": "Wolf\n<b>Nobody</b>"})
    html = response.content.decode()
    assert response.status_code == 422 and "Line 2" in html and "&lt;b&gt;Nobody" in html and "<b>Nobody" not in html
    assert client.post("/decks/import/", {"text": ""}).status_code == 422
    assert client.post("/decks/import/", {}).status_code == 422


def test_a_deck_goes_out_as_text_and_comes_in_again_as_the_same(client: Client, cast: dict[str, Card]) -> None:
    beside = {"stronghold": cast["keep"], "champion": cast["hero"]}
    deck = make_deck("Mine", [cast["ram"], cast["wolf"]], make_owner("eve"), about="Wet & wild: “#1”.", **beside)
    text = client.get(f"/decks/{deck.token}/text/").content.decode()
    address = client.post("/decks/import/", {"text": text})["Location"]
    page = client.get(address).context
    fields = {**dict(page["view"].draft.fields), **{name: page["form"][name].value() for name in ("name", "about")}}
    saved = client.post("/decks/new/", {**fields, "visibility": "public"}, follow=True).context["deck"]
    assert saved != deck
    assert client.get(f"/decks/{saved.token}/text/").content.decode() == text


def test_a_deck_is_downloaded_as_text(client: Client, cast: dict[str, Card]) -> None:
    deck = make_deck("Été: “mine”\r\nX", [cast["wolf"]], make_owner("eve"), stronghold=cast["keep"])
    response = client.get(f"/decks/{deck.token}/text/")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="ete-mine-x.txt"'
    assert read_deck(response.content.decode(), None).cards == (cast["wolf"],)


def test_owners_write_and_read_their_private_cards() -> None:
    ada = make_owner("ada")
    secret = make_card("Secret", None, ada, visibility=Visibility.PRIVATE)
    deck = make_deck("Mine", [secret], ada)
    text = sign_in(Client(), ada).get(f"/decks/{deck.token}/text/").content.decode()
    assert read_deck(text, ada).cards == (secret,)


def test_a_text_of_unknown_names_costs_little_whatever_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that are alike are looked for a few times, among few; cards that nobody named are not read whole."""
    make_cards(400)
    compared, read = [], []
    closely, whole = vocabulary.difflib.get_close_matches, Card.from_db

    def watched(word: str, names: Sequence[str], *args: Any, **more: Any) -> list[str]:
        compared.append(len(names))
        return closely(word, names, *args, **more)

    def counted(*args: Any, **more: Any) -> Card:
        read.append(1)
        return whole(*args, **more)

    monkeypatch.setattr(vocabulary.difflib, "get_close_matches", watched)
    monkeypatch.setattr(Card, "from_db", counted)
    messages = faults("\n".join(f"nobody {number}" for number in range(500)))
    assert len(messages) == 500
    assert len(compared) <= MAX_SUGGESTIONS and max(compared) <= 2 * MAX_COMPARED
    assert len(read) <= MAX_SUGGESTIONS * MAX_COMPARED


def test_what_is_alike_is_found_among_many(cast: dict[str, Card]) -> None:
    make_cards(400)
    assert faults("Wlof")[0][1].endswith("Did you mean “Wolf”?")
    assert faults("Beliers")[0][1].endswith("Did you mean “Ram”?")
    assert "Did you mean" not in faults("W" * 4000)[0][1]


def test_names_are_read_in_few_queries(cast: dict[str, Card], django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(4):
        assert read_deck("Wolf\nram\n7 Dwarfs\nStronghold: Donjon", None).cards == (
            cast["wolf"], cast["ram"], cast["seven"],
        )  # fmt: skip
    with django_assert_max_num_queries(2):
        assert read_deck("pack/wolf # Wolf\npack/ram", None).cards == (cast["wolf"], cast["ram"])


def test_thousands_of_references_are_one_question(django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12):
        assert len(faults("\n".join(f"s{number}/c" for number in range(1000)))) == 1000


# Lists of other programs


FISH: Final = ("Ferry Pike", "Brine Diver", "Surf Piper", "Widow's Driver", "Coin Flip", "Tom, the Cat")


@pytest.fixture
def fish(cast: dict[str, Card]) -> dict[str, Card]:
    pack = make_set("fish")
    return {name: make_card(name, pack, slug=name.lower().replace(" ", "-").replace("'", "-")) for name in FISH[:5]} | {
        FISH[5]: make_card(FISH[5], pack, slug="tom")
    }


@pytest.mark.parametrize(
    "line",
    [
        *("1 Ferry Pike", "1x Ferry Pike", "x1 Ferry Pike", "(1) Ferry Pike", "[1] Ferry Pike", "Ferry Pike x1"),
        *("Ferry Pike (x1)", "Ferry Pike ×1", "Ferry Pike: 1", "Ferry Pike\t1", "1\tFerry Pike\tINI"),
        *(
            "1 Ferry Pike (INI)",
            "1 Ferry Pike (INI) 12",
            "1 Ferry Pike [INI]",
            "1 [INI] Ferry Pike",
            "1 INI Ferry Pike",
        ),
        *(
            "1 Ferry Pike (INI) 12 *F*",
            "1 Ferry Pike (INI) 12 [Fish{noDeck}] ^Have,#37d67a^",
            "1 Ferry Pike #fish #best",
        ),
        *(
            "1 Ferry Pike INI 12",
            "1 Ferry Pike (INI) 12 ★",
            "Ferry Pike | 3 Mana",
            "Ferry Pike - 3 Mana",
            "1 Ferry Pike 3/4",
        ),
        *("- Ferry Pike", "* Ferry Pike", "• Ferry Pike", "\u2013 Ferry Pike", "1. Ferry Pike", "12) Ferry Pike"),
        *("- [ ] Ferry Pike", "- [x] 1 Ferry Pike", "> 1 Ferry Pike", "\\- Ferry Pike", "1 Ferry Pike \\[INI\\]"),
        *(
            "[[Ferry Pike]]",
            "1 [[Ferry Pike|INI]]",
            '"Ferry Pike"',
            "“Ferry Pike”",
            "«\u00a0Ferry Pike\u00a0»",
            "`Ferry Pike`",
        ),
        *("**Ferry Pike**", "1x *Ferry Pike*", "1,Ferry Pike,INI,12", '"1","Ferry Pike","INI"', "1;Ferry Pike;INI"),
        *(
            "[Ferry Pike](https://example.org/x)",
            "https://example.org/fr/cards/fish/FERRY-PIKE/?utm_source=x).",
            "ferry-pike",
        ),
        *(
            "[Ferry Pike](https://example.org/cards/fish/ferry-pike/)",
            "\ufeff1 Ferry Pike",
            "1 Ferry\u00a0Pike\u200b",
            "ferrypike",
        ),
        *(
            "Ferry Pike,",
            "1 Ferry Pike &#40;INI&#41;",
            "1 Ferry Pike // good",
            "MB: 1 Ferry Pike",
            "1 fish/ferry-pike (INI)",
        ),
        *('["Ferry Pike"]', '{"Ferry Pike": 1}', '[{"name": "Ferry Pike", "count": 1}]', "```\n1 Ferry Pike\n```"),
    ],
)
def test_a_card_is_read_as_other_programs_write_it(fish: dict[str, Card], line: str) -> None:
    read = read_deck(line, None)
    assert read.cards == (fish["Ferry Pike"],)
    assert not any("once" in note for note in read.notes)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        *(
            ("widows driver", "Widow's Driver"),
            ("1 widow\u2018s driver", "Widow's Driver"),
            ("coin\u2011flip", "Coin Flip"),
        ),
        *(("1 Tom, the Cat (INI) 3", "Tom, the Cat"), ('1,"Tom, the Cat",INI', "Tom, the Cat")),
    ],
)
def test_signs_in_names_are_told_from_what_stands_beside_them(fish: dict[str, Card], line: str, name: str) -> None:
    assert read_deck(line, None).cards == (fish[name],)


def test_what_is_left_out_is_named(fish: dict[str, Card]) -> None:
    text = "Fish (2)\n4x Ferry Pike (INI) 12 *F*\n1 Brine Diver [Swims]\nBrine Diver\nhttps://example.com/deck/12"
    read = read_deck(text, None)
    assert [card.name for card in read.cards] == ["Ferry Pike", "Brine Diver"]
    assert list(read.notes) == [
        "Duplicates counted once: “Ferry Pike”, “Brine Diver”.",
        "Skipped: “line 1: Fish (2)”, “(INI) 12 *F*”, “[Swims]”, “line 5: https://example.com/deck/12”.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Deck\n1 Ferry Pike (INI) 12\n\nSideboard\n1 Brine Diver (INI) 2",
        "[Deck]\nFerry Pike\n[Sideboard]\nBrine Diver",
        "// Creatures (1)\n1 Ferry Pike\n\n// Sideboard\n1 Brine Diver",
        "SB: 1 Brine Diver\n1 Ferry Pike",
        "== Main ==\nFerry Pike\n--- Side ---\nBrine Diver",
        "Laboratoire :\nBrine Diver\nCréatures (1) :\nFerry Pike",
        "Count,Name,Set\n1,Ferry Pike,INI\n\nSideboard\n1,Brine Diver,INI",
        '<?xml version="1.0"?><cockatrice_deck version="1"><zone name="main"><card number="1" name='
        '"Ferry Pike"/></zone><zone name="side"><card number="1" name="Brine Diver"/></zone></cockatrice_deck>',
        '<Deck><Cards CatID="1" Quantity="1" Sideboard="false" Name="Ferry Pike" />\n'
        '<Cards CatID="2" Quantity="1" Sideboard="true" Name="Brine Diver" /></Deck>',
        '{"main": {"Ferry Pike": 1}, "sideboard": {"Brine Diver": 1}}',
        '{"boards": {"mainboard": {"cards": {"x": {"quantity": 1, "card": {"name": "Ferry Pike"}}}}, '
        '"sideboard": {"cards": {"y": {"quantity": 1, "card": {"name": "Brine Diver"}}}}}}',
        "Board,Qty,Name,Printing\nside,1,Brine Diver,INI\nmain,1,Ferry Pike,INI",
        '"sep=;"\nCount;Name;Section\n1;"Ferry Pike";Deck\n1;"Brine Diver";"Sideboard"',
        "Name\tZone\nFerry Pike\tMain\nBrine Diver\tSideboard",
    ],
)
def test_a_sideboard_is_the_laboratory(fish: dict[str, Card], text: str) -> None:
    read = read_deck(text, None)
    assert [card.name for card in read.cards] == ["Ferry Pike", "Brine Diver"]
    assert read.notes[-1] == "The deck has fewer than 8 cards: filled up from the Laboratory."


@pytest.mark.parametrize(
    "text",
    [
        "1 Ferry Pike (INI) 12\n\nCONSIDERING:\n1 Brine Diver (INI) 2\n1 Sol Ring (CMM) 396",
        "Deck\n1 Ferry Pike\n\nMaybeboard (1)\n1 Brine Diver",
        "Ferry Pike\n\nPeut-être :\nBrine Diver",
        "1 Ferry Pike\nMaybe: Brine Diver",
        "1x Ferry Pike (ini) 12 [Draw]\n1x Brine Diver (ini) 13 [Ramp,Maybeboard{noDeck}{noPrice}]",
        "Name\tZone\nFerry Pike\tMain\nBrine Diver\tMaybeboard",
        'name,CMC,maybeboard,Notes\n"Ferry Pike",2,false,""\n"Brine Diver",2,true,""\n"Sol Ring",1,true,""',
        '{"cards": {"mainboard": [{"name": "Ferry Pike"}], "maybeboard": [{"name": "Brine Diver"}]}}',
        '{"boards": {"mainboard": {"cards": {"x": {"quantity": 1, "card": {"name": "Ferry Pike"}}}}, '
        '"maybeboard": {"cards": {"y": {"quantity": 1, "card": {"name": "Brine Diver"}}}}}}',
        '{"cards": [{"quantity": 1, "categories": ["Ramp"], "card": {"name": "Ferry Pike"}}, '
        '{"quantity": 1, "categories": ["Maybeboard"], "card": {"name": "Brine Diver"}}]}',
    ],
)
def test_what_is_only_considered_is_no_part_of_the_deck(fish: dict[str, Card], text: str) -> None:
    read = read_deck(text, None)
    assert [card.name for card in read.cards] == ["Ferry Pike"]
    assert read.notes[0] == "Only considered, not in the deck: “Brine Diver”."


@pytest.mark.parametrize(
    "text",
    [
        "About\nName Mine\n\nCommander\n1 Hero\n\nDeck\n1 Ferry Pike\n1 Keep\n",
        "// NAME : Mine\nStronghold\nKeep\n\nChampion (1)\nHero\nCards\nFerry Pike\n8 cards",
        "### Mine\n# Class: Fish\n#\n# 1x (3) Ferry Pike\n# 1x (1) Keep\n# 1x (5) Hero\n#\nAAECAR8CAAA=\n# Copy this",
        '{"name": "Mine", "cards": ["fish/ferry-pike"], "stronghold": "pack/keep", "champion": {"name": "Hero"}}',
        '{"deck": {"name": "Mine", "main": [{"card_name": "Ferry Pike", "qty": "1"}, "Keep", "Hero"]}}',
    ],
)
def test_names_strongholds_and_champions_of_other_programs(
    fish: dict[str, Card], cast: dict[str, Card], text: str
) -> None:
    assert read_deck(text, None) == DeckDraft((fish["Ferry Pike"],), cast["keep"], cast["hero"], "Mine")


def test_several_cards_on_a_line(fish: dict[str, Card]) -> None:
    text = "1 Ferry Pike, Brine Diver, 1x Surf Piper"
    assert [card.name for card in read_deck(text, None).cards] == ["Ferry Pike", "Brine Diver", "Surf Piper"]


def test_the_address_of_a_deck_is_the_deck(cast: dict[str, Card]) -> None:
    deck = make_deck("Mine", [cast["ram"], cast["wolf"]], make_owner("eve"), stronghold=cast["keep"])
    for text in (f"https://x.org/decks/{deck.token}/", f"<http://x.org/fr/decks/{deck.token}/text/>."):
        read = read_deck(text, None)
        assert (read.cards, read.stronghold, read.name) == ((cast["ram"], cast["wolf"]), cast["keep"], "Mine")
    assert read_deck("https://x.org/decks/new/?cards=pack/ram,pack/wolf&amp;name=A", None).cards == read.cards
    secret = make_deck("Secret", [cast["ram"]], make_owner("bob"), visibility=Visibility.PRIVATE)
    assert faults(f"https://x.org/decks/{secret.token}/")


def test_a_slip_is_still_a_fault_whatever_stands_beside_it(fish: dict[str, Card]) -> None:
    for text in ("4x Ferry Pkie (INI) 12", "[[Ferry Pkie]]", "Ferry Pkie (2)", '["Ferry Pkie"]'):
        assert "Did you mean “Ferry Pike”?" in faults(text)[0][1]


def test_entities_of_xml_are_not_drawn_out(fish: dict[str, Card]) -> None:
    bomb = '<!DOCTYPE d [<!ENTITY a "Ferry Pike">]><d><card number="1" name="&a;"/></d>'
    assert "&a;" in faults(bomb)[0][1]


@given(st.text(alphabet="1x#[](){}<>\"',;:|*^/-~ \tWolf\n&amp", max_size=200))
@settings(max_examples=examples(100), deadline=None)
def test_any_list_is_read_or_explained(text: str) -> None:
    try:
        read_deck(text, None)
    except DeckTextError as error:
        assert error.faults


@pytest.mark.parametrize("sign", ["(", "[", " ", "x", "1 ", "#", "a,", "\t", "<card name='a'/>", "[1,", "> ", "*", "~"])
def test_heaps_of_signs_are_read_soon(sign: str) -> None:
    with suppress(DeckTextError):
        read_deck((sign * 20_000)[:20_000], None)


def test_the_page_says_what_it_left_out(client: Client, fish: dict[str, Card]) -> None:
    response = client.post("/decks/import/", {"text": "4x Ferry Pike (INI) 12"}, follow=True)
    html = response.content.decode()
    assert response.redirect_chain[0][0] == "/decks/new/?cards=fish/ferry-pike"
    assert "Duplicates counted once: “Ferry Pike”" in html and "Skipped: “(INI) 12”" in html


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman"])
def test_a_deck_comes_in_a_file(client: Client, cast: dict[str, Card], encoding: str) -> None:
    file = SimpleUploadedFile("deck.txt", "Deck: Été brûlé\nBélier\nWolf".encode(encoding))
    response = client.post("/decks/import/", {"text": "", "file": file})
    assert (
        response["Location"]
        == f"/decks/new/?{urlencode({'cards': 'pack/ram,pack/wolf', 'name': 'Été brûlé'}, safe=',/')}"
    )
    wrong = client.post("/decks/import/", {"file": SimpleUploadedFile("deck.txt", b"Wlof")})
    assert wrong.status_code == 422 and b"Did you mean" in wrong.content and b">\nWlof<" in wrong.content
    wrong = client.post("/decks/import/", {"file": SimpleUploadedFile("deck.xlsx", b"PK\x03\x04xl/")})
    assert wrong.status_code == 422 and b"This file is in XLSX" in wrong.content


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I play Grey Wolf, Red Ram and Old Owl.", "Grey Wolf|Red Ram|Old Owl"),
        ("Mon jeu : Grey Wolf, Red Ram et Old Owl", "Grey Wolf|Red Ram|Old Owl"),
        ("Grey Wolf / Red Ram / Old Owl", "Grey Wolf|Red Ram|Old Owl"),
        ("Grey Wolf | Red Ram | Old Owl", "Grey Wolf|Red Ram|Old Owl"),
        ("<ul><li>1x Grey Wolf</li><li>Red Ram</li></ul>", "Grey Wolf|Red Ram"),
        ("| Qty | Card | Cost |\n|---|---|---|\n| 1 | Grey Wolf | 2 |\n| 1 | **Red Ram** | 3 |", "Grey Wolf|Red Ram"),
        ("Grey Wolf ....... 2\nRed Ram ........ 1", "Grey Wolf|Red Ram"),
        ("1 A-Grey Wolf (INI) 4\n1x Red Ram (INI) *f-etch*\nOld Owl :owl:", "Grey Wolf|Red Ram|Old Owl"),
        ("1x Grey Wolf (ini) 5 [Beast] `tag one`\n#main\nRed Ram\n!side\nOld Owl", "Grey Wolf|Red Ram|Old Owl"),
        ("Name,Set code,Foil,ManaBox ID,Quantity\nGrey Wolf,INI,normal,7,1\n", "Grey Wolf"),
        (
            "[metadata]\nName=Water\n[Main]\n1 Grey Wolf|INI|1\nLAYOUT MAIN:(1,1)|([INI:12])\nTotal Cards: 1",
            "Grey Wolf",
        ),
        ("Grey Wolf (goes with Red Ram)\nOld Owl - better than Red Ram", "Grey Wolf|Old Owl"),
    ],
)
def test_names_are_found_among_what_else_a_line_says(text: str, names: str) -> None:
    pack = make_set("pack")
    for name in ("Grey Wolf", "Red Ram", "Old Owl"):
        make_card(name, pack)
    assert "|".join(card.name for card in read_deck(text, None).cards) == names


@pytest.mark.parametrize(
    "line", ["Grey Wolf Rider", "The Grey Wolf", "Half-Grey Wolf", "Grey Wolf's Cub", "Wolf Hunter"]
)
def test_a_longer_name_is_not_taken_for_the_shorter_one_within(line: str) -> None:
    pack = make_set("pack")
    for name in ("Grey Wolf", "Wolf"):
        make_card(name, pack)
    assert faults(line)


def test_a_card_in_a_sideboard_of_archidekt_is_beside_the_deck() -> None:
    pack = make_set("pack")
    cards = [make_card(name, pack) for name in ("Ant", "Bee", "Cow", "Dog", "Elk", "Fox", "Gnu", "Hen", "Owl")]
    text = "\n".join(["1x Owl (pk) 9 [Sideboard]", *(f"1x {card.name} (pk) 1 [Beast]" for card in cards[:-1])])
    assert [card.name for card in read_deck(text, None).cards][-1] == "Owl"
