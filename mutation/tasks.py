"""Work in the background."""

from __future__ import annotations

from django_tasks import task

from mutation.services import session_messages


@task()
def tell_browser(message_id: int) -> None:
    session_messages.work(message_id)
