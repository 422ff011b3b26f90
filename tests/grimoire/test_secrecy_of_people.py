"""The walk of ``test_secrecy`` at the addresses of people: profiles, feeds, pairings, calendars, mails.

Hands of running games, private tables and tournaments, and what an account hides are changed in the database: whoever
may not know of them must get the same, byte for byte, in every representation.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import product
from typing import Final

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from accounts.models import Owner, Visibility
from cards.models import Card
from games.decks.setups import read_arrangement
from grimoire.models import Attempt, Puzzle
from tables.models import (
    ChatLine,
    GameMail,
    LiveGame,
    MailLine,
    MailWhen,
    MessageSettings,
    PeopleMessage,
    PlayerProfile,
    Told,
)
from tables.people import telling
from tables.people.services import relate
from tables.pushing import sending
from tables.services.game_mails import mail_turns
from tables.services.tables import new_game
from tables.states import forget_states, state_of
from tables.tokens import invitation, seat_token
from tests.cards.factories import browser_of, make_card
from tests.grimoire.factories import make_puzzle
from tests.grimoire.test_secrecy import names_of, read_all
from tests.tables.clients import body_of
from tests.tables.people.test_people import account
from tests.tables.push_services import Browser
from tests.tournaments.factories import make_tournament
from tournaments.models import Match, Tournament
from tournaments.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for every address of people, twice")]

SECRET: Final = "Zqxine"  # in all names that nobody else is to read
ROOMS: Final = ("home:", "tournaments:")
# That shows nothing of anybody, or only changes something.
OF_NOBODY: Final = {
    *("home:home", "home:releases", "home:bots", "home:language", "home:old_position"),
    *("tournaments:new", "tournaments:join", "tournaments:deck", "tournaments:do"),
}
EXPORTS: Final = ("standings.csv", "matches.csv", "sessions.csv", "tournament.json")


@dataclass
class Club:
    """ada and bo play at a private table and in a public tournament; eve follows ada, who hides all that she can."""

    ada: Owner
    bo: Owner
    eves: Client
    private: LiveGame
    running: LiveGame
    hidden: Tournament
    public: Tournament

    def addresses(self) -> list[str]:
        """Everywhere where people are shown, as pages and for programs."""
        named = [address for known in READ.values() for address in known(self)]
        private, hidden = self.private.get_absolute_url(), self.hidden.get_absolute_url()
        line = ChatLine.objects.get()
        return [
            *named,
            *(reverse(f"play:{name}") for name in ("people", "ladder", "lobby", "mine", "turns", "index")),
            *(private + page for page in ("", "chat/", "replay/", "review/")),
            *(hidden + page for page in ("", "wall/", *(f"export/{file}" for file in EXPORTS))),
            self.running.get_absolute_url(),
            *(reverse("play-api:game", args=[game.token]) for game in (self.private, self.running)),
            reverse("accounts:report", args=["chatline", line.token]),
            reverse("grimoire:author", args=["ada"]),
            *(reverse("grimoire_files:feed", args=[language]) for language in ("en", "fr")),
            *(f"{reverse('oembed:oembed')}?url=http://testserver{path}" for path in (private, hidden, "/players/ada/")),
            "/sitemap.xml",
        ]


READ: Final = {
    "home:player": lambda club: [reverse("home:player", args=[name]) for name in ("ada", "bo")],
    "home:notifications": lambda club: [reverse("home:notifications")],
    "tournaments:index": lambda club: [reverse("tournaments:index")],
    "tournaments:calendar": lambda club: [reverse("tournaments:calendar")],
    "tournaments:tournament": lambda club: [club.public.get_absolute_url()],
    "tournaments:change": lambda club: [reverse("tournaments:change", args=[club.public.token])],
    "tournaments:session": lambda club: [reverse("tournaments:session", args=[club.public.token])],
    "tournaments:wall": lambda club: [reverse("tournaments:wall", args=[club.public.token])],
    "tournaments:match": lambda club: [
        reverse("tournaments:match", args=[club.public.token, match.pk]) for match in club.public.matches.all()
    ],
    "tournaments:export": lambda club: [
        reverse("tournaments:export", args=[club.public.token, file]) for file in EXPORTS
    ],
}


@pytest.fixture
def club() -> Club:
    (ada, _adas), (bo, _bos), (eve, eves) = account("ada"), account("bo"), account("eve")
    relate(eve, ada, "follow")
    PlayerProfile.objects.create(owner=ada, shows_ratings=False)
    asked = {**body_of("duel", "constructed", first="A"), "deadline": 2 * 24 * 3600}
    owners, soon = {"A": ada, "B": bo}, timezone.now() + timedelta(days=1)
    private, running = (
        new_game(read_arrangement({**asked, "spectators": watched}, ada), ada, owners, apart=("B",), rated=watched)
        for watched in (False, True)
    )
    LiveGame.objects.filter(pk=private.pk).update(has_chat=True)
    ChatLine.objects.create(owner=bo, game=private, seat_name="B", name="bo", text=f"{SECRET} is in my hand")
    hidden = make_tournament(2, owner=ada, name=SECRET, visibility=Visibility.PRIVATE, starts=soon)
    public = make_tournament(2, starts=soon, on_site=True)
    rounds.begin(public)
    Match.objects.filter(tournament=public).update(game=running, game_token=running.token)
    make_puzzle(bo)  # a feed without anything in it is of this moment
    make_card(SECRET, owner=ada)
    draft = make_puzzle(ada, title=SECRET, visibility=Visibility.PRIVATE)
    Attempt.objects.create(owner=ada, puzzle=draft, state=Attempt.State.SOLVED)
    return Club(ada, bo, eves, private, running, hidden, public)


def change_what_is_secret(club: Club) -> None:
    """Other hands, another game at the private table, other words; and ada has done other things."""
    for game in (club.private, club.running):
        setup = {**game.setup, "seed": str(int(game.setup["seed"]) + 1)}
        LiveGame.objects.filter(pk=game.pk).update(setup=setup)
    over = {"status": LiveGame.Status.OVER, "result": {"winners": ["A"], "reason": "fort"}}
    LiveGame.objects.filter(pk=club.private.pk).update(**over, updated=timezone.now())
    ChatLine.objects.update(text="Something else")
    Card.objects.filter(owner=club.ada).update(name="Something else")
    Puzzle.objects.filter(owner=club.ada).update(title="Something else")
    Tournament.objects.filter(pk=club.hidden.pk).update(name="Something else", starts=timezone.now())
    Attempt.objects.all().delete()
    forget_states()
    cache.clear()


def test_every_address_of_people_is_listed() -> None:
    assert set(names_of(get_resolver().url_patterns, ROOMS)) - set(READ) == OF_NOBODY


@pytest.mark.parametrize("who", ["stranger", "follower"])
def test_nobody_else_is_told_of_hands_and_private_things(club: Club, who: str) -> None:
    client = Client() if who == "stranger" else club.eves
    secret = [SECRET, *(game.nonce for game in (club.private, club.running)), seat_token(club.private, "A")]
    before = read_all(client, club.addresses)
    for address, content in before.items():
        marks = [*secret, *(token for token in (club.private.token, club.hidden.token) if token not in address)]
        assert not [mark for mark in marks if mark.encode() in content], address
    hands = [str(state_of(LiveGame.objects.get(pk=club.running.pk)).view(number)) for number in (0, 1)]
    change_what_is_secret(club)
    assert all(str(state_of(LiveGame.objects.get(pk=club.running.pk)).view(n)) != hand for n, hand in enumerate(hands))
    after = read_all(client, club.addresses)
    assert before.keys() == after.keys()
    for address, content in before.items():
        assert content == after[address], f"{address} tells something"


def test_the_walk_finds_what_its_owner_is_told(club: Club) -> None:
    """The other way round: those whom it concerns read it."""
    adas = browser_of(club.ada)
    everything = b"".join(read_all(adas, club.addresses).values()).decode()
    assert f"{SECRET} is in my hand" in everything and club.hidden.token in everything
    assert b"1" in adas.get("/players/ada/").content and Client().get("/players/ada/").status_code == 404


def test_mails_tell_nothing_of_hands(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "stop_token", lambda _chosen: "stop")  # which has the time in it
    EmailAddress.objects.create(user=club.ada.user, email="ada@example.org", verified=True, primary=True)
    MessageSettings.objects.create(owner=club.ada, origin="https://grimoire.example", turns_mail=MailWhen.SOON)
    for _time in range(2):
        GameMail.objects.all().delete()
        mail_turns(LiveGame.objects.get(pk=club.running.pk), [club.ada.pk])
        telling.work_mail(GameMail.objects.get().pk)
        change_what_is_secret(club)
    first, second = mail.outbox
    assert (first.subject, first.body) == (second.subject, second.body) and SECRET not in first.body


def test_pushes_and_digests_tell_nothing_of_hands(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages of every kind, of a private table too: the same whatever the hands are, and with no key to a seat."""
    EmailAddress.objects.create(user=club.ada.user, email="ada@example.org", verified=True, primary=True)
    often = dict.fromkeys(("turns_mail", "challenges_mail", "rematches_mail"), MailWhen.DAILY)
    MessageSettings.objects.create(owner=club.ada, origin="https://grimoire.example", **often)
    monkeypatch.setattr(telling, "is_news", lambda *_: True)
    monkeypatch.setattr(telling, "stop_token", lambda _chosen: "stop")
    browsers = [Browser().told_of(club.ada, language) for language in ("en", "fr")]
    games, told = [club.private, club.running], []
    keys = [SECRET, *(game.nonce for game in games)]
    keys += [key(game, seat) for key, game, seat in product((seat_token, invitation), games, "AB")]
    for _time in range(2):
        games = [LiveGame.objects.get(pk=game.pk) for game in games]
        texts = [
            sending.write(game, seats, browser.language, begins=begins)
            for game, seats, browser, begins in product(games, ("A", "B"), browsers, (True, False))
        ]
        for game, kind in product(games, Told):
            other = None if kind == Told.TURN else club.bo
            MailLine.objects.create(owner=club.ada, game=game, kind=kind, other=other)
            about = {"game": game, "kind": kind, "other": other}
            texts += [telling.write(PeopleMessage(subscription=browser, **about)) for browser in browsers if other]
        GameMail.objects.all().delete()
        telling.work_mail(GameMail.objects.create(owner=club.ada).pk)
        letter = mail.outbox.pop()
        told.append([*texts, str(letter.body).encode(), letter.subject.encode()])
        change_what_is_secret(club)
    assert told[0][-2].count(b"bo wants a rematch.") == 2 and b"10 messages" in told[0][-1]
    assert not [text for text in told[0] if any(key.encode() in text for key in keys)]
    assert told[0] == told[1]
