"""Every address, walked by those who ought to get nothing there, and with texts that ought to be nothing but text.

Addresses and fields are read from the site itself: a new one is among them at once, and either keeps the promise or
has to be named here with a reason.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import count
from typing import Any, Final
from urllib.parse import urlencode
from xml.etree import ElementTree
from zlib import crc32

import pikepdf
import pytest
from django.apps import apps
from django.conf import settings as site_settings
from django.contrib import admin
from django.db import connection, models, transaction
from django.http import HttpResponse
from django.test import Client

from accounts.models import Owner, User, Visibility
from accounts.owners import COOKIE
from accounts.services import owned_models
from cards.texts import LANGUAGES
from config.sitemaps import SITEMAPS
from tests.cards.factories import guest_cookie
from tests.config.test_hostile import FORM, NAMES, bounded  # noqa: F401  (fixture)
from tests.world import ADDRESSES, World

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for every address as several people")]

TOKENS: Final = re.compile(r"<(?:\w+:)?(?:token|slug|said|key|object_id)>")


# Texts stay texts

MARK: Final = "zqx"
# What opens something, wherever it is put: as text, in an attribute, in a script's data, in XML, in a cell, in a head;
# and letters that no XML may hold, that nobody sees, or that turn what is beside them.
HOSTILE: Final = {
    "markup": f"='\ufffe\"><{MARK} on{MARK}=1></script></title></textarea></style><{MARK}>]]><{MARK}/>--><{MARK}>"
    f"\r\n{MARK}: 1",
    "scheme": f"javascript:{MARK}()//' on{MARK}='1",
    "noncharacters": f"{MARK}\ufffe\uffff\ufdd0\ufdef\U0001fffe\U0010ffff",
    "controls": f"{MARK}\x01\x08\x0b\x0c\x1b[31m\x1f\x7f\x85\x9f",
    "interlinear": f"{MARK}\ufff9a\ufffab\ufffb\ufffc",
    "turned": f"{MARK}\u202egpj\u202c\u2066x\u2069\u200f\u061c",
    "tags": f"{MARK}\U000e0001\U000e0041\U000e007f",
    "unseen": f"{MARK}\u200b\u2060\ufeff\u00ad\u3164\u2800\U0001d173",
    "private": f"{MARK}\ue000\uf8ff\U000f0000\U00100000",
    "unassigned": f"{MARK}\u0378\ufff0\U000e0fff",
    "heaps": MARK + "\u0336\u0489\u0315" * 9,
    "lines": f"{MARK}\u2028{MARK}: 1\u2029\r\n\r\n<{MARK}>",
    "template": f"{{{{7*7}}}}{{% now 'Y' %}}{{{MARK}{{# #}}",
    "seats": f"{MARK}{{{{seat A}}}}{{{{invitation B}}}}",
    "formats": f"%s%({MARK})s{{0}}{{{MARK}!r}}%n$1\\1\\g<0>",
    "entities": f"&lt;{MARK}&gt;&#60;{MARK}&#62;&{MARK};&#xfffe;&#0;",
    "doctype": f"<!DOCTYPE {MARK} [<!ENTITY {MARK} SYSTEM 'file:///etc/passwd'>]><?{MARK}?>",
    "sections": f"]]><{MARK}/><![CDATA[--><{MARK}/><!--",
    "formula": f"@SUM(1)*cmd|'/C {MARK}'!A1",
    "mentions": f"@everyone <@1> [{MARK}](javascript:{MARK}) ``` ||{MARK}||",
    "paths": f'../..\\{MARK}%2f%00"; filename="{MARK}',
}
WRONG_IN_XML: Final = {"markup", "noncharacters", "controls", "unassigned", "entities", "doctype", "sections"}
# Fields that hold no words: secrets, digests and names that the site itself makes, or takes from a list of its own.
NO_WORDS: Final = set(re.findall(
    r"\w+",
    """
    token digest sha256 nonce key cache_key scope client process worker stored lane state status phase outcome code
    seat letter letters kind level game mode format edition to_act listed waits_for visibility verdict engine_version
    position_key shape goal language site sealed_secret sealed_former event endpoint p256dh auth wish asker fingerprint
    token_hash invitation_hash file_kind file accent symbol flag_reason signature search_text search_abilities by_name
    by_name_fr position actions password slug
    """,
))  # fmt: skip
WORDS_IN_JSON: Final = {"name", "name_fr", "title", "about", "flavour", "credit"}  # by their keys


def texts_of(model: type[models.Model]) -> list[Any]:
    """The fields of a model that hold what somebody has written."""
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField)
        and not isinstance(field, models.SlugField)
        and not field.primary_key
        and not field.choices
        and field.name not in NO_WORDS
    ]


def with_words(data: Any, words: Iterator[str]) -> Any:
    """Data of JSON with other words where words stand in it, by their keys, and as the names of players."""
    if isinstance(data, list):
        return [with_words(value, words) for value in data]
    if not isinstance(data, dict):
        return data
    changed = {key: with_words(value, words) for key, value in data.items()}
    changed |= {key: next(words) for key in WORDS_IN_JSON & data.keys() if isinstance(data[key], str)}
    players = data.get("players")
    if isinstance(players, list):
        changed["players"] = [next(words) if isinstance(name, str) else name for name in changed["players"]]
    elif isinstance(players, dict):
        changed["players"] = {
            letter: next(words) if isinstance(player, str) else player for letter, player in changed["players"].items()
        }
    return changed


def room_models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model._meta.app_label in site_settings.ROOMS]


def write_everywhere(words: str) -> set[str]:
    """Puts words into every text of every row that there is; the names of the fields."""
    written = set()
    numbered = (f"{words[:34]}{number}" for number in count())  # names of cards and players are different ones
    for model in room_models():
        fields = texts_of(model)
        if model is User:  # names of accounts have rules of their own
            fields = [field for field in fields if field.name in ("first_name", "last_name")]
        json_fields = [field for field in model._meta.concrete_fields if isinstance(field, models.JSONField)]
        for row in model._base_manager.all():
            changed = {field.attname: words[: field.max_length] for field in fields}
            if issubclass(model, tuple(owned_models())):
                changed |= {field.attname: with_words(getattr(row, field.attname), numbered) for field in json_fields}
            if changed:
                model._base_manager.filter(pk=row.pk).update(**changed)
                written |= {f"{model.__name__}.{name}" for name in changed}
    return written


class Markup(HTMLParser):
    """What in a page is alive that ought to be text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            scheme = re.sub(r"[\x00-\x20]", "", value or "").lower()
            if MARK in name or (name in LINKS and scheme.startswith("javascript:")):
                self.found.append(f"<{tag} {name}={value!r}")
        if MARK in tag:
            self.found.append(f"<{tag}>")


