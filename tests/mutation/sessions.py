"""Sessions as they are kept, and clients that sit in them, for tests."""

from __future__ import annotations

import json
import random
import secrets
from typing import Any
from unittest.mock import patch

from django.test import Client

from accounts.models import Owner
from cards.models import PrintJob
from cards.printing import services as printing
from engine.decks.rules.abilities import SEASON_2
from engine.decks.sessions.offers import bench
from engine.decks.sessions.schedule import SCHEDULE, SEATS
from engine.kernel.chance import SEED_BITS
from mutation import tokens
from mutation.models import MutationSession
from mutation.services import creating
from mutation.services.creating import DEALT, DRAFT, SessionPlan, playable_set
from mutation.services.entering import NewEvents, enter
from mutation.services.ledgers import ledger_of

NAMES = {"A": "Ada", "B": "Ben", "C": "Cleo", "D": "Dan"}
SETS = ("initiation", "treachery")
PEOPLE = {"A": "me", "B": "open", "C": "open", "D": "open"}


def make_session(owner: Owner | None = None, way: str = DRAFT, deal_number: int = 0, **more: Any) -> MutationSession:
    """A session of the site's first two sets, dealt alike in every run: a rare deal leaves a seat nothing to mutate."""
    first, second = (playable_set(slug, SEASON_2, None) for slug in SETS)
    assert first is not None and second is not None
    plan = {
        "name": "Friday",
        "edition": SEASON_2,
        "players": NAMES,
        "seats": PEOPLE,
        "sets": (first, second),
        "way": way,
    }
    seed = random.Random(f"deal {deal_number}").getrandbits(SEED_BITS)
    with patch.object(secrets, "randbits", return_value=seed):
        return creating.create(SessionPlan(**{**plan, **more}), owner or Owner.objects.create())


def put(session: MutationSession, *events: dict[str, Any]) -> None:
    """Enters events as they are written."""
    session.refresh_from_db()
    enter(session, NewEvents(list(events), session.version))


def draft_on(session: MutationSession, rounds: int = 16) -> None:
    """Everybody picks the first card of their hand, so often."""
    for _ in range(rounds):
        session.refresh_from_db()
        hands = ledger_of(session).state.seats
        picks = [
            {"by": letter, "kind": "pick", "card": sheet.hand[0]} for letter, sheet in zip("ABCD", hands, strict=True)
        ]
        put(session, *picks)


def choose_decks(session: MutationSession) -> None:
    """Everybody takes the first eight."""
    session.refresh_from_db()
    for letter, sheet in zip("ABCD", ledger_of(session).state.seats, strict=True):
        put(session, {"by": letter, "kind": "deck", "cards": list(sheet.drafted[:8])})


def in_games(owner: Owner | None = None, **more: Any) -> MutationSession:
    """A session whose games begin."""
    session = make_session(owner, DEALT, **more)
    choose_decks(session)
    session.refresh_from_db()
    return session


def mutate(session: MutationSession, letter: str, game: int) -> None:
    """Mutates: the cheapest thing that a seat can do."""
    session.refresh_from_db()
    offers = [offer for offer in bench(ledger_of(session).state, letter).offers if offer.code is None]
    offer = min(offers, key=lambda offer: offer.price or 0)
    put(session, offer.to_event(letter, game))


def play_games(session: MutationSession, *winners: str) -> None:
    """The next games of the schedule, won by these and confirmed."""
    for winner in winners:
        session.refresh_from_db()
        state = ledger_of(session).state
        game = next(
            pairing
            for pairing in SCHEDULE
            if state.can_be_played(pairing.number) and SEATS.index(winner) in pairing.seats
        )
        first, second = (SEATS[seat] for seat in game.seats)
        other = second if winner == first else first
        put(
            session,
            {"by": first, "kind": "ready", "game": game.number},
            {"by": second, "kind": "ready", "game": game.number},
            {"by": winner, "kind": "result", "game": game.number, "winner": winner},
            {"by": other, "kind": "confirm", "game": game.number},
        )


class Player:
    """A browser."""

    def __init__(self, session: MutationSession | None = None, letter: str = "") -> None:
        self.http = Client()
        self.session = session
        if session is not None and letter:
            self.join(letter)

    def join(self, letter: str) -> Any:
        assert self.session is not None
        self.session.refresh_from_db()
        path = f"/mutation/{self.session.token}/join/{tokens.invitation(self.session)}/"
        return self.http.post(path, {"seat": letter})

    @property
    def base(self) -> str:
        assert self.session is not None
        return f"/mutation/{self.session.token}/"

    def look(self, what: str = "", **query: str) -> Any:
        return self.http.get(self.base + what, query)

    def text(self, what: str = "", **query: str) -> str:
        return " ".join(self.look(what, **query).content.decode().split())

    def send(self, page: str, /, **fields: Any) -> Any:
        """A form, with the number of now where the test names none."""
        assert self.session is not None
        self.session.refresh_from_db()
        return self.http.post(self.base + page, {"seen": self.session.version, **fields})

    def paper(self, what: str, prefix: str = "", **query: str) -> bytes:
        """A PDF; one that takes longer is made by a worker and fetched from the page of its job."""
        response = self.http.post(f"{prefix}{self.base}paper/{what}/", query)
        if response.status_code == 302:
            job = response["Location"]
            assert "/print/" in job
            while (print_job := PrintJob.objects.latest("created")).is_busy:
                printing.step(job_id=print_job.pk)
            response = self.http.get(f"{job}file/")
            content = b"".join(response)
        else:
            content = response.content
        assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
        return content

    def events(self, expected: int, *events: Any, key: str = "", **more: Any) -> Any:
        """Events as JSON, with a CSRF token's absence excused by the test client."""
        headers = {"Idempotency-Key": key} if key else {}
        body = {"expected": expected, "events": list(events), **more}
        return self.http.post(self.base + "events/", json.dumps(body), content_type="application/json", headers=headers)


def owner_of(client: Client) -> Owner:
    """The guest that a browser is."""
    return Owner.objects.latest("created")


def pick(session: MutationSession, *letters: str) -> None:
    """Seats pick the first card of their hands."""
    for letter in letters:
        session.refresh_from_db()
        hand = ledger_of(session).state.seats["ABCD".index(letter)].hand
        put(session, {"by": letter, "kind": "pick", "card": hand[0]})
