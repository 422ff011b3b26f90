"""What changes print jobs: asking for one, doing a step of it, going on with one that stood still, cancelling."""

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
from cards.models import PrintJob
from cards.printing.options import Options
from cards.printing.pieces import PrintProblem, faces_in, printed_sides
from cards.printing.products import Product, check, make
from cards.printing.rendering import missing, seconds
from cards.printing.selection import Selection
from cards.printing.works import CARDS, MUTANT, work_of

AT_ONCE: Final = 1.0  # seconds of work that a request may take
SLICE: Final = 5.0  # seconds of work between two steps
NOTED: Final = 0.5  # seconds between two notes of progress
STILL: Final = timedelta(seconds=90)  # a job that has noted nothing for so long is not being worked on
KEPT: Final = timedelta(days=1)
MOST_JOBS: Final = 5  # of one owner at a time, waiting or running
_BUSY: Final = (PrintJob.State.WAITING, PrintJob.State.RUNNING)


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
    if selection.mutant is not None:
        chosen[MUTANT] = dict(selection.source)
    return begin(owner=owner, kind=CARDS, title=selection.title, options=chosen, cards=selection.references)


@transaction.atomic
def begin(*, owner: Owner, kind: str, title: str, options: dict[str, Any], cards: Sequence[str] = ()) -> PrintJob:
    """A job of any kind (``cards.printing.works``); ``options`` hold its ``language``. Raises ``TooManyJobs``."""
    sweep()
    if PrintJob.objects.filter(owner=owner, state__in=_BUSY).count() >= MOST_JOBS:
        raise TooManyJobs
    job = PrintJob.objects.create(
        owner=owner,
        kind=kind,
        title=title[:200],
        cards=list(cards),
        options=options,
        total=len(cards),
        beat=timezone.now(),
    )
    _enqueue(job)
    return job


def sweep() -> int:
    """Deletes what was made longer ago than it is kept; how many jobs that were."""
    old = PrintJob.objects.filter(created__lt=timezone.now() - KEPT)
    for job in old:
        job.delete()
    return len(old)


def stands_still(job: PrintJob) -> bool:
    """Whether a job that is not done is not being worked on either: its worker was stopped."""
    return job.is_busy and (job.beat is None or timezone.now() - job.beat > STILL)


def go_on(*, job: PrintJob) -> None:
    """Has a job that stands still worked on again; two that ask at once ask once."""
    touched = PrintJob.objects.filter(pk=job.pk, beat=job.beat, state__in=_BUSY).update(beat=timezone.now())
    if touched:
        _enqueue(job)


def cancel(*, job: PrintJob, owner: Owner) -> None:
    """Stops a job. Raises ``PermissionError`` when it is somebody else's."""
    _only_own(job, owner)
    PrintJob.objects.filter(pk=job.pk, state__in=_BUSY).update(state=PrintJob.State.CANCELLED)


def remove(*, job: PrintJob, owner: Owner) -> None:
    """Deletes a job with its file. Raises ``PermissionError`` when it is somebody else's."""
    _only_own(job, owner)
    job.delete()


def _only_own(job: PrintJob, owner: Owner) -> None:
    if not job.is_owned_by(owner):
        raise PermissionError(f"print job {job.pk} is not {owner.pk}'s")


def step(*, job_id: int, clock: float = SLICE) -> None:
    """Renders for some seconds, and asks for the next step; when nothing is left, makes the file.

    Two workers at once, or a step done twice, do no harm: what is rendered is kept by its content.
    """
    job = PrintJob.objects.filter(pk=job_id).select_related("owner__user").first()
    if job is None or not job.is_busy:
        return
    try:
        _work(job, clock)
    except PrintProblem as problem:
        _fail(job, str(problem))
    except Exception:
        with translation.override(job.options.get("language", "en")):
            _fail(job, _("Something went wrong on our side. Please try again."))
        raise


def _fail(job: PrintJob, why: str) -> None:
    PrintJob.objects.filter(pk=job.pk, state__in=_BUSY).update(state=PrintJob.State.FAILED, problem=why[:300])


def _work(job: PrintJob, clock: float) -> None:
    with translation.override(job.options.get("language", "en")):
        work = work_of(job)
        before = work.total - work.left
        if not _note(job, before, work.total):
            return
        begun = noted = time.monotonic()
        for done in work.parts():
            now = time.monotonic()
            if now - noted > NOTED:
                noted = now
                if not _note(job, before + done, work.total):
                    return  # cancelled
            if now - begun > clock and done < work.left:
                _note(job, before + done, work.total)
                _enqueue(job)
                return
        _finish(job, work.finish(), work.total)


def _note(job: PrintJob, done: int, total: int) -> bool:
    """Writes down how far a job is; whether it is still wanted."""
    noted = PrintJob.objects.filter(pk=job.pk, state__in=_BUSY).update(
        state=PrintJob.State.RUNNING, done=done, total=total, beat=timezone.now()
    )
    return bool(noted)


def _finish(job: PrintJob, product: Product, total: int) -> None:
    """Keeps the file, unless the job was cancelled or finished meanwhile."""
    with transaction.atomic():
        wanted = PrintJob.objects.select_for_update().filter(pk=job.pk, state__in=_BUSY).first()
        if wanted is None:
            return
        wanted.file.save(f"{wanted.token}.{product.name.rpartition('.')[2]}", ContentFile(product.content), save=False)
        wanted.file_name, wanted.file_kind, wanted.size = product.name, product.kind, len(product.content)
        wanted.state, wanted.done, wanted.total, wanted.beat = PrintJob.State.DONE, total, total, timezone.now()
        wanted.save()


def _enqueue(job: PrintJob) -> None:
    from cards.printing.tasks import print_on  # the task calls this module

    transaction.on_commit(lambda: print_on.enqueue(job.pk))
