"""One stream of all that happens to an account: what it tells, to whom, and what whoever comes back is told."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import RequestFactory
from django.utils import timezone
from jsonschema import Draft202012Validator

from accounts.models import ApiToken, Owner
from api.documents import description
from api.own import events
from api.own.doors import Caller
from api.own.events import KINDS, AccountStream, begin
from mutation.models import LedgerLine, MutationSession
from rulings.models import Question
from tables.models import GameNotice, GameSeat, LiveGame
from tables.stream_limits import MAX_STREAMS
from tables.streams.accounts import ROUND_EVERY, AccountWatch
from tables.streams.answering import StreamOver
from tables.streams.hub import hub
from tests.api.own.programs import API, Program
from tests.cards.factories import make_owner
from tests.databases import EmptyDatabases
from tests.mutation.sessions import make_session, pick
from tests.tables.clients import Seat, body_of, create
from tests.tables.sites import Listening, Site
from web.commits import COMMIT_TIME
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db


def duel(first: Owner, second: Owner | None, **more: Any) -> tuple[Seat, Seat]:
    """A game of two accounts: two clients with their seats' tokens."""
    made = create(body_of("duel", "preconstructed", **more))
    for name, owner in (("A", first), ("B", second)):
        GameSeat.objects.filter(game__token=made["id"], seat_name=name).update(owner=owner, is_apart=True)
    first_seat, second_seat = (Seat(made["id"], made["seats"][name]["token"], name) for name in "AB")
    return first_seat, second_seat


class Reader:
    """A program that reads the stream of its account."""

    def __init__(self, owner: Owner, *scopes: str, since: str | None = None) -> None:
        token = Program(owner, *(scopes or ("games",))).token
        request = RequestFactory().get("/", **({} if since is None else {"HTTP_LAST_EVENT_ID": since}))
        self.stream = begin(request, Caller(token, owner))
        self.last = ""
        self.first = self._read(self.stream.open())

    def news(self) -> list[tuple[str, Any]]:
        return self._read(self.stream.collect())

    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.news()]

    def _read(self, chunks: list[str]) -> list[tuple[str, Any]]:
        told = []
        components = {"components": description()["components"], "$ref": "#/components/schemas/OwnEvent"}
        for chunk in chunks:
            fields = dict(line.split(": ", 1) for line in chunk.strip().split("\n"))
            self.last = fields["id"]
            told.append((fields["event"], json.loads(fields["data"])))
            Draft202012Validator(components).validate(told[-1][1])
        return told


def test_it_begins_with_the_games_that_go_on() -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    seat, _ = duel(ada, bob)
    duel(bob, None)
    over, _ = duel(ada, bob)
    over.post("/resign", {})
    ((kind, state),) = Reader(ada).first
    assert kind == "state" and state["more"] is False
    assert [(game["id"], game["turn"]) for game in state["games"]] == [(seat.game, True)]


def test_turns_beginnings_and_ends_are_told_to_whom_they_concern() -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    of_ada, of_bob, of_cy = Reader(ada), Reader(bob), Reader(make_owner("cy"))
    first, second = duel(ada, bob)
    assert of_ada.kinds() == ["game.began", "turn.began"] and of_bob.kinds() == ["game.began"]
    assert of_ada.news() == of_bob.news() == []
    first.act(0, "A pick 1")
    ((kind, turn),) = of_bob.news()
    assert (kind, turn["seats"], turn["game"]["turn"], turn["game"]["version"]) == ("turn.began", ["B"], True, 1)
    assert of_ada.news() == []
    second.post("/resign", {})
    for reader in (of_ada, of_bob):
        ((kind, ended),) = reader.news()
        assert kind == "game.ended" and ended["game"]["result"] == {"winners": ["A"], "reason": "resigned"}
    assert of_cy.news() == []


def test_a_game_begins_when_its_last_seat_is_taken() -> None:
    ada = make_owner("ada")
    reader = Reader(ada)
    made = create(body_of("duel", "preconstructed", seats={"A": {"kind": "me"}, "B": {"kind": "open"}}))
    GameSeat.objects.filter(game__token=made["id"], seat_name="A").update(owner=ada)
    assert reader.news() == []
    Seat(made["id"]).post("/join", {"invitation": made["seats"]["B"]["url"].rstrip("/").rpartition("/")[2]})
    assert "game.began" in reader.kinds()


def test_offers_are_told_with_what_became_of_them() -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    first, second = duel(ada, bob)
    reader = Reader(bob)
    first.post("/draw", {})
    ((kind, made),) = reader.news()
    assert (kind, made["offer"]) == ("offer.made", {"kind": "draw", "by": "A", "answers": {"B": None}})
    second.post("/answers", {"offer": "draw", "accept": False})
    ((kind, ended),) = reader.news()
    assert (kind, ended["offer"]) == ("offer.ended", {"kind": "draw", "why": "refused"})
    first.post("/draw", {})
    second.post("/answers", {"offer": "draw", "accept": True})
    assert [kind for kind in reader.kinds() if kind != "turn.began"] == ["offer.made", "offer.ended", "game.ended"]
    second.post("/rematch", {})
    first.post("/answers", {"offer": "rematch", "accept": True})
    assert {"offer.made", "offer.ended", "game.began"} <= set(reader.kinds())
    assert GameNotice.objects.exists()


