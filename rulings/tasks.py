"""Work in the background: news of answers."""

from __future__ import annotations

from django_tasks import task

from rulings.questions import telling


@task()
def tell_of_answer(question_id: int) -> None:
    for other in telling.tell_of_answer(question_id):
        mail_answer.enqueue(question_id, 0, other)


@task()
def tell_browser(message_id: int) -> None:
    telling.work(message_id)


@task()
def mail_answer(question_id: int, tries: int, other: int | None = None) -> None:
    """Tried again later where it could not be sent; ``other`` is who has the question too, None whoever asked."""
    again = telling.mail_answer(question_id, tries, other)
    if again is not None:
        after, tries = again
        mail_answer.using(run_after=after).enqueue(question_id, tries, other)
