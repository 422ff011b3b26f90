"""Tables of cards: what is understood, what is refused and at which row and column."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cards.exchange import MAX_BYTES, MAX_CARDS, CardsRefused, read_file, read_table, template, write_table
from cards.exchange.headings import FIELDS, OF_EXPORTS, field_of, heading_of, slugs_in, type_of
from cards.exchange.table import heading_like, read_table_file
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG

GOOD = "name,type,cost,av,hp,abilities\nImp,creature,1,1,1,rage\n"


def faults(content: str | bytes) -> list[tuple[int, str, str]]:
    """(row, column, message) of all that is wrong."""
    with pytest.raises(CardsRefused) as refused:
        read_file(content)
    return [(fault.row, fault.column, fault.message) for fault in refused.value.faults]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators_are_found_out(separator: str) -> None:
    (card,) = read_table(GOOD.replace(",", separator))
    assert (card.name, card.type, card.cost, card.av, card.hp, card.abilities) == ("Imp", "creature", 1, 1, 1, ["rage"])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_ends_of_lines_will_do(end: str) -> None:
    assert len(read_table(GOOD.replace("\n", end))) == 1


def test_columns_come_in_any_order_and_either_language() -> None:
    (card,) = read_table("PV;Capacités;Coût;Nom;VA;TYPE\n3;Prix du sang|Aura : Rage;2;Œil d'Été;1;Créature\n")
    assert card.name == "Œil d'Été"
    assert (card.type, card.cost, card.av, card.hp) == ("creature", 2, 1, 3)
    assert card.abilities == ["price-of-blood", "aura:rage"]


def test_a_byte_order_mark_and_empty_lines_are_passed_over() -> None:
    content = b"\xef\xbb\xbf\r\n" + GOOD.replace("\n", "\r\n\r\n ,,,,,\r\n").encode()
    assert [card.name for card in read_file(content).cards] == ["Imp"]


def test_the_separator_that_a_spreadsheet_declares_is_taken_and_its_line_not_counted() -> None:
    for line in ("sep=;\r\n", '"SEP=;"\n', "\ufeff\ufeffsep=;\r"):
        text = line + "name;type;cost;av;hp;flavour\nImp;creature;1;1;1;a,b,c,d,e,f,g\n"
        assert [card.flavour for card in read_file(text).cards] == ["a,b,c,d,e,f,g"]
        assert faults(text.replace(";1;1;1;", ";x;1;1;"))[0][:2] == (2, "cost")
    assert faults("sep=;")[0][0] == 0


def test_numbers_may_be_written_as_programs_and_people_write_them() -> None:
    (zap,) = read_table("name,type,cost,av,hp\nZap,incantation,2.0,1.000,-\n")
    assert (zap.cost, zap.av, zap.hp) == (2, 1, None)
    assert faults("name,type,cost,av,hp\nImp,creature,2.5,1e0,–\n") == [  # noqa: RUF001
        (2, "cost", "“2.5” isn't a whole number."),
        (2, "av", "“1e0” isn't a whole number."),
        (2, "hp", "Required: Creatures and Champions have Health Points."),
    ]


def test_a_comma_is_the_point_of_french_spreadsheets() -> None:
    (imp,) = read_table("nom;type;coût;VA;PV\nDiablotin;créature;2,0;1,00;3\n")
    assert (imp.cost, imp.av, imp.hp) == (2, 1, 3)
    assert faults("nom;type;coût;VA;PV\nDiablotin;créature;2,5;1;3\n")[0][2] == "“2,5” isn't a whole number."


@pytest.mark.parametrize(
    "above",
    [
        "My cards (draft of May),,,,\n",
        "# made by hand\n\n",
        "My cards\n2026-05-01\n,,,\n",
        "Title; with; semicolons\n",
        '"My ""best"" cards, and more",,\n',
    ],
)
def test_lines_above_the_headings_are_skipped_and_named(above: str) -> None:
    file = read_table_file(above + "name,type,cost,av,hp\nLamp Fox,creature,1,2,3\n")
    assert [card.name for card in file.cards] == ["Lamp Fox"]
    row = above.count("\n") + 1
    assert f"the headings (row {row})." in file.notes[0]
    assert faults(above + "name,type,cost,av,hp\nLamp Fox,creature,x,2,3\n")[0][:2] == (row + 1, "cost")


def test_comments_below_the_headings_are_skipped_and_cards_with_such_names_are_not() -> None:
    file = read_table_file("name,type\n# spells,\n#hash,bridge\n//,\nGate,bridge\n")
    assert [card.name for card in file.cards] == ["#hash", "Gate"]
    assert file.notes == ("Skipped the comments in rows 2, 4.",)


def test_columns_of_ones_own_are_named_and_left_out() -> None:
    file = read_table_file("qty,name,type,rarity,notes,Artist\n2,Gate,bridge,common,test at the club,Ann\n")
    assert file.strange_columns == ("rarity", "notes")
    assert file.copies == (2,)
    assert not file.notes
    assert file.cards[0].credit == "Ann"


def test_quoted_cells_hold_anything() -> None:
    text = 'name,type,cost,av,hp,flavour\n"Imp, the ""Small""",creature,1,1,1,"two\nlines"\n'
    (card,) = read_table(text)
    assert card.name == 'Imp, the "Small"'
    assert card.flavour == "two lines"


