"""Work in the background."""

from __future__ import annotations

from django_tasks import task

from tables.people import telling
from tables.pushing import sending
from tables.reviewing import services as reviewing
from tables.services import bots, timeouts
from tables.webhooks import sending as webhooks


@task()
def move_bots(turn_id: int) -> None:
    """The moves of a game's bots, until a person is to act."""
    bots.work(turn_id)


@task()
def check_time(check_id: int) -> None:
    """The clocks of a game, when one of them runs out."""
    timeouts.work(check_id)


@task()
def review_game(review_id: int) -> None:
    """The turns of a finished game that are left to judge, for some seconds."""
    reviewing.work(review_id)


@task()
def tell_browser(message_id: int) -> None:
    sending.work(message_id)


@task()
def tell_browser_of_people(message_id: int) -> None:
    telling.work(message_id)


@task()
def mail_about_games(mail_id: int) -> None:
    telling.work_mail(mail_id)


@task()
def tell_address(key: int) -> None:
    """The event for an owner's address."""
    webhooks.work(key)