LINKS: Final = {"href", "xlink:href", "src", "action", "formaction", "data", "poster", "srcset", "srcdoc"}


def alive_in_html(text: str) -> list[str]:
    parser = Markup()
    parser.feed(text)
    parser.close()
    return parser.found


def alive_in_xml(text: str | bytes) -> list[str]:
    """The same of XML, and of the HTML that stands as text in a feed."""
    try:
        tree = ElementTree.fromstring(text)
    except ElementTree.ParseError as wrong:
        return [f"no XML: {wrong}"]
    faults = []
    for element in tree.iter():
        if MARK in element.tag or any(MARK in name for name in element.attrib):
            faults.append(f"<{element.tag} {sorted(element.attrib)}>")
        for name, value in element.attrib.items():
            if name.rpartition("}")[2] in LINKS and value.strip().lower().startswith("javascript:"):
                faults.append(f"{name}={value}")
        is_html = element.get("type") == "html" or element.tag.rpartition("}")[2] in ("html", "description", "summary")
        if is_html and element.text:
            faults += alive_in_html(element.text)
    return faults


def alive_in_json(data: Any) -> list[str]:
    """HTML that an answer in JSON holds, by the key that says so."""
    if isinstance(data, dict):
        inner = [alive_in_html(value) for key, value in data.items() if key == "html" and isinstance(value, str)]
        return [fault for faults in (*inner, *map(alive_in_json, data.values())) for fault in faults]
    return [fault for value in data for fault in alive_in_json(value)] if isinstance(data, list) else []


