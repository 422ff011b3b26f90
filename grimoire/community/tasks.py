"""Work in the background: news by mail and push messages."""

from __future__ import annotations

from django_tasks import task

from grimoire.community import telling, telling_contests


@task()
def tell_of_puzzle(puzzle_id: int) -> None:
    for owner in telling.tell_of_puzzle(puzzle_id):
        mail_later(owner)


@task()
def tell_of_comment(comment_id: int) -> None:
    for owner in telling.tell_of_comment(comment_id):
        mail_later(owner)


@task()
def tell_of_contest(contest_id: int, event: str) -> None:
    for owner in telling_contests.tell_of_contest(contest_id, event):
        mail_later(owner)


@task()
def tell_browser(message_id: int) -> None:
    telling.work(message_id)


@task()
def mail_news(settings_id: int, tries: int) -> None:
    """One mail with all that is new for an owner; tried again later where it could not be sent."""
    again = telling.mail_news(settings_id, tries)
    if again is not None:
        after, tries = again
        mail_news.using(run_after=after).enqueue(settings_id, tries)


def mail_later(settings_id: int) -> None:
    """Has an owner's news mailed soon, with what comes meanwhile, unless that waits already."""
    if not telling.is_mail_waiting(mail_news.module_path, settings_id):
        mail_news.using(run_after=telling.next_mail(settings_id)).enqueue(settings_id, 0)
