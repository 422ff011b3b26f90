"""Pages of printing with the test client: what is chosen, what is refused, what is given to whom."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import timedelta
from typing import Any

import pikepdf
import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts.models import Visibility
from cards.models import Card, Kind, Picture, PrintJob
from cards.printing import services
from cards.printing.options import MAX_CARDS
from cards.views import printing as views
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set, sign_in
from tests.cards.printing.sheets import forms_on, opened, text_of

pytestmark = pytest.mark.django_db
PRINT = "/print/"


@pytest.fixture
def cards() -> list[Card]:
    return make_cards(3, make_set("embers"))


def named(cards: list[Card]) -> str:
    return ",".join(card.reference for card in cards)


def page_of(client: Client, **query: Any) -> Any:
    return client.get(PRINT, query)


def test_without_cards_the_page_says_where_to_find_some(client: Client) -> None:
    response = client.get(PRINT)
    assert response.status_code == 200
    assert reverse("cards:sets") in response.content.decode()


def test_the_page_tells_what_will_come(client: Client, cards: list[Card]) -> None:
    page = page_of(client, cards=named(cards))
    assert page.status_code == 200
    assert "3 cards, 1 sheet of A4, 3 × 3" in page.content.decode()
    assert "print/preview.png?cards=embers" in page.content.decode()
    assert "style=" not in page.content.decode()


def test_sheets_with_another_side_say_how_to_print_them(client: Client, cards: list[Card]) -> None:
    """The first sheet may have nothing on its back, and the pages come in pairs all the same."""
    keep = make_card("Keep", make_set("keeps"), kind=Kind.STRONGHOLD)
    for which, backs, turning, is_told in (
        ([*cards, keep], "sides", "long", True),
        ([*cards, keep], "none", "long", False),
        ([*cards, keep], "sides", "fold", False),
        (cards, "sides", "long", False),
        (cards, "shared", "short", True),
    ):
        page = page_of(client, cards=named(which), backs=backs, turning=turning).content.decode()
        assert ("Each sheet is two pages" in page) == is_told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("purpose=shop", "TrimBox"),
        ("purpose=shop&shop=gamecrafter", "825 × 1125 pixels"),
        ("purpose=shop&shop=drivethru&dpi=600", "back before its front"),
        ("marks=silhouette", "10 mm insets, marks 5 mm long and 1 mm thick"),
        ("", "the ruler must measure 50 mm"),
    ],
)
def test_the_page_says_what_to_do_with_the_file(client: Client, cards: list[Card], options: str, words: str) -> None:
    assert words in client.get(f"/print/?set=embers&{options}").text
    assert client.get(f"/fr/print/?set=embers&{options}").status_code == 200


def test_what_other_cutters_do_stands_at_the_choice_of_marks_alone(client: Client, cards: list[Card]) -> None:
    for options in ("", "&marks=silhouette"):
        page = client.get(f"/print/?set=embers{options}").text
        marks = page.partition('class="field field-marks"')[2].partition("</div>")[0]
        assert page.count("Cricut") == marks.count("Cricut") == 1
        assert 'aria-describedby="id_marks_helptext"' in marks and 'id="id_marks_helptext"' in marks
    assert "Cricut" not in client.get("/print/?set=embers&purpose=shop").text


@pytest.mark.parametrize("scale", ["3.1", "-4", "x", "0.05"])
def test_a_scale_that_cannot_be_is_told(client: Client, cards: list[Card], scale: str) -> None:
    answer = client.get("/print/", {"set": "embers", "scale": scale})
    assert answer.status_code == 422 and "Scale correction" in answer.text


def test_a_fragment_for_htmx(client: Client, cards: list[Card]) -> None:
    response = client.get(PRINT, {"cards": named(cards), "paper": "letter"}, headers={"HX-Request": "true"})
    assert response.content.decode().lstrip().startswith('<section id="result"')
    assert "US Letter" in response.content.decode()


def test_a_deck_comes_with_its_stronghold_its_champion_and_its_laboratory(client: Client) -> None:
    card_set = make_set()
    stronghold, champion = (
        make_card("Keep", card_set, kind=Kind.STRONGHOLD),
        make_card("Boss", card_set, kind=Kind.CHAMPION),
    )
    deck = make_deck("Embers", make_cards(16, card_set), stronghold=stronghold, champion=champion)
    page = page_of(client, deck=deck.token).context["page"]
    assert [card.kind for card in page.selection.cards] == [
        *["creature"] * 8,
        "stronghold",
        "champion",
        *["creature"] * 8,
    ]
    assert page.selection.title == "Embers"


def test_sets_searches_and_one_s_own_cards_can_be_printed(client: Client, cards: list[Card]) -> None:
    owner = make_owner()
    make_card("Mine", owner=owner, visibility=Visibility.PRIVATE)
    sign_in(client, owner)
    assert len(page_of(client, set="embers").context["page"].selection.cards) == 3
    assert len(page_of(client, q="set:embers").context["page"].selection.cards) == 3
    assert [card.name for card in page_of(client, own="1").context["page"].selection.cards] == ["Mine"]
    assert page_of(Client(), own="1").status_code == 422


def test_cards_are_printed_as_often_as_they_are_named(client: Client, cards: list[Card]) -> None:
    page = page_of(client, cards=",".join([cards[0].reference] * 4))
    assert "4 cards" in page.content.decode()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"cards": "no/such,own/nothing"}, "No cards to print"),
        ({"cards": ",,"}, "No cards to print"),
        ({"set": "nope"}, "The set “nope”"),
        ({"deck": "nope"}, "This deck doesn"),
        ({"q": "t:"}, "read the search"),
        ({"cards": ",".join(["a/b"] * 2000)}, "No cards to print"),
        ({"cards": "a/b," * 20_001}, "The list of cards is too long. Print set by set."),
        ({"set": "embers", "paper": "a0"}, "a0 is not one of the available choices"),
        ({"set": "embers", "right": "1000"}, "less than or equal to 5"),
        ({"set": "embers", "purpose": "poster"}, "poster is not one of the available choices"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_cannot_be_printed_gets_a_clear_answer(
    client: Client, cards: list[Card], query: dict[str, str], words: str, method: str
) -> None:
    response = getattr(client, method)(PRINT, query)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert "preview.png" not in response.content.decode()


@pytest.mark.parametrize("source", [{"set": "embers"}, {"q": "s:embers"}, {"own": "1"}, {"cards": ""}])
def test_more_cards_than_a_file_has_room_for_are_in_parts(
    client: Client, monkeypatch: pytest.MonkeyPatch, cards: list[Card], source: dict[str, str]
) -> None:
    assert MAX_CARDS >= 352
    monkeypatch.setattr("cards.printing.selection.MAX_CARDS", 2)
    owner = make_owner()
    sign_in(client, owner)
    if "cards" in source:
        source = {"cards": named(cards)}
    if "own" in source:
        cards = [make_card(f"Own {number}", owner=owner) for number in range(3)]
    seen = []
    for part in ("", "2", "99"):
        page = page_of(client, **source, **({"part": part} if part else {}))
        assert page.status_code == 200
        text = page.content.decode()
        assert text.count("part=1") + text.count("part=2") >= 2
        seen.append([card.pk for card in page.context["page"].selection.cards])
    assert sorted(seen[0] + seen[1]) == sorted(card.pk for card in cards)
    assert seen[1] == seen[2]  # a part that there is not gives the last one
    made = client.post(PRINT, {**source, "part": "2"})
    assert "part-2-of-2" in made["Content-Disposition"]
    with opened(made.content) as document:
        assert [len(forms_on(page)) for page in document.pages] == [len(cards) - 2]


def test_copies_are_kept_from_part_to_part(client: Client, monkeypatch: pytest.MonkeyPatch, cards: list[Card]) -> None:
    """Also by the links that a changed form brings along, and by a profile that is sent from there."""
    monkeypatch.setattr("cards.printing.selection.MAX_CARDS", 2)
    changed = client.get(
        PRINT, {"set": "embers", "c1": "3", "c2": "1", "purpose": "shop"}, headers={"HX-Request": "true"}
    )
    text = changed.content.decode()
    assert text.count('hx-swap-oob="true"') == 2
    links = re.findall(r'href="([^"]*)"', text.partition('id="purposes"')[2].partition("</div>")[0])
    assert len(links) == 6 and all("copies=1x3" in link for link in links)
    assert 'name="copies" value="1x3"' in text.replace("\n", " ").partition('id="press-fields"')[2].replace("    ", "")
    second = page_of(client, set="embers", copies="1x3", part="2")
    assert second.context["page"].picked == [(3, cards[2].title, 1)]
    assert 'name="copies" value="1x3"' in second.text
    both = page_of(client, set="embers", copies="1x3", part="2", c3="2").context["page"]
    assert both.selection.copies == {1: 3, 3: 2}
    first = page_of(client, set="embers", copies="1x3,3x2").context["page"]
    assert [count for _place, _name, count in first.picked] == [3, 1]


def test_all_parts_are_one_zip(client: Client, monkeypatch: pytest.MonkeyPatch, cards: list[Card]) -> None:
    monkeypatch.setattr("cards.printing.selection.MAX_CARDS", 2)
    assert 'name="all"' in page_of(client, set="embers").text
    asked = client.post(PRINT, {"set": "embers", "copies": "1x2,2x0", "paper": "a4", "backs": "none", "all": "1"})
    assert asked.status_code == 302
    job = PrintJob.objects.get()
    services.step(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.title, job.file_name) == (PrintJob.State.DONE, "Embers", "embers.zip")
    with job.file.open() as file, zipfile.ZipFile(file) as archive:
        assert archive.namelist() == ["embers-part-1-of-2-a4.pdf", "embers-part-2-of-2-a4.pdf"]
        counts = []
        for name in archive.namelist():
            with opened(archive.read(name)) as document:
                counts.append([len(forms_on(page)) for page in document.pages])
    assert counts == [[2], [1]]


def test_parts_of_many_cards_have_one_name(client: Client, monkeypatch: pytest.MonkeyPatch, cards: list[Card]) -> None:
    """Also the one that has a single card."""
    monkeypatch.setattr("cards.printing.selection.MAX_CARDS", 2)
    titles = [page_of(client, cards=named(cards), part=part).context["page"].selection.title for part in "12"]
    assert titles == ["3 cards, part 1 of 2", "3 cards, part 2 of 2"]


def test_parts_of_what_changed_stay_what_they_are_while_they_are_printed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cards.printing.selection.MAX_CARDS", 2)
    owner = make_owner()
    sign_in(client, owner)
    own = make_cards(7, make_set("mine", owner), owner=owner)
    printed: list[int] = []
    for part in ("1", "1", "3", "4"):  # the first one is asked for twice: then it is what follows
        asked = {"set": "mine", "changed": "1", "part": part}
        printed += [card.pk for card in page_of(client, **asked).context["page"].selection.cards]
        assert client.post(PRINT, asked).status_code == 200
    assert printed == [card.pk for card in own]
    assert "No card has changed" in page_of(client, set="mine", changed="1").text


def test_the_file(client: Client, cards: list[Card]) -> None:
    response = client.post(PRINT, {"cards": named(cards), "paper": "letter", "backs": "shared"})
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'attachment; filename="3-cards-letter.pdf"'
    with opened(response.content) as document:
        assert [len(forms_on(page)) for page in document.pages] == [3, 3]
    assert not PrintJob.objects.exists()


def test_the_language_is_the_one_asked_for(client: Client) -> None:
    card = make_card("Fox", make_set(), name_fr="Renard")
    english, french = (
        client.post(PRINT, {"cards": card.reference, "language": language}).content for language in ("en", "fr")
    )
    assert "Fox" in text_of(english)
    assert "Renard" in text_of(french)
    assert "Créature" in text_of(french)
    assert "Renard" in text_of(client.post("/fr" + PRINT, {"cards": card.reference}).content)


@pytest.mark.parametrize("side", ["", "back"])
def test_the_preview(client: Client, cards: list[Card], side: str) -> None:
    response = client.get(PRINT + "preview.png", {"cards": named(cards), "backs": "shared", "side": side})
    assert response.status_code == 200
    assert Image.open(io.BytesIO(response.content)).format == "PNG"
    assert response["X-Content-Type-Options"] == "nosniff"


def test_a_preview_of_nothing(client: Client, cards: list[Card]) -> None:
    assert client.get(PRINT + "preview.png").status_code == 422
    assert client.get(PRINT + "preview.png", {"set": "embers", "paper": "a0"}).status_code == 422
    response = client.get(PRINT + "preview.png", {"set": "embers", "side": "back"})
    assert (response.status_code, response.content.decode()) == (422, "This sheet has no other side.")


def test_the_calibration_sheet(client: Client) -> None:
    response = client.get(PRINT + "calibration.pdf", {"paper": "a3", "turning": "short"})
    assert response["Content-Disposition"] == 'attachment; filename="calibration-sheet-a3.pdf"'
    assert client.get(PRINT + "calibration.pdf", {"right": "99"}).status_code == 302


def test_the_offset_is_remembered_by_the_browser(client: Client, cards: list[Card]) -> None:
    client.post(PRINT, {"set": "embers", "right": "1.3", "up": "-0.4", "paper": "letter", "backs": "none"})
    page = page_of(client, set="embers")
    options = page.context["page"].options
    assert (options.right, options.up, options.paper, options.backs) == (13, -4, "letter", "sides")
    assert page_of(client, set="embers", right="0", up="0").context["page"].options.right == 0
    client.cookies["printer"] = client.cookies["printer"].value[:-3] + "xxx"
    assert page_of(client, set="embers").context["page"].options.right == 0


@pytest.mark.parametrize("secure", [False, True])
def test_the_cookie_of_the_printer_is_as_guarded_as_that_of_the_session(
    client: Client, cards: list[Card], settings: Any, secure: bool
) -> None:
    settings.SESSION_COOKIE_SECURE = secure
    cookie = client.post(PRINT, {"set": "embers"}).cookies["printer"]
    assert (bool(cookie["secure"]), cookie["httponly"], cookie["samesite"]) == (secure, True, "Lax")


def test_so_many_files_an_hour(client: Client, cards: list[Card], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "FILES", type(views.FILES)("print", times=1, seconds=3600))
    assert client.post(PRINT, {"set": "embers"}).status_code == 200
    response = client.post(PRINT, {"set": "embers", "right": "1.5"})
    assert response.status_code == 429
    assert 'value="1.5"' in response.content.decode()


# Pictures


def pictured(owner: Any, content: bytes | None) -> Card:
    written = io.BytesIO()
    Image.new("RGB", (900, 1400), "#336699").save(written, "JPEG")
    picture = Picture.objects.create(owner=owner, sha256="0" * 64, width=900, height=1400, size=9)
    picture.file.save("x.jpg", ContentFile(written.getvalue() if content is None else content))
    return make_card("Fox", owner=owner, picture=picture, art={"x": 0.5, "y": 0.5, "zoom": 1, "rotation": 0})


def test_pictures_are_printed(client: Client) -> None:
    card = pictured(make_owner(), None)
    response = client.post(PRINT, {"cards": card.reference})
    assert response.status_code == 200
    with opened(response.content) as document:
        streams = [thing for thing in document.objects if isinstance(thing, pikepdf.Stream)]
        assert any("DCTDecode" in str(stream.get("/Filter")) for stream in streams)


@pytest.mark.parametrize("how", ["row", "file"])
def test_a_missing_picture_is_told_by_the_card_s_name(client: Client, how: str) -> None:
    card = pictured(make_owner(), None)
    if how == "row":
        assert card.picture is not None
        card.picture.delete()
    else:
        assert card.picture is not None
        card.picture.file.storage.delete(card.picture.file.name)
    for response in (client.get(PRINT, {"cards": card.reference}), client.post(PRINT, {"cards": card.reference})):
        assert response.status_code == 422
        assert "The picture of “Fox” is missing" in response.content.decode()


@pytest.mark.parametrize(
    "content",
    [b"", b"<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>", b"\xff\xd8\xff"],
)
def test_a_broken_picture_is_told_too(client: Client, content: bytes) -> None:
    card = pictured(make_owner(), content)
    response = client.post(PRINT, {"cards": card.reference})
    assert response.status_code == 422
    assert "“Fox”" in response.content.decode()


@pytest.mark.parametrize(
    "name",
    ['"><img src=x>', "<link rel=stylesheet>", "url(file:///etc)", "</title><script>", "%2e%2e/../x", "日本語 👑"],
)
def test_names_are_printed_and_nothing_else(client: Client, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a card, a deck or a flavour line says, no address is opened for it."""

    def refuse(*_args: Any, **_more: Any) -> None:
        raise AssertionError("an address was opened")

    monkeypatch.setattr("socket.create_connection", refuse)
    monkeypatch.setattr("urllib.request.urlopen", refuse)
    card = make_card(name, make_set(), flavour=name, name_fr=name)
    deck = make_deck(name, [card])
    for query in ({"cards": card.reference}, {"deck": deck.token}):
        for purpose in ("home", "shop"):
            response = client.post(PRINT, {**query, "purpose": purpose})
            assert response.status_code == 200
            assert "\n" not in response["Content-Disposition"]
            with opened(response.content) as document:
                assert not any("/URI" in thing for thing in document.objects if hasattr(thing, "keys"))