def alive_in_csv(text: str) -> list[str]:
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    return [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not re.fullmatch(r"-?\d+", cell)]


# What a PDF does by itself or when it is pressed; the only links that ours have are the site's own.
DOES: Final = {"/JS", "/JavaScript", "/Launch", "/OpenAction", "/AA", "/EmbeddedFiles", "/SubmitForm", "/RichMedia"}


def alive_in_pdf(body: bytes) -> list[str]:
    faults = []
    with pikepdf.open(io.BytesIO(body)) as file:
        for item in file.objects:
            if not isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
                continue
            faults += [f"{name} in a PDF" for name in DOES & set(item.keys())]
            address = str(item.get("/URI", ""))
            if MARK in address or address.lower().startswith("javascript:"):
                faults.append(f"a link in a PDF to {address}")
    return faults


def alive(answer: HttpResponse) -> list[str]:
    """What in an answer is more than text, by what it says that it is."""
    kind = answer.get("Content-Type", "").partition(";")[0]
    faults = [f"head: {name}" for name in answer.headers if MARK in name.lower()]
    if answer.status_code != 304 and answer.get("X-Content-Type-Options") != "nosniff":
        faults.append("may be taken for something else")
    if kind == "application/pdf":
        return faults + alive_in_pdf(answer.getvalue() if answer.streaming else answer.content)
    if kind.startswith(("image/", "application/zip", "font/")) and kind != "image/svg+xml":
        return faults
    body = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type]
    text = body.decode("utf-8", "replace")
    if kind == "text/html":
        policy = answer.get("Content-Security-Policy", "")
        if not re.search("default-src '(?:self|none)'", policy) or "unsafe" in policy:
            faults.append(f"policy: {policy}")
        return faults + alive_in_html(text)
    if re.search(f"{MARK}[A-Za-z0-9_-]{{24}}", text):
        faults.append("something of the site's own in the place of a mark")
    if "xml" in kind and text:
        return faults + alive_in_xml(body)
    if "json" in kind and text:
        return faults + alive_in_json(json.loads(text))
    return faults + (alive_in_csv(text) if kind in ("text/csv", "text/tab-separated-values") else [])


def found_in(client: Client, method: str, path: str, **more: Any) -> list[str]:
    """What is alive in an answer, each with what was asked for. What the request changes is undone."""
    with transaction.atomic():
        answer = client.generic(method, path, **more)
        faults = alive(answer)
        if answer.status_code >= 500 and answer.status_code != 501:
            faults.append(repr(getattr(answer, "exc_info", answer.status_code)))
        transaction.set_rollback(True)
    return [f"{method} {path} {more.get('QUERY_STRING', '')[:20]}: {fault}" for fault in faults]