def test_rows_are_counted_as_a_spreadsheet_counts_them() -> None:
    text = 'name,type,cost,av,hp\n"Two\nlines",creature,1,1,1\n\nImp,creature,x,1,1\n'
    assert faults(text) == [(4, "cost", "“x” isn't a whole number.")]


def test_every_fault_is_told_with_its_row_and_column() -> None:
    text = "Name;Type;Coût;AV;HP;Abilities\nImp;beast;-1;1;1;rge\n;creature;1;1;;\nA;incantation;1;99;3;\n"
    assert [(row, column) for row, column, _ in faults(text)] == [
        (2, "Type"),
        (2, "Coût"),
        (2, "Abilities"),
        (3, "Name"),
        (3, "HP"),
        (4, "AV"),
        (4, "HP"),
    ]


def test_faults_of_a_row_come_in_the_order_of_its_columns() -> None:
    table = "hp;name;av;type;cost\nx;Imp;x;creature;x\n;;;creature;\n"
    expected = [(2, "hp"), (2, "av"), (2, "cost"), (3, "hp"), (3, "name"), (3, "av"), (3, "cost")]
    assert [(row, column) for row, column, _message in faults(table)] == expected


def test_the_nearest_ability_and_column_are_named() -> None:
    assert faults("name,type,cost,av,hp,abilities\nImp,creature,1,1,1,aura:rge")[0][2].endswith(
        "Did you mean aura:rage?"
    )
    row, column, message = faults("name,tpye,cost\nImp,bridge,\n")[0]
    assert (row, column) == (1, "tpye")
    assert "Did you mean “type”?" in message
    assert heading_like("cots") == "cost" and heading_like("notes") == ""


@pytest.mark.parametrize(
    ("content", "row", "words"),
    [
        ("", 0, "Empty"),
        ("\n\n ; \n", 0, "Empty"),
        ("name,type\n", 0, "No card"),
        ("Imp,creature,1\n", 1, "first row"),
        ("name,cost\nImp,1\n", 1, "type"),
        ("name,type,nom\nImp,bridge,x\n", 1, "Duplicate"),
        ("name,type\nA,bridge\nImp,bridge,3\n", 3, "More cells"),
        ('name,type\n"Imp,bridge\n', 2, "uotation"),
        ('name,type\n"I"mp,bridge\n', 2, "uotation"),
        ('name,type\n"' + "x" * 200_000 + '",bridge\n', 2, "too long"),
        ("name,type\nImp\0,bridge\n", 0, "text file"),
        (b"name,type\nImp,bridge\n\x81lan,bridge\n", 3, "UTF-8"),
        ("name,type\nImp,bridge\nŁódź,bridge\n".encode("cp1250"), 3, "UTF-8"),
        (b"PK\x03\x04 and so on", 0, "ZIP"),
        (b"\xd0\xcf\x11\xe0 and so on", 0, "XLS"),
        (b"n" * (MAX_BYTES + 1), 0, "too large"),
        ("name,type\n" + "".join(f"B{n},bridge\n" for n in range(MAX_CARDS + 1)), 0, "oo many"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(content: str | bytes, row: int, words: str) -> None:
    problems = faults(content)
    assert problems[0][0] == row
    assert words in problems[0][2]


def test_two_cards_of_one_name_are_told_apart_or_refused() -> None:
    assert faults("name,type\nGate,bridge\nPier,bridge\nGate,bridge\n") == [
        (4, "name", "The name “Gate” is already taken: Row 2. Give one of them a “slug”.")
    ]
    assert len(read_table("name,type,slug\nGate,bridge,gate\nGate,bridge,gate-2\n")) == 2
    assert faults("name,type,slug\nGate,bridge,gate\nPier,bridge,gate\n")[0][:2] == (3, "slug")


def test_faults_beyond_the_first_are_counted() -> None:
    with pytest.raises(CardsRefused) as refused:
        read_table("name,type\n" + "x,beast\n" * 200)
    assert refused.value.total == 200
    assert refused.value.untold == 200 - len(refused.value.faults)


def test_an_icon_alone_gets_a_landscape() -> None:
    (card,) = read_table("name,type,icon\nGate,bridge,crab\n")
    assert card.art["icon"] == "crab"
    assert {"scene", "tint"} <= set(card.art)
    assert faults("name,type,icon,scene\nGate,bridge,no-such-thing,\n")[0][:2] == (2, "icon")
    assert faults("name,type,icon,scene\nGate,bridge,crab,nowhere\n")[0][:2] == (2, "scene")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "'=", "''+"])
def test_no_cell_becomes_a_formula(start: str) -> None:
    name = f"{start}cmd|' /C calc'!A0"
    text = write_table([{"type": "bridge", "name": name}])
    (row,) = list(csv.DictReader(io.StringIO(text)))
    assert row["name"][0] == "'"
    assert read_table(text)[0].name == name


LINE = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=30)


