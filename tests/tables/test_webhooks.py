"""Messages to owners' own programs when it is somebody's turn: who is told what, when, again, and no more."""

from __future__ import annotations

import base64
import hmac
import json
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import Owner
from accounts.services import adopt, count_things, forget
from tables.models import LiveGame, StreamPresence, TurnMessage, Webhook, WebhookEvent
from tables.upkeep import EVENTS_FOR, sweep_traces
from tables.webhooks import kinds, queueing, sending, services
from tables.webhooks.signing import headers_of
from tables.webhooks.transport import Delivery
from tests.tables.factories import finish, make_game
from tests.tables.turns import account, act, against, hand_over, owner_of
from tests.tables.webhook_receiver import ADDRESS, Receiver

pytestmark = pytest.mark.django_db
SITE = "https://grimoire.example"


@pytest.fixture(autouse=True)
def told(settings: Any) -> None:
    settings.WEBHOOKS = True


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Delivery]:
    """What addresses answer one after another without any network, the last one for good."""
    deliveries = [Delivery(204)]
    monkeypatch.setattr(sending, "send", lambda *_args: deliveries.pop(0) if len(deliveries) > 1 else deliveries[0])
    return deliveries


def hook_of(owner: Owner, address: str = ADDRESS, language: str = "en") -> tuple[Webhook, str]:
    return services.add(owner=owner, address=address, site=SITE, language=language)


def work_all() -> None:
    """What a worker does when the time has come."""
    for event in WebhookEvent.objects.filter(state="waiting").order_by("pk"):
        sending.work(event.pk)


def game_of_two() -> tuple[LiveGame, Owner, Owner]:
    """A game whose next player has an address; then whoever that is, and the other."""
    ada, bob = account("ada"), account("bob")
    game = against(ada, bob)
    letter = "A" if game.to_act == "B" else "B"
    return game, owner_of(game, letter), owner_of(game, game.to_act)


def waiting_event() -> WebhookEvent:
    game, next_one, _other = game_of_two()
    hook_of(next_one)
    hand_over(game)
    return WebhookEvent.objects.get()


def test_an_address_is_told_once_that_it_is_its_owners_turn(receiver: Receiver) -> None:
    ada, bob = account("ada"), account("bob")
    game = against(ada, bob)
    secrets = {owner.pk: hook_of(owner, language="fr")[1] for owner in (ada, bob)}
    letter = hand_over(game)
    event = WebhookEvent.objects.get()
    task = DBTaskResult.objects.get()
    assert task.task_path == WebhookEvent.task and timedelta() < task.run_after - timezone.now() <= queueing.GRACE
    work_all()
    work_all()
    ((path, headers, body),) = receiver.take()
    assert path == "/turns?who=ada" and headers["content-type"] == "application/json"
    game.refresh_from_db()
    assert game.turn_began is not None
    assert json.loads(body) == {
        "id": event.event,
        "type": "turn.began",
        "timestamp": game.turn_began.isoformat(timespec="milliseconds"),
        "data": {
            "game": game.token,
            "kind": "clash-of-decks",
            "your_turn": True,
            "seats": [letter],
            "address": f"{SITE}/fr/play/{game.token}/",
            "title": "C\u2019est à vous de jouer.",
            "summary": "Duel, Decks préconstruits",
            "language": "fr",
        },
    }
    moment = int(headers["webhook-timestamp"])
    assert headers["webhook-id"] == event.event and abs(timezone.now().timestamp() - moment) < 60
    key = base64.b64decode(secrets[owner_of(game, letter).pk].removeprefix("whsec_"))
    assert len(key) == 32
    signed = hmac.digest(key, f"{event.event}.{moment}.".encode() + body, "sha256")
    assert headers["webhook-signature"] == "v1," + base64.b64encode(signed).decode()
    event.refresh_from_db()
    assert event.state == "done" and [attempt["status"] for attempt in event.tries] == [204]
    assert event.hook.told is not None


