"""Every address that there is, and somebody with one of everything: for tests that walk through the whole site.

Both are read from the site itself, as far as that goes, so that a new address is walked to at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.models import Owner, Report, User
from cards.models import Picture, PrintJob
from cards.workshop import services as workshop
from games.decks.models import Analysis
from grimoire.community.following import stop_token
from grimoire.composing.access import SESSION_KEY as COMPOSITIONS
from grimoire.models import Championship, Comment, Composition, Contest, NewsSettings, TrainingRun
from grimoire.training.racing import new_race
from rulings.models import Question
from scores.models import ScoreSheet
from tables.lobby.calling import call_address
from tables.models import ChatLine, LiveGame, MessageSettings
from tables.people.telling import stop_token as stop_mails_token
from tables.tokens import invitation, seat_token
from tables.webhooks import services as webhooks
from tests.cards.factories import make_card, make_deck, make_set
from tests.cards.workshops import content
from tests.grimoire.factories import make_book, make_puzzle
from tests.mutation.sessions import in_games
from tests.tables.factories import make_game
from tests.tournaments.factories import make_tournament


def patterns(resolver: Any, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern, address)
        elif isinstance(pattern, URLPattern):
            yield address


ADDRESSES: Final = sorted(set(patterns(get_resolver())))


class World:
    """Somebody with one of everything, who moderates too; and what stands for each part of an address."""

    def __init__(self, *, watched: bool = True) -> None:
        """``watched``: whether others may watch the game that it has."""
        user = User.objects.create_superuser("ada", password="correct horse battery")
        self.owner = owner = Owner.objects.create(user=user)
        self.client = Client(raise_request_exception=False)
        self.client.force_login(user)
        site = make_set("embers")
        self.site_card = make_card("Ember", site)
        own_set = workshop.create_set(owner=owner, name="Ashes")
        card = workshop.create_card(owner=owner, content=content(set=own_set.slug))
        champion = make_card("Ada", owner=owner, kind="champion")
        self.puzzle = make_puzzle(owner)
        book = make_book(owner, [self.puzzle])
        assert self.puzzle.proof is not None
        picture = Picture.objects.create(owner=owner, width=1, height=1, size=1, file="pictures/none.jpg")
        deck = make_deck(cards=[card, self.site_card], owner=owner)
        job = PrintJob.objects.create(owner=owner, title="Embers")
        question = Question.objects.create(owner=owner, text="Why?", language="en")
        comment = Comment.objects.create(owner=owner, puzzle=self.puzzle, text="Well.")
        Report.objects.create(about=card, reason="spam")
        analysis = Analysis.objects.create(
            owner=owner,
            start={"position": self.puzzle.position},
            nodes={"0": {"children": [1]}, "1": {"action": "assault"}},
        )
        sheet = ScoreSheet.objects.create(owner=owner, kind="curriculum", setup={"players": ["Ann", "Ben"]})
        game = make_game(owner, spectators=watched)
        LiveGame.objects.filter(pk=game.pk).update(has_chat=True)
        line = ChatLine.objects.create(owner=owner, game=game, seat_name="A", name="Ada", text="Well.")
        Report.objects.create(about=line, reason="spam")
        session = in_games(owner)
        event = make_tournament(2, owner=owner, on_site=False)
        hook, _secret = webhooks.add(
            owner=owner, address="https://example.org/", site="https://grimoire.example", language="en"
        )
        run = TrainingRun.objects.create(
            owner=owner, kind=TrainingRun.Kind.STREAK, puzzles=[self.puzzle.pk], started=timezone.now()
        )
        days = {"opens_at": timezone.now() - timedelta(days=2), "closes_at": timezone.now() - timedelta(days=1)}
        contest = Contest.objects.create(owner=owner, judge=owner, title="Lamps", agreed_at=timezone.now(), **days)
        cup = Championship.objects.create(owner=owner, title="Cup", starts_at=timezone.now())
        self.tokens = {  # by how an address begins; the longest beginning that fits counts
            "files/pictures/": picture.token, "workshop/pictures/": picture.token, "decks/": deck.token,
            "files/champions/": champion.token, "champions/": champion.token, "print/": job.token,
            "rulings/questions/": question.token, "play/": game.token, "play/webhooks/": hook.token,
            "analysis/": analysis.token, "analysis/game/": game.token, "analysis/puzzle/": self.puzzle.token,
            "mutation/": session.token, "tournaments/": event.token, "scores/": sheet.token, "files/decks/": deck.token,
            "api/v1/games/": game.token, "api/v1/tournaments/": event.token, "api/v1/analysis/": analysis.token,
            "api/v1/decks/": deck.token, "api/v1/puzzles/": self.puzzle.token,
            "api/v1/own/decks/": deck.token, "api/v1/own/puzzles/": self.puzzle.token,
            "api/v1/own/pictures/": picture.token, "api/v1/own/champions/": champion.token,
            "grimoire/": self.puzzle.token, "files/grimoire/": self.puzzle.token, "grimoire/books/": book.token,
            "grimoire/books/add/": self.puzzle.token, "grimoire/composing/": self._composition(),
            "grimoire/news/": stop_token(NewsSettings.objects.create(owner=owner)), "": card.token,
            "play/people/stop/": stop_mails_token(MessageSettings.objects.create(owner=owner)),
            "grimoire/contests/": contest.token, "grimoire/championships/": cup.token,
            "grimoire/train/": run.token, "grimoire/train/race/": new_race(owner).token,
        }  # fmt: skip
        self.parts = {
            "comment_token": comment.token, "key": self.puzzle.proof.key, "name": "ada", "address": book.token,
            "number": "1", "language": "en", "dpi": "72", "section": "cards", "edition": "season-2", "first": "rage",
            "second": "aim", "identifier": "2.10", "set_slug": "embers", "slug": own_set.slug, "kind": "json",
            "object_id": "1", "app_label": "cards", "version": "1", "scene": "caverns", "tint": "rose",
            "icon": "wyvern", "seed": "1", "place": "50", "behind": "plain", "url": "x", "uidb36": "1",
            "content_type_id": "1", "id": str(user.pk), "rest": "nothing", "pk": "1", "letter": "A",
            "file": "standings.csv", "what": "prices", "secret": seat_token(game, "A"),
            "invitation": invitation(game, "A"), "game": "magic-schools", "element": "fire",
            "called": call_address(game.game).split("/")[-2], "strength": "1", "other": "1", "mode": "-",
        }  # fmt: skip
        self.slugs = {"rulings/rules/": "setup", "rulings/abilities/": "rage"}
        self.slugs |= dict.fromkeys(("cards/<", "api/v1/cards/<"), self.site_card.slug)

    def _composition(self) -> str:
        """The token of a search that it has asked for."""
        row = Composition.objects.create(kind=Composition.Kind.UNIQUE, position=self.puzzle.position)
        session = self.client.session
        session[COMPOSITIONS] = [row.token]
        session.save()
        return row.token

    def path(self, address: str) -> str:
        """An address with something in each of its parts that is there."""

        def begun(known: dict[str, str], otherwise: str) -> str:
            fits = [begin for begin in known if address.startswith(begin)]
            return known[max(fits, key=len)] if fits else otherwise

        def part(match: re.Match[str]) -> str:
            name = match[1]
            if name == "token":
                return begun(self.tokens, "")
            if name == "slug":
                return begun(self.slugs, self.parts["slug"])
            return "card" if name == "kind" and address.startswith("report/") else self.parts[name]

        plain = re.sub(r"\(\?P<(\w+)>(?:[^()]|\\.)*\)", r"<x:\1>", address).replace("^", "").replace("$", "")
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", part, plain)