# Whose cards, whose jobs


@pytest.mark.parametrize("visibility", list(Visibility))
def test_cards_of_others(client: Client, visibility: Visibility) -> None:
    owner = make_owner()
    card = make_card("Secret", owner=owner, visibility=visibility)
    status = 422 if visibility == Visibility.PRIVATE else 200
    for address in (PRINT, PRINT + "preview.png"):
        assert client.get(address, {"cards": card.reference}).status_code == status
        assert sign_in(Client(), owner).get(address, {"cards": card.reference}).status_code == 200
    assert client.post(PRINT, {"cards": card.reference}).status_code == status


def test_hidden_cards_are_left_out_and_counted(client: Client, cards: list[Card]) -> None:
    secret = make_card("Secret", owner=make_owner(), visibility=Visibility.PRIVATE)
    page = page_of(client, cards=named([*cards, secret])).content.decode()
    assert "One card won" in page
    assert "Secret" not in page


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_SECONDS_AT_ONCE", -1)


def test_what_takes_long_becomes_a_job(client: Client, cards: list[Card], slow: None) -> None:
    response = client.post(PRINT, {"set": "embers", "right": "0.5"})
    job = PrintJob.objects.get()
    assert response["Location"] == f"/print/jobs/{job.token}/"
    assert "Queued." in client.get(response["Location"]).content.decode()
    assert 'hx-trigger="every 1s"' in client.get(response["Location"], headers={"HX-Request": "true"}).content.decode()
    services.step(job_id=job.pk)
    page = client.get(response["Location"]).content.decode()
    assert "Your file is ready" in page
    assert "hx-trigger" not in page
    file = client.get(reverse("cards:print_file", args=[job.token]))
    assert file["Content-Disposition"] == 'attachment; filename="embers-a4.pdf"'
    assert b"".join(file.streaming_content).startswith(b"%PDF")  # type: ignore[attr-defined]
    assert job.title in client.get(PRINT).content.decode()
    again = client.get(page.split('class="button" href="')[1].split('"')[0].replace("&amp;", "&"))
    assert again.context["page"].options.right == 5


