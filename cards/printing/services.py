"""What changes print jobs: asking for one, doing a step of it, cancelling, removing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import Owner
from background import services as background
from cards.models import PrintJob
from cards.printing.options import Options
from cards.printing.pieces import PrintProblem, faces_in, printed_sides
from cards.printing.products import Product, check, make
from cards.printing.rendering import missing, seconds
from cards.printing.selection import Selection
from cards.printing.works import CARDS, CHOSEN, MUTANT, work_of

AT_ONCE: Final = 1.0  # seconds of work that a request may take
SLICE: Final = 5.0  # seconds of work between two steps
NOTED: Final = 0.5  # seconds between two notes of progress
KEPT: Final = timedelta(days=1)
MOST_JOBS: Final = 5  # of one owner at a time, waiting or running


class TooManyJobs(Exception):
    """Somebody has enough to wait for already."""


def product_at_once(*, selection: Selection, options: Options) -> Product | None:
    """The file, if it takes no longer than a request may; None if it is work for the background.

    Raises ``PrintProblem``.
    """
    with translation.override(options.language):
        pieces = selection.pieces(options.language)
        sides = printed_sides(pieces, options)
        check(len(sides), options)
        left = missing(faces_in(sides), options)
        if seconds(len(left), options) > AT_ONCE:
            return None
        return make(selection.title, pieces, options)


def ask(*, owner: Owner, selection: Selection, options: Options) -> PrintJob:
    """A job that makes the file in the background. Raises ``TooManyJobs``."""
    chosen = options.to_json()
    chosen[MUTANT if selection.mutant is not None else CHOSEN] = dict(selection.source)
    return begin(owner=owner, kind=CARDS, title=selection.title, options=chosen, cards=selection.references)


@transaction.atomic
def begin(*, owner: Owner, kind: str, title: str, options: dict[str, Any], cards: Sequence[str] = ()) -> PrintJob:
    """A job of any kind (``cards.printing.works``); ``options`` hold its ``language``. Raises ``TooManyJobs``."""
    sweep()
    if PrintJob.objects.filter(owner=owner, state__in=PrintJob.BUSY).count() >= MOST_JOBS:
        raise TooManyJobs
    job = PrintJob.objects.create(
        owner=owner,
        kind=kind,
        title=title[:200],
        cards=list(cards),
        options=options,
        total=len(cards),
    )
    background.queue(job=job)
    return job


def sweep() -> int:
    """Deletes what was made longer ago than it is kept; how many jobs that were."""
    old = PrintJob.objects.filter(created__lt=timezone.now() - KEPT)
    for job in old:
        job.delete()
    return len(old)


def cancel(*, job: PrintJob, owner: Owner) -> None:
    """Stops a job. Raises ``PermissionError`` when it is somebody else's."""
    _only_own(job, owner)
    background.cancel(job=job)


def remove(*, job: PrintJob, owner: Owner) -> None:
    """Deletes a job with its file. Raises ``PermissionError`` when it is somebody else's."""
    _only_own(job, owner)
    job.delete()


def _only_own(job: PrintJob, owner: Owner) -> None:
    if not job.is_owned_by(owner):
        raise PermissionError(f"print job {job.pk} is not {owner.pk}'s")


def step(*, job_id: int, clock: float = SLICE) -> None:
    """Renders for some seconds, and asks for the next step; when nothing is left, makes the file.

    What is rendered is kept by its content: a step that is broken off loses nothing but time.
    """
    hold = background.take(PrintJob.objects.select_related("owner__user"), job_id)
    if hold is None:
        return
    with hold, translation.override(hold.job.options.get("language", "en")):
        try:
            _work(hold, clock)
        except PrintProblem as problem:
            hold.fail(problem=str(problem)[:300])
        except Exception:
            hold.fail(problem=_("Something went wrong on our side. Please try again."))
            raise


def _work(hold: background.Hold[PrintJob], clock: float) -> None:
    work = work_of(hold.job)
    before, total = work.total - work.left, work.total
    if not hold.note(done=before, total=total):
        return
    begun = noted = time.monotonic()
    for done in work.parts():
        now = time.monotonic()
        if now - begun > clock and done < work.left:
            hold.hand_on(done=before + done)
        elif now - noted > NOTED:
            noted = now
            hold.note(done=before + done)
        if hold.is_lost:  # handed on, cancelled or removed
            return
    if hold.note(done=total):
        _finish(hold, work.finish())


def _finish(hold: background.Hold[PrintJob], product: Product) -> None:
    """Keeps the file, unless nobody wants it any more."""
    file = hold.job.file
    file.save(f"{hold.job.token}.{product.name.rpartition('.')[2]}", ContentFile(product.content), save=False)
    kept = hold.finish(file=file.name, file_name=product.name, file_kind=product.kind, size=len(product.content))
    if not kept:
        file.delete(save=False)
