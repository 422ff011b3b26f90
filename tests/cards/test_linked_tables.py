"""Sets that are linked to a table on the web: read again, shown as a difference, printed as far as they changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Owner
from cards import linked_tables
from cards.exchange.table_links import table_address
from cards.models import Card, CardSet, PrintJob
from cards.printing import services
from cards.printing.products import Product
from web.outgoing.fetching import NOT_THERE
from web.outgoing.transport import NotReached

LINK = "https://tables.example.org/cards.csv"
FIRST = "name,type,cost,av,hp,abilities\nImp,creature,1,1,1,\nOgre,creature,4,3,5,rage\nElf,creature,2,2,1,\n"
SECOND = "name,type,cost,av,hp,abilities\nImp,creature,2,1,1,aim\nOgre,creature,4,3,5,rage\nOrc,creature,3,3,3,\n"


class Web:
    """The one file that there is on the web, and which addresses were asked for."""

    def __init__(self) -> None:
        self.content: bytes | None = FIRST.encode()
        self.asked: list[str] = []

    def fetch(self, address: str, _most: int) -> bytes:
        self.asked.append(address)
        if self.content is None:
            raise NotReached(NOT_THERE)
        return self.content


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Web:
    there = Web()
    monkeypatch.setattr(linked_tables, "fetch", there.fetch)
    return there


def send(client: Client, **data: Any) -> HttpResponse:
    return client.post(reverse("cards:import"), {"name": "Mine", "address": LINK, "visibility": "private", **data})


def save(client: Client, **data: Any) -> HttpResponse:
    """Reads the table, and saves what was shown."""
    form = send(client, check="1", **data).context["form"]
    shown = {name: form[name].value() for name in ("name", "seen", "text", "address")}
    return send(client, **data, **shown, save="1")


def printed(client: Client, query: str) -> list[str]:
    """The names on the print page."""
    page = client.get(f"{reverse('cards:print')}?{query}").context["page"]
    return [card.name for card in page.selection.cards] if page.selection else [page.problem]


@pytest.mark.parametrize(
    ("link", "address"),
    [
        (LINK, LINK),
        ("https://docs.google.com/spreadsheets/d/1aB_-9/edit?usp=sharing",
         "https://docs.google.com/spreadsheets/d/1aB_-9/export?format=csv"),
        (" https://docs.google.com/spreadsheets/u/0/d/1aB/edit?gid=7#gid=7 ",
         "https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=7"),
        ("https://docs.google.com/spreadsheets/d/1aB",
         "https://docs.google.com/spreadsheets/d/1aB/export?format=csv"),
        ("https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml?gid=3&single=true",
         "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv&single=true&gid=3"),
        ("https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv",
         "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv"),
        ("https://docs.google.com/spreadsheets/d/1aB/edit#gid=7&x=<b>",
         "https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=7"),
        ("https://docs.google.com.evil.example/spreadsheets/d/1aB/edit",
         "https://docs.google.com.evil.example/spreadsheets/d/1aB/edit"),
    ],
)  # fmt: skip
def test_links_as_people_copy_them(link: str, address: str) -> None:
    assert table_address(link) == address


@pytest.mark.django_db
def test_a_set_follows_its_table_and_prints_what_changed(
    client: Client, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "make", lambda *_args: Product("cards.pdf", "application/pdf", b"%PDF"))
    assert save(client).status_code == 302
    card_set = CardSet.objects.get()
    assert card_set.table_address == LINK and Card.objects.count() == 3
    assert web.asked == [LINK]  # what was looked at is saved, not what is there by then
    page = client.get(reverse("cards:print"), {"set": card_set.slug}).content.decode()
    assert "tables.example.org" in page and "What changed since" not in page

    client.post(reverse("cards:print"), {"set": card_set.slug})
    assert printed(client, f"set={card_set.slug}&changed=1") == ["No card has changed since you printed this set."]

    web.content = SECOND.encode()
    shown = send(client, check="1")
    text = shown.content.decode()
    assert "Cost: 1 → 2" in text and "Abilities: - → Aim" in text
    assert "Not in the table, and left as they are: Elf." in text
    assert [line.content.name for line in shown.context["plan"].by_change] == ["Imp", "Orc", "Ogre"]
    assert Card.objects.get(name="Imp").cost == 1
    assert "Print what changed" in client.get(save(client)["Location"]).content.decode()
    assert Card.objects.get(name="Imp").cost == 2 and Card.objects.count() == 4

    assert printed(client, f"set={card_set.slug}&changed=1") == ["Imp", "Orc"]
    page = client.get(reverse("cards:print"), {"set": card_set.slug}).content.decode()
    assert "What changed since you printed: 2 cards" in page
    client.post(reverse("cards:print"), {"set": card_set.slug, "changed": "1", "copies": "1x0"})  # all but the Imp
    assert printed(client, f"set={card_set.slug}&changed=1") == ["Imp"]
    client.post(reverse("cards:print"), {"set": card_set.slug, "purpose": "tabletop"})  # is not on paper
    assert printed(client, f"set={card_set.slug}&changed=1") == ["Imp"]


@pytest.mark.django_db
def test_a_job_notes_what_it_printed_when_it_has(client: Client, web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_SECONDS_AT_ONCE", -1.0)
    save(client)
    slug = CardSet.objects.get().slug
    client.post(reverse("cards:print"), {"set": slug, "changed": "1"})
    job = PrintJob.objects.get()
    if job.state != PrintJob.State.DONE:
        assert len(printed(client, f"set={slug}&changed=1")) == 3
        services.step(job_id=job.pk, clock=1000)
    assert printed(client, f"set={slug}&changed=1") == ["No card has changed since you printed this set."]
    assert client.get(reverse("cards:print_job", args=[job.token])).status_code == 200


@pytest.mark.django_db
def test_others_see_no_link_and_print_all(client: Client, web: Web) -> None:
    save(client, visibility="public")
    card_set = CardSet.objects.get()
    CardSet.objects.update(visibility="public")
    client.post(reverse("cards:print"), {"set": card_set.slug})
    other = Client()
    for address in (card_set.get_absolute_url(), f"{reverse('cards:print')}?set={card_set.slug}&changed=1"):
        page = other.get(address).content.decode()
        assert "tables.example.org" not in page and "What changed" not in page
    assert len(printed(other, f"set={card_set.slug}&changed=1")) == 3
    export = other.get(reverse("cards:export", args=[card_set.slug, "json"])).content.decode()
    assert "tables.example.org" not in export
    own = client.get(card_set.get_absolute_url()).content.decode()
    assert "tables.example.org" in own
    for address in (card_set.get_absolute_url(), f"{reverse('cards:print')}?set={card_set.slug}"):
        form = client.get(address).content.decode().partition('class="linked-table"')[2].partition("</form>")[0]
        assert "csrfmiddlewaretoken" in form


@pytest.mark.django_db
def test_a_table_of_references_keeps_its_link(client: Client, web: Web) -> None:
    """A set that was exported, put on the web and changed there."""
    save(client)
    card_set = CardSet.objects.get()
    CardSet.objects.update(table_address="")
    exported = client.get(reverse("cards:export", args=[card_set.slug, "csv"])).content
    web.content = exported.replace(b"Imp", b"Fay")
    assert send(client, check="1").context["plan"].is_in_place
    save(client)
    assert CardSet.objects.get().table_address == LINK
    assert sorted(Card.objects.values_list("name", flat=True)) == ["Elf", "Fay", "Ogre"]


@pytest.mark.django_db
def test_what_cannot_be_read_is_told_and_saves_nothing(client: Client, web: Web, settings: Any) -> None:
    for address, words in (
        ("http://tables.example.org/", "must start with https://"),
        ("https://127.0.0.1/a.csv", "must be a public domain name"),
        ("https://localhost/a.csv", "must be a public domain name"),
    ):
        assert words in send(client, address=address).content.decode()
    assert not web.asked
    web.content = None
    assert "isn&#x27;t shared with everyone" in send(client).content.decode()
    web.content = b"name,type\nImp,dragon\n"
    assert "dragon" in send(client).content.decode()
    assert not Card.objects.exists() and not Owner.objects.exists()
    settings.TABLE_LINKS = False
    assert b'name="address"' not in client.get(reverse("cards:import")).content
    web.asked.clear()
    send(client)
    assert not web.asked


@pytest.mark.django_db
def test_a_link_is_changed_and_taken_away_with_the_set(client: Client, web: Web) -> None:
    save(client)
    card_set = CardSet.objects.get()
    address = reverse("cards:edit_set", args=[card_set.slug])
    form = client.get(address).context["form"]
    fields = {name: form[name].value() for name in form.fields}
    assert fields["table_address"] == LINK
    wrong = client.post(address, {**fields, "table_address": "https://10.0.0.1/"})
    assert wrong.status_code == 422 and CardSet.objects.get().table_address == LINK
    assert client.post(address, {**fields, "table_address": ""}).status_code == 302
    assert CardSet.objects.get().table_address == ""