BUNDLE: Final = 60
BUNDLES: Final = {ADDRESSES[at]: ADDRESSES[at : at + BUNDLE] for at in range(0, len(ADDRESSES), BUNDLE)}


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind == "markup" else pytest.mark.long) for kind in HOSTILE]
)
@pytest.mark.parametrize("bundle", BUNDLES)
def test_whatever_is_kept_or_sent_stays_text(bundle: str, kind: str) -> None:
    world, faults, words = World(), [], HOSTILE[kind]
    assert write_everywhere(words) > {"Card.name", "Deck.about", "Comment.text", "Puzzle.position", "ScoreSheet.setup"}
    sent = urlencode(dict.fromkeys(NAMES, words))
    for address in BUNDLES[bundle]:
        path = world.path(address)
        if address.startswith("admin/"):
            faults += found_in(world.client, "GET", path)
            continue
        if kind != "markup" or not is_translated(address):  # what runs each time asks for one of two languages
            faults += found_in(world.client, "GET", path)
        in_french = f"/fr{path}" if is_translated(address) else path
        faults += found_in(world.client, "GET", in_french, QUERY_STRING=sent)
        faults += found_in(world.client, "POST", path, data=sent, content_type=FORM)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in WRONG_IN_XML else pytest.mark.long) for kind in HOSTILE]
)
def test_what_says_that_it_is_xml_is_xml_whatever_is_kept(kind: str) -> None:
    world = World()
    for model in owned_models():
        model._base_manager.filter(owner=world.owner).update(visibility=Visibility.PUBLIC)
    write_everywhere(HOSTILE[kind])
    own = [world.path(path) for path in ("cards/own/<str:token>/", "decks/<str:token>/", "champions/<str:token>/")]
    own.append(world.puzzle.get_absolute_url())
    places = [f"/files/grimoire/pages-{language}.atom" for language in LANGUAGES]
    places += ["/sitemap.xml", *(f"/sitemap-{section}.xml" for section in SITEMAPS)]
    places += [f"/oembed/?{urlencode({'url': f'http://testserver{path}', 'format': 'xml'})}" for path in own]
    client = Client(raise_request_exception=False)
    for place in places:
        answer = client.get(place)
        assert answer.status_code == 200, place
        assert answer["Content-Type"].partition(";")[0].endswith("xml"), place
        assert alive(answer) == [], place
    contents = b"".join(client.get(place).content for place in places)
    assert contents.count(MARK.encode()) > 3  # so the words are in there


def is_translated(address: str) -> bool:
    return not address.startswith(
        ("admin/", ".well-known/", "api/", "discord/", "oembed/", "files/", "sitemap", "favicon", "robots", "sw.js")
    )


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in ("markup", "scheme") else pytest.mark.long) for kind in HOSTILE]
)
def test_moderators_are_shown_text(kind: str) -> None:
    world, faults, words = World(), [], HOSTILE[kind]
    write_everywhere(words)
    for model in admin.site._registry:
        name = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        faults += found_in(world.client, "GET", name)
        for row in model._base_manager.all()[:2]:
            faults += found_in(world.client, "GET", f"{name}{row.pk}/change/")
            faults += found_in(world.client, "GET", f"{name}{row.pk}/delete/")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html", f"<p><{MARK}></p>"),
        ("text/html", f"<p on{MARK}=1>"),
        ("text/html", '<a href="java\nscript:1">'),
        ("text/html", f'<script type="application/json">"</script><{MARK}>"</script>'),
        ("image/svg+xml", f'<svg xmlns="http://www.w3.org/2000/svg"><{MARK}/></svg>'),
        ("image/svg+xml", "<svg><"),
        ("application/atom+xml", f'<feed><content type="html">&lt;{MARK}&gt;</content></feed>'),
        ("application/json", json.dumps({"list": [{"html": f"<{MARK}>"}]})),
        ("text/csv", "name\n=1+1\n"),
    ],
)
def test_what_is_alive_is_found(kind: str, body: str) -> None:
    headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'self'"}
    assert len(alive(HttpResponse(body, content_type=kind, headers=headers))) == 1


def test_what_may_run_anything_is_found() -> None:
    assert len(alive(HttpResponse("<p>"))) == 2  # neither a policy nor the word that it is HTML and nothing else


# Others' things


