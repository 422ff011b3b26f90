"""``manage.py load_sets``, ``import_cards`` and ``export_cards``."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from accounts.models import Owner, User, Visibility
from cards.exchange import read_file, template
from cards.models import Card, CardSet

pytestmark = pytest.mark.django_db


def run(*arguments: str, **options: Any) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=out, **options)
    return out.getvalue()


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "cards.csv"
    path.write_bytes(b"\xef\xbb\xbf" + template().encode())
    return str(path)


def test_load_sets_says_what_it_did() -> None:
    sets, champions = run("load_sets").splitlines()
    assert sets == "Sets: 411 made, 0 changed, 0 unlisted, 0 deleted, 0 kept"
    assert champions == "Champions: 11 made, 0 changed, 0 unlisted, 0 deleted, 0 kept"
    assert run("load_sets", verbosity=0) == ""


def test_import_makes_a_set_of_the_site(table: str) -> None:
    assert run("import_cards", table, set="Lamp Street") == ("Lamp Street: 5 new, 0 changed, 0 unchanged\n")
    card_set = CardSet.objects.get()
    assert (card_set.slug, card_set.owner, card_set.visibility) == ("lamp-street", None, Visibility.PUBLIC)
    assert Card.objects.get(name="Lamplighter").reference == "lamp-street/lamplighter"


def test_import_for_an_account(table: str) -> None:
    user = User.objects.create_user("ada")
    run("import_cards", table, set="Lamp Street", owner="Ada")
    card_set = CardSet.objects.get()
    assert card_set.owner == Owner.objects.get(user=user)
    assert card_set.slug.startswith("lamp-street-")
    assert set(Card.objects.values_list("owner__user__username", "visibility")) == {("ada", Visibility.PRIVATE)}
    with pytest.raises(CommandError, match="No account 'bob'"):
        run("import_cards", table, set="Lamp Street", owner="bob")


def test_a_dry_run_makes_nothing(table: str) -> None:
    assert "0 unchanged (dry run" in run("import_cards", table, set="Lamp Street", dry_run=True)
    assert not CardSet.objects.exists()


def test_the_second_time_brings_up_to_date(table: str) -> None:
    run("import_cards", table, set="Lamp Street")
    text = (
        Path(table).read_text(encoding="utf-8").replace("Sudden Draught", "Sudden Gust").replace(",3,2,3,", ",4,2,3,")
    )
    Path(table).write_text(text, encoding="utf-8")
    assert "1 new, 1 changed, 3 unchanged" in run("import_cards", table, set="lamp street")
    assert Card.objects.count() == 6
    assert Card.objects.get(name="Lamplighter").cost == 4


def test_with_a_fault_nothing_is_imported_and_all_are_told(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,type,cost,av,hp\nImp,creature,1,1,1\nOgre,creature,x,1,\n", encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        run("import_cards", str(path), set="A")
    assert str(refused.value).splitlines() == [
        "Nothing was imported.",
        "Row 3, column “cost”: “x” isn't a whole number.",
        "Row 3, column “hp”: Required: Creatures and Champions have Health Points.",
    ]
    assert not Card.objects.exists()


def test_names_that_the_site_needs_are_refused(table: str) -> None:
    for name in ("Initiation", "Own", "Sets", "???"):
        with pytest.raises(CommandError, match="The set name"):
            run("import_cards", table, set=name)


def test_a_set_that_came_with_the_site_is_not_extended(table: str) -> None:
    run("load_sets", verbosity=0)
    with pytest.raises(CommandError, match="The set name"):
        run("import_cards", table, set="Submersion")
    assert Card.objects.filter(set__isnull=False).count() == 11 * 36


def test_without_a_name_the_file_must_give_one(table: str) -> None:
    with pytest.raises(CommandError, match="Enter a name for the set"):
        run("import_cards", table)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(CommandError, match=r"Cannot read .*: No such file"):
        run("import_cards", "/nowhere/cards.csv", set="A")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(template().encode())))
    assert "5 new" in run("import_cards", "-", set="A")


def test_every_set_of_the_site_round_trips(tmp_path: Path) -> None:
    run("load_sets", verbosity=0)
    for card_set in CardSet.objects.all():
        path = tmp_path / f"{card_set.slug}.json"
        run("export_cards", card_set.slug, output=str(path))
        text = path.read_text(encoding="utf-8")
        assert run("export_cards", card_set.slug) == text
        run("import_cards", str(path), set=f"Again {card_set.slug}")
        again = json.loads(run("export_cards", f"again-{card_set.slug}"))
        assert again["cards"] == json.loads(text)["cards"]
        for field in ("about", "about_fr", "accent", "symbol", "abilities"):
            assert again["set"].get(field) == json.loads(text)["set"].get(field)


def test_export_as_a_table() -> None:
    run("load_sets", verbosity=0)
    table = run("export_cards", "slyness", format="csv")
    cards = {card.slug: card for card in read_file(table).cards}
    for card in Card.objects.filter(set__slug="slyness"):
        read = cards[card.slug].fields()
        assert {field: getattr(card, field) for field in read} == read


def test_export_names_the_sets_that_there_are() -> None:
    with pytest.raises(CommandError, match="run load_sets first"):
        run("export_cards", "initiation")
    run("load_sets", verbosity=0)
    with pytest.raises(CommandError, match="initiation, treachery"):
        run("export_cards", "nothing")