def test_between_two_steps_a_job_still_says_how_far_it_is(client: Client, cards: list[Card], slow: None) -> None:
    address = client.post(PRINT, {"cards": named(cards)})["Location"]
    assert "Queued." in client.get(address).content.decode()
    PrintJob.objects.update(done=1, total=3)
    page = client.get(address).content.decode()
    assert "1 of 3 drawn" in page
    assert 'value="33"' in page


def test_jobs_of_others_are_not_there(client: Client, cards: list[Card], slow: None) -> None:
    client.post(PRINT, {"set": "embers"})
    job = PrintJob.objects.get()
    services.step(job_id=job.pk)
    stranger = sign_in(Client(), make_owner())
    PrintJob.objects.update(visibility=Visibility.PUBLIC)
    for name in ("print_job", "print_file"):
        assert stranger.get(reverse(f"cards:{name}", args=[job.token])).status_code == 404
        assert Client().get(reverse(f"cards:{name}", args=[job.token])).status_code == 404
    for name in ("cancel_print", "delete_print"):
        assert stranger.post(reverse(f"cards:{name}", args=[job.token])).status_code == 404
    assert job.title not in stranger.get(PRINT).content.decode()
    assert client.post(reverse("cards:delete_print", args=[job.token])).status_code == 302
    assert not PrintJob.objects.exists()