# Asked for by whoever has a secret that stands in the address itself, which World puts there.
BY_SECRET: Final = re.compile(
    r"<(?:\w+:)?(?:invitation|secret|called)>|^(?:grimoire/news/stop|play/people/stop|grimoire/train/race)/"
)
# Addresses that name something and answer everybody, for they name nothing of somebody's own.
FOR_EVERYBODY: Final = re.compile(
    r"(?:api/v1/)?cards/<slug:set_slug>|api/v1/(?:rulings|positions)/|rulings/(?!questions/)|accounts/"
    r"|files/(?:icons|symbols|rulings|play)/|play/(?:new|first)/|print/games/|scores/(?:new|blank)/"
)
# Who may come in is decided by what is sent along: an invitation, or a seat that is offered in the lobby.
BY_INVITATION: Final = {"api/v1/games/<token>/join": 400, "play/lobby/<str:token>/": 200}


def nobody_else_s(world: World) -> list[Any]:
    """All that the owner of the world has, row by row."""
    rows = []
    for model in room_models():
        if model._meta.app_label in ("accounts", "background", "operations"):
            continue
        rows += [(model.__name__, row) for row in model._base_manager.order_by("pk").values_list()]
    return rows


@pytest.mark.parametrize("who", ["stranger", "account"])
@pytest.mark.parametrize("bundle", BUNDLES)
def test_nobody_else_gets_what_is_private(bundle: str, who: str) -> None:
    world = World(watched=False)
    for model in owned_models():
        model._base_manager.filter(owner=world.owner).update(visibility=Visibility.PRIVATE)
    client = Client(raise_request_exception=False)
    if who == "account":
        user = User.objects.create_user("eve")
        Owner.objects.create(user=user)
        client.force_login(user)
    before, got = nobody_else_s(world), []
    for address in BUNDLES[bundle]:
        if not TOKENS.search(address) or BY_SECRET.search(address) or FOR_EVERYBODY.match(address):
            continue
        path = world.path(address)
        for method, more in (
            ("GET", {}),
            ("POST", {"content_type": FORM}),
            ("POST", {"content_type": "application/json", "data": "{}"}),
            ("PUT", {"content_type": "application/json", "data": "{}"}),
            ("DELETE", {}),
        ):
            answer = client.generic(method, path, **more)
            if answer.status_code == 302 and not answer["Location"].startswith(("/accounts/login/", "/admin/login/")):
                answer = client.get(answer["Location"])  # which may lead to nothing
            if answer.status_code not in (302, 401, 403, 404, 405, 410, BY_INVITATION.get(address)):
                got.append(f"{method} {address} {more}: {answer.status_code}")
    assert not got, "\n".join(got)
    assert nobody_else_s(world) == before


# Forms of other sites


# What a request may write whoever sent it: what is counted, and where one was seen.
COUNTED: Final = {
    "accounts_allowance",
    "accounts_spending",
    "accounts_cache",
    "accounts_owner",
    "django_session",
    "play_rate",
}
# ... and what the secret in an address allows: mail programs end mails by it, with no form (RFC 8058).
BY_ADDRESS: Final = {
    "grimoire/news/stop/<str:token>/": {"grimoire_newssettings"},
    "play/people/stop/<str:token>/": {"play_messagesettings"},
}


class Writes:
    """What is written to the database but for ``let``: statement by statement, each after what was ``asked``."""

    def __init__(self, let: set[str]) -> None:
        self.let, self.asked, self.seen = let, "", list[str]()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        written = re.match(r"\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|REPLACE\s+INTO)\s+\"?(\w+)", sql, re.IGNORECASE)
        if written and written[1] not in self.let:
            self.seen.append(f"{self.asked}: {sql[:100]}")
        return execute(sql, params, many, context)


@pytest.mark.parametrize("bundle", BUNDLES)
def test_forms_of_other_sites_change_nothing(bundle: str) -> None:
    world = World()
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(world.owner.user)
    writes = Writes(COUNTED)
    with connection.execute_wrapper(writes):
        for address in BUNDLES[bundle]:
            path = world.path(address)
            writes.let = COUNTED | BY_ADDRESS.get(address, set())
            simple = ("text/plain", "application/json")[crc32(address.encode()) % 2]
            for kind, data in ((FORM, "sure=1&confirm=1&title=x&name=x"), (simple, "{}")):
                writes.asked = f"{path} {kind}"
                client.generic("POST", path, data=data, content_type=kind, HTTP_ORIGIN="https://elsewhere.example")
    assert writes.seen == []