def test_who_comes_back_is_told_of_what_has_happened_meanwhile() -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    first, second = duel(ada, bob)
    old = LiveGame.objects.get()
    long_ago = timezone.now() - 2 * COMMIT_TIME
    LiveGame.objects.update(updated=long_ago, created=long_ago, turn_began=long_ago)
    reader = Reader(bob)
    first.act(0, "A pick 1")
    again = Reader(bob, since=reader.last)
    assert [(kind, told["game"]["id"]) for kind, told in again.first] == [("turn.began", old.token)]
    assert again.first == reader.news(), "the same event has the same name"
    second.post("/resign", {})
    assert [kind for kind, _ in Reader(bob, since=again.last).first] == ["game.ended"]
    for since in ("0", "nonsense", str(10**16 * 9)):  # too long ago, no id of ours, not yet
        assert [kind for kind, _ in Reader(bob, since=since).first] == ["state"]


def test_what_is_committed_late_is_told(monkeypatch: Any) -> None:
    """A turn that is dated before what was told already, as its transaction took longer."""
    ada, bob = make_owner("ada"), make_owner("bob")
    late, _ = duel(ada, bob)
    LiveGame.objects.update(turn_began=timezone.now() - timedelta(hours=1), updated=timezone.now() - timedelta(hours=1))
    reader = Reader(ada)
    duel(ada, bob)
    assert reader.kinds() == ["game.began", "turn.began"]
    moment = timezone.now() - COMMIT_TIME / 2
    LiveGame.objects.filter(token=late.game).update(turn_began=moment, updated=moment)
    assert [told["game"]["id"] for kind, told in reader.news() if kind == "turn.began"] == [late.game]
    assert reader.news() == []
    again = Reader(ada, since=reader.last)
    assert late.game in {told["game"]["id"] for kind, told in again.first if kind == "turn.began"}


def test_whoever_comes_back_after_very_much_begins_with_the_state(monkeypatch: Any) -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    reader = Reader(ada)
    for _ in range(3):
        duel(ada, bob)
    monkeypatch.setattr(events, "MAX_GAMES", 2)
    ((kind, state),) = Reader(ada, since=reader.last).first
    assert kind == "state" and len(state["games"]) == 2 and state["more"] is True


def test_answers_to_questions_are_told_to_whoever_may_read_them() -> None:
    ada = make_owner("ada")
    question = Question.objects.create(owner=ada, text="May it?", language="en")
    games, everything = Reader(ada, "games"), Reader(ada, "games", "read:own")
    question.status, question.answer = Question.Status.ANSWERED, "It may."
    question.save()
    ((kind, told),) = everything.news()
    assert (kind, told["question"]["token"]) == ("question.answered", question.token) and "It may." not in str(told)
    assert games.news() == [] and everything.news() == []


def test_sessions_that_wait_are_told_each_task_once() -> None:
    ada = make_owner("ada")
    session = make_session()
    session.seats.filter(letter="B").update(owner=ada, is_taken=True)
    reader, other = Reader(ada), Reader(make_owner("bob"))
    ((_, state),) = reader.first
    (waiting,) = state["sessions"]
    assert waiting["tasks"] == [{"seat": "B", "what": "pick", "game": None}] and other.first[0][1]["sessions"] == []
    pick(session, "A", "B")
    assert reader.news() == [], "others have to pick"
    pick(session, "C", "D")
    ((kind, told),) = reader.news()
    assert (kind, told["session"]["token"], told["session"]["tasks"]) == (
        "session.waits",
        session.token,
        waiting["tasks"],
    )
    pick(session, "A")
    assert reader.news() == [] and other.news() == []
    MutationSession.objects.update(updated=timezone.now() - timedelta(hours=1))
    LedgerLine.objects.update(at=timezone.now() - timedelta(hours=1))
    pick(session, "C", "D")
    assert reader.news() == [], "it has waited for long"
    pick(session, "B")
    assert reader.kinds() == ["session.waits"]


def test_a_token_that_has_ended_is_told_nothing() -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    reader, other = Reader(ada), Reader(ada)
    duel(ada, bob)
    ApiToken.objects.filter(pk=reader.stream.token.pk).delete()
    ApiToken.objects.filter(pk=other.stream.token.pk).update(expires=timezone.now() - timedelta(seconds=1))
    for ended in (reader, other):
        with pytest.raises(StreamOver):
            ended.news()


def test_a_seat_that_another_account_holds_now_is_told_nothing_more() -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    first, _ = duel(ada, bob)
    reader = Reader(bob)
    GameSeat.objects.filter(seat_name="B").update(owner=make_owner("cy"))
    first.act(0, "A pick 1")
    assert reader.news() == []