@given(LINE, LINE, st.sampled_from(["en", "fr"]))
@example("'", '"', "en")
@example("=1+1", ";;;", "fr")
def test_what_is_written_is_read(name: str, flavour: str, language: str) -> None:
    """What is refused as a name is refused for its letters or for being empty, never for how the table is written."""
    card = {"type": "creature", "name": name, "cost": 0, "av": 20, "hp": 1, "flavour": flavour, "abilities": ["rage"]}
    text = write_table([card], language)
    try:
        (read,) = read_table(text)
    except CardsRefused as refused:
        assert all(
            "missing" in f.message or "Required" in f.message or "printed" in f.message or "Empty" in f.message
            for f in refused.faults
        )
        return
    again = write_table([{**card, "name": read.name, "flavour": read.flavour}], language)
    assert read_table(again) == [read]


@given(st.text(max_size=300) | st.binary(max_size=300))
def test_junk_is_refused_and_never_crashes(content: str | bytes) -> None:
    with pytest.raises(CardsRefused) as refused:
        read_file(content)
    assert refused.value.faults
    assert all(str(fault).encode() for fault in refused.value.faults)


@given(st.lists(st.lists(st.text(max_size=12), max_size=8), max_size=6), st.sampled_from([",", ";", "\t"]))
def test_junk_below_good_headings_never_crashes(rows: list[list[str]], separator: str) -> None:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator)
    writer.writerows([["name", "type", "cost", "av", "hp", "abilities", "icon"], *rows])
    try:
        cards = read_file(file.getvalue()).cards
    except CardsRefused as refused:
        assert all(fault.message for fault in refused.faults)
    else:
        assert all(card.name for card in cards)


def test_the_template_is_a_table_that_is_taken() -> None:
    for language in ("en", "fr"):
        file = read_file(template(language))
        assert {card.type for card in file.cards} == {"creature", "incantation", "champion", "stronghold", "bridge"}
        assert template(language).startswith(
            ",".join(heading_of(field, language) for field in FIELDS if field not in OF_EXPORTS)
        )


def test_every_heading_is_understood_in_both_languages() -> None:
    for field in FIELDS:
        assert {field_of(heading_of(field, language)) for language in ("en", "fr")} == {field}
        assert field_of(heading_of(field, "fr").upper()) == field
    assert field_of("Points  de vie") == "hp"
    assert field_of("colour of the frame") is None


def test_every_ability_is_understood_by_slug_and_by_name() -> None:
    from cards.abilities import ability_name

    for slug in FLAG_OF_SLUG:
        for written in (slug, AURA_PREFIX + slug):
            assert slugs_in(written) == [written]
            for language in ("en", "fr"):
                assert slugs_in(ability_name(written, language).upper()) == [written]
    assert slugs_in(" rage  aura:aim ") == ["rage", "aura:aim"]
    assert slugs_in("Price of Blood | rage") == ["price-of-blood", "rage"]
    assert slugs_in("Rage, Aura : Prix du Sang / aim;") == ["rage", "aura:price-of-blood", "aim"]
    assert slugs_in("Price of Blood Rage aura: sprint Prix du Sang") == [
        *("price-of-blood", "rage", "aura:sprint", "price-of-blood"),
    ]
    assert slugs_in("Rage, nonsense here") == ["rage", "nonsense here"]
    assert slugs_in("") == []
    assert slugs_in("no such") == ["no", "such"]


def test_words_for_types() -> None:
    assert [type_of(word) for word in ("Creature", "créature", "FORTERESSE", "pont", "beast")] == [
        "creature",
        "creature",
        "stronghold",
        "bridge",
        "beast",
    ]