# Asking

EVERYTHING: Final = urlencode(dict.fromkeys(NAMES, "1"))


# What GET may write at any address: what is counted, the day on which a guest was here last, and which page is
# a day's, the same whoever asks first.
ASKING: Final = {
    *("accounts_allowance", "accounts_spending", "accounts_cache", "play_rate", "accounts_owner"),
    "grimoire_dailypage",
}
# ... and at those that begin like this, of the visitor's own.
ASKING_AT: Final = {
    # The secret or the challenge that the form there answers, in the session of somebody signed in.
    "accounts/2fa/": {"django_session"},
    # Sessions that have ended leave the list of one's own.
    "me/sessions/": {"usersessions_usersession"},
    # A job of one's own whose worker is gone is taken up again.
    "print/jobs/": {"cards_printjob", "django_tasks_database_dbtaskresult"},
    "grimoire/composing/": {"grimoire_composition", "django_tasks_database_dbtaskresult"},
    # Whoever waits to be paired is still there; whoever looks at their session needs no message that it waits for them.
    "play/stranger/": {"play_strangerwait"},
    "mutation/": {"mutation_sessionseat"},
    # Who has a stream open is connected, and the others at the table are told.
    "api/v1/games/<token>/stream": {"play_streampresence", "play_gamenotice", "play_livegame"},
}


@pytest.mark.parametrize("bundle", BUNDLES)
def test_asking_writes_nothing_and_no_cache_keeps_it_for_others(bundle: str) -> None:
    world = World()
    user = User.objects.create_user("eve")
    Owner.objects.create(user=user)
    clients = {who: Client(raise_request_exception=False) for who in ("account", "guest", "stranger")}
    clients["owner"] = world.client
    clients["account"].force_login(user)
    clients["guest"].cookies[COOKIE] = guest_cookie(Owner.objects.create())
    written, shared = [], []
    for address in BUNDLES[bundle]:
        path = world.path(address)
        writes = Writes(ASKING.union(*(tables for begin, tables in ASKING_AT.items() if address.startswith(begin))))
        with connection.execute_wrapper(writes):
            if not address.startswith("admin/"):  # whose pages are Django's, and heavy
                writes.asked = f"GET {path} with words"
                clients["owner"].get(f"{path}?{EVERYTHING}")
            answers = {}
            for who, client in clients.items():
                writes.asked = f"GET {path} as {who}"
                answer = client.get(path)
                answers[who] = answer, answer.getvalue() if answer.streaming else answer.content
        written += writes.seen
        public = answers.pop("stranger")
        shared += [f"{path} as {who}" for who, answer in answers.items() if not is_for_them_alone(answer, public)]
        if address.startswith("accounts/"):
            shared += [path] if {"no-store", "private"} - cache_words(answers["owner"][0]) else []
    assert not written, "\n".join(sorted(set(written)))
    assert not shared, "\n".join(shared)


def cache_words(answer: HttpResponse) -> set[str]:
    return set(answer.get("Cache-Control", "").replace(" ", "").split(","))


def is_for_them_alone(answer: tuple[HttpResponse, bytes], public: tuple[HttpResponse, bytes]) -> bool:
    """Whether no cache keeps an answer (with its body) for others, or strangers get just the same."""
    theirs, body = answer
    if cache_words(theirs) & {"no-store", "private"}:
        return True
    return not theirs.cookies and theirs.status_code == public[0].status_code and body == public[1]


def test_what_is_written_is_seen() -> None:
    writes = Writes({"accounts_owner"})
    with connection.execute_wrapper(writes):
        Owner.objects.create()
        User.objects.create_user("ada")
    assert len(writes.seen) == 1 and "accounts_user" in writes.seen[0]