def test_a_signature_that_others_have_worked_out() -> None:
    """The example of the specification of Standard Webhooks."""
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", b'{"test": 2432232314}'
    headers = headers_of("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, secret)
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_it_is_told_when_browsers_are_and_of_nothing_else(answers: list[Delivery]) -> None:
    """One source: the moments and conditions are those of messages to browsers."""
    game, next_one, _other = game_of_two()
    hook_of(next_one)
    letter = hand_over(game)
    seen = {"game": game, "seat": letter, "client": "", "process": ""}
    presence = StreamPresence.objects.create(**seen, heartbeat_at=timezone.now())
    work_all()
    assert WebhookEvent.objects.get().state == "cancelled"  # who has the game open
    presence.delete()
    while hand_over(game) != letter:
        pass
    assert WebhookEvent.objects.count() == 2
    finish(game)
    work_all()
    assert set(WebhookEvent.objects.values_list("state", flat=True)) == {"cancelled"}  # and a game that is over
    assert not TurnMessage.objects.exists()  # browsers are told only where there is a key


def test_several_turns_of_a_game_are_one_event(answers: list[Delivery]) -> None:
    game, next_one, other = game_of_two()
    for owner in (next_one, other):
        hook_of(owner)
    for _turn in range(4):
        hand_over(game)
    assert WebhookEvent.objects.count() == 2 == DBTaskResult.objects.count()
    work_all()
    assert WebhookEvent.objects.get(state="done").hook.owner == owner_of(game, game.to_act)


def test_a_game_that_begins_is_told(answers: list[Delivery]) -> None:
    ada = account("ada")
    hook_of(ada)
    game = make_game(ada)
    work_all()
    event = WebhookEvent.objects.get()
    said = json.loads(event.body)
    assert (event.kind, event.state, said["data"]["game"]) == ("game.began", "done", game.token)
    assert said["data"]["your_turn"] == ("A" in game.to_act) and said["data"]["seats"]


def test_what_is_told_holds_nothing_hidden(answers: list[Delivery]) -> None:
    """Whatever lies in the hands and piles, the message is the same."""
    ada, bob = account("ada"), account("bob")
    hook, _secret = hook_of(ada)
    bodies = set()
    now = timezone.now()
    for seed in ("1", "2", "3"):
        game = against(ada, bob, seed=seed)
        LiveGame.objects.filter(pk=game.pk).update(token="same-as-ever", acting=["A"], turn_began=now)
        event = WebhookEvent(
            hook=hook, event="msg_1", kind=kinds.TURN_BEGAN, about="same-as-ever", letters="A", since=now
        )
        bodies.add(sending.body_of(event))
        game.delete()
    assert len(bodies) == 1 and all(bodies)


def test_what_fails_is_sent_again_the_same_and_later_each_time(receiver: Receiver) -> None:
    event = waiting_event()
    receiver.status = 503
    waits = []
    for number in range(len(sending.WAITS) + 1):
        DBTaskResult.objects.all().delete()
        Webhook.objects.update(rest_until=None)
        sending.work(event.pk)
        event.refresh_from_db()
        assert [attempt["status"] for attempt in event.tries] == [503] * (number + 1)
        if event.state == "waiting":
            waits.append(round((DBTaskResult.objects.get().run_after - timezone.now()).total_seconds()))
    assert event.state == "failed"
    assert waits == [round(wait.total_seconds()) for wait in sending.WAITS]
    assert waits[0] == 30 and all(later == 4 * sooner for sooner, later in pairwise(waits))
    came = receiver.take()
    assert len({(headers["webhook-id"], body) for _path, headers, body in came}) == 1 and len(came) == len(waits) + 1


def test_a_message_is_sent_again_when_its_owner_asks_for_it(receiver: Receiver) -> None:
    game, ada, bob = game_of_two()
    hook, _secret = hook_of(ada)
    hand_over(game)
    receiver.status = 500
    event = WebhookEvent.objects.get()
    sending.work(event.pk)
    event.refresh_from_db()
    assert not services.send_again(hook, event.event)  # it is going to be anyway
    hand_over(game)  # they are no longer waited for
    Webhook.objects.update(rest_until=None)
    sending.work(event.pk)
    event.refresh_from_db()
    assert event.state == "cancelled"
    Webhook.objects.update(switched_off=timezone.now(), rest_until=timezone.now() + timedelta(hours=1))
    for status, state in ((500, "failed"), (204, "done")):
        receiver.status = status
        assert services.send_again(hook, event.event)
        sending.work(event.pk)
        event.refresh_from_db()
        assert (event.state, event.asked_again) == (state, None)
    assert len({body for _path, _headers, body in receiver.requests}) == 1 and len(receiver.requests) == 3
    assert len(event.tries) == 3
    assert not services.send_again(hook, "msg_of_nobody")
    assert not services.send_again(hook_of(bob)[0], event.event)


def test_a_secret_that_was_renewed_counts_for_a_day(receiver: Receiver) -> None:
    hook, first = hook_of(account("ada"))
    second = services.renew(hook)
    services.try_out(hook)
    work_all()
    ((_path, headers, body),) = receiver.requests
    known = headers["webhook-id"], int(headers["webhook-timestamp"]), body
    one_by_one = [headers_of(*known, secret)["webhook-signature"] for secret in (second, first)]
    assert headers["webhook-signature"].split() == one_by_one
    assert hook.secrets_at(timezone.now() + services.FORMER_COUNTS) == [second]
    third = services.renew(hook, at_once=True)
    assert Webhook.objects.get().secrets_at(timezone.now()) == [third]


def test_what_an_address_asks_for_is_waited_for_within_bounds(answers: list[Delivery]) -> None:
    event = waiting_event()
    answers[:] = [Delivery(429, wait=900.0), Delivery(429, wait=1e6), Delivery(204)]
    sending.work(event.pk)
    hook = Webhook.objects.get()
    assert hook.rest_until is not None
    assert timedelta(seconds=890) < hook.rest_until - timezone.now() <= timedelta(seconds=900)
    sending.work(event.pk)  # a task that comes too early does not go there
    event.refresh_from_db()
    assert len(event.tries) == 1 and event.state == "waiting"
    Webhook.objects.update(rest_until=None)
    sending.work(event.pk)
    hook.refresh_from_db()
    assert hook.rest_until is not None and hook.rest_until - timezone.now() <= sending.LONGEST_WAIT
    Webhook.objects.update(rest_until=None)
    sending.work(event.pk)
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since, hook.rest_until) == (0, None, None)