def test_as_many_streams_of_an_account_as_are_allowed(settings: Any) -> None:
    settings.LIMITS = True
    ada = make_owner("ada")
    caller = Caller(Program(ada, "games").token, ada)
    streams = [AccountStream(caller, "", None) for _ in range(MAX_STREAMS)]
    forgets = [stream.watch(lambda: None) for stream in streams]
    with pytest.raises(RequestRefused) as refused:
        begin(RequestFactory().get("/"), caller)
    assert refused.value.status == 429
    forgets.pop()()
    begin(RequestFactory().get("/"), caller)
    for forget in forgets:
        forget()
    assert hub.streams_of(ada.pk) == 0


def test_accounts_are_looked_for_by_the_games_that_are_named_or_by_all() -> None:
    ada, bob, cy = (make_owner(name) for name in ("ada", "bob", "cy"))
    watch = AccountWatch()
    first, _ = duel(ada, bob)
    key = LiveGame.objects.get().pk
    assert watch.look([ada.pk, cy.pk], None) == {ada.pk}
    assert watch.look([ada.pk, bob.pk], [key]) == {bob.pk}
    assert not watch.look([ada.pk, bob.pk], [key]) and not watch.look([ada.pk, bob.pk], None)
    first.act(0, "A pick 1")
    assert watch.look([ada.pk, bob.pk], [key + 1]) == set()
    assert watch.look([ada.pk, bob.pk], [key]) == {ada.pk, bob.pk}
    watch._round -= ROUND_EVERY
    assert watch.look([cy.pk], None) == [cy.pk], "all look now and then for what is no game's"


def test_only_a_token_with_the_scope_reads_it() -> None:
    ada = make_owner("ada")
    assert Program(ada, "cards").ask("get", "/own/events").status_code == 403
    assert Program(ada, "games").ask("get", "/own/events?since=now").status_code == 400
    answer = Program(ada, "games").client.get(f"{API}/own/events")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
    assert answer["Cache-Control"] == "no-store" and answer["Access-Control-Allow-Origin"] == "*"
    answer.close()


# As it is served


@pytest.fixture(scope="module")
def site(root: Path, empty_databases: EmptyDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(root, empty_databases.make(), tmp_path_factory.mktemp("site"))
    yield served
    served.close()


def token_at(site: Site, name: str) -> str:
    """The secret of a token of a new account."""
    code = (
        "from django.contrib.auth import get_user_model as users; from accounts.models import Owner; "
        "from accounts.api_tokens import make_api_token as make; "
        f"owner = Owner.objects.create(user=users().objects.create_user({name!r})); "
        "print(make(owner=owner, name='bot', scopes=['games'])[1])"
    )
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    done = subprocess.run(command, cwd=site.root, env=site.environment, capture_output=True, text=True, check=True)
    return done.stdout.split()[-1]


def lines_of_block(stream: Listening) -> list[str]:
    lines = []
    while line := stream.response.readline().decode().strip():
        lines.append(line.partition(":")[0])
    return lines


@pytest.mark.parametrize("process", ["streams", "pages"])
def test_a_bot_that_lives_here_is_called_to_its_games(site: Site, process: str) -> None:
    secret = token_at(site, f"bot-{process}")
    stream = site.listen(f"{API}/own/events", secret, process)
    assert (stream.status, stream.response.headers["Cache-Control"]) == (200, "no-store")
    assert lines_of_block(stream) == ["retry", "id", "event", "data"], "the first block is an event"
    body = body_of("duel", "preconstructed", seats={"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}})
    status, made = site.ask("POST", f"{API}/games", body, secret)
    assert status == 201
    told = stream.next("turn.began")
    assert told["game"]["id"] == made["id"] and told["game"]["api"].endswith(f"{API}/games/{made['id']}")
    last = str(stream.last)
    stream.close()
    site.ask("POST", f"{API}/games/{made['id']}/resign", {}, secret)
    again = site.listen(f"{API}/own/events", secret, process, **{"Last-Event-ID": last})
    assert again.next("game.ended")["game"]["id"] == made["id"]
    again.close()


def test_what_is_refused_has_the_shape_of_the_own_api_in_both_processes(site: Site) -> None:
    for process in ("streams", "pages"):
        status, told = site.ask("GET", f"{API}/own/events", port=process)
        assert (status, told["code"], told["error"]["code"]) == (401, "no-token", "no-token")
    status, told = site.ask("POST", f"{API}/own/events", {}, port="streams")
    assert (status, told["code"]) == (405, "method-not-allowed")


def test_the_kinds_are_told_on_the_page_for_authors_of_bots(client: Any) -> None:
    for language in ("en", "fr"):
        page = client.get("/api/bots/" if language == "en" else "/fr/api/bots/").content.decode()
        assert all(f"<code>{kind}</code>" in page for kind in KINDS)