def test_cancelling(client: Client, cards: list[Card], slow: None) -> None:
    client.post(PRINT, {"set": "embers"})
    job = PrintJob.objects.get()
    response = client.post(reverse("cards:cancel_print", args=[job.token]), follow=True)
    assert "Print job cancelled" in response.content.decode()
    assert client.get(reverse("cards:print_file", args=[job.token])).status_code == 404


def test_only_so_many_jobs_at_once(client: Client, cards: list[Card], slow: None) -> None:
    for _number in range(services.MAX_JOBS):
        assert client.post(PRINT, {"set": "embers"}).status_code == 302
        PrintJob.objects.update(created=timezone.now() - timedelta(minutes=5))  # no form that was sent twice
    response = client.post(PRINT, {"set": "embers"})
    assert response.status_code == 429
    assert "several unfinished print jobs" in response.content.decode()


def test_links_to_print(client: Client, cards: list[Card]) -> None:
    deck = make_deck("Embers", cards)
    for address, link in (
        (cards[0].get_absolute_url(), f"{PRINT}?cards={cards[0].reference}"),
        (deck.get_absolute_url(), f"{PRINT}?deck={deck.token}"),
        ("/cards/sets/embers/", f"{PRINT}?set=embers"),
        ("/cards/?q=set:embers", f"{PRINT}?q=set%3Aembers"),
    ):
        assert link in client.get(address).content.decode()
        assert client.get(link).status_code == 200