def test_a_clock_that_was_ahead_keeps_no_address_from_being_told(answers: list[Delivery]) -> None:
    event = waiting_event()
    answers[:] = [Delivery(204)]
    Webhook.objects.update(rest_until=timezone.now() + timedelta(days=1))
    sending.work(event.pk)
    event.refresh_from_db()
    assert event.state == "done"


def test_what_is_no_longer_true_is_not_sent_again(answers: list[Delivery]) -> None:
    game, next_one, _other = game_of_two()
    hook_of(next_one)
    hand_over(game)
    event = WebhookEvent.objects.get()
    answers[:] = [Delivery(fault="no-connection")]
    sending.work(event.pk)
    hand_over(game)
    Webhook.objects.update(rest_until=None)
    sending.work(event.pk)
    event.refresh_from_db()
    assert event.state == "cancelled" and len(event.tries) == 1


def test_an_address_that_fails_for_days_is_switched_off(answers: list[Delivery]) -> None:
    event = waiting_event()
    answers[:] = [Delivery(500)]
    long_ago = timezone.now() - sending.OFF_AFTER - timedelta(minutes=1)
    Webhook.objects.update(failing_since=long_ago, failures=1)
    sending.work(event.pk)
    hook = Webhook.objects.get()
    assert hook.switched_off is None and hook.failures == 2  # few failures are no sign, however long ago
    Webhook.objects.update(failures=sending.OFF_AFTER_FAILURES - 1, rest_until=None)
    sending.work(event.pk)
    hook.refresh_from_db()
    assert hook.switched_off is not None
    Webhook.objects.update(rest_until=None)
    sending.work(event.pk)
    event.refresh_from_db()
    assert event.state == "cancelled"
    game = LiveGame.objects.get()
    hand_over(game)
    hand_over(game)
    assert WebhookEvent.objects.count() == 1  # nothing is queued for it
    services.switch_on(hook)
    hand_over(game)
    hand_over(game)
    assert WebhookEvent.objects.count() == 2


def test_an_address_that_is_gone_is_switched_off_at_once(answers: list[Delivery]) -> None:
    event = waiting_event()
    answers[:] = [Delivery(410)]
    sending.work(event.pk)
    event.refresh_from_db()
    assert event.state == "failed" and Webhook.objects.get().switched_off is not None


def test_a_new_secret_key_of_the_site_signs_nothing(answers: list[Delivery], settings: Any) -> None:
    event = waiting_event()
    secret = Webhook.objects.get().secret
    assert secret not in Webhook.objects.get().sealed_secret  # the database alone signs nothing either
    settings.SECRET_KEY = "another" * 8
    sending.work(event.pk)
    event.refresh_from_db()
    assert [attempt["fault"] for attempt in event.tries] == [sending.NO_KEY]


def test_events_of_an_address_are_bounded_and_swept(answers: list[Delivery]) -> None:
    hook, _secret = hook_of(account("ada"))
    for _number in range(queueing.MAX_EVENTS + 3):
        services.try_out(hook)
    assert hook.events.count() == queueing.MAX_EVENTS
    work_all()
    WebhookEvent.objects.update(created=timezone.now() - EVENTS_FOR - timedelta(hours=1))
    sweep_traces()
    assert not WebhookEvent.objects.exists()


def test_who_signs_in_takes_addresses_along_and_who_leaves_them_too(answers: list[Delivery]) -> None:
    ada, guest = account("ada"), Owner.objects.create()
    hook_of(ada)
    hook_of(guest)
    hook_of(guest, "https://other.example.org/")
    adopt(guest=guest, user=ada.user)
    assert sorted(Webhook.objects.values_list("address", "owner")) == [
        (ADDRESS, ada.pk),
        ("https://other.example.org/", ada.pk),
    ]
    assert ("webhooks for turns", 2) in count_things(ada)
    forget(owner=ada, user=ada.user)
    assert not Webhook.objects.exists()


def test_where_it_is_off_nothing_is_queued_or_asked(settings: Any, django_assert_num_queries: Any) -> None:
    game, next_one, _other = game_of_two()
    hook_of(next_one)
    settings.WEBHOOKS = False
    hand_over(game)
    assert not WebhookEvent.objects.exists()
    with django_assert_num_queries(0):
        queueing.tell_addresses(kinds.TURN_BEGAN, {next_one.pk: "A"}, about=game.token, since=timezone.now())


def test_who_acts_again_is_not_told() -> None:
    ada, bob = account("ada"), account("bob")
    game = against(ada, bob, format="draft")
    for owner in (ada, bob):
        hook_of(owner)
    changes = 0
    while act(game) != game.to_act:
        assert WebhookEvent.objects.get().letters == game.to_act
        WebhookEvent.objects.all().delete()
        changes += 1
    assert changes and not WebhookEvent.objects.exists()
