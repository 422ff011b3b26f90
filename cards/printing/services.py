"""Services of print jobs: asking for one, doing a step of it, cancelling, removing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.begun import SENT_TWICE
from accounts.locks import lock_row
from accounts.models import Owner
from background import services as background
from cards.models import PrintJob
from cards.printing.options import PrintOptions
from cards.printing.pieces import PrintProblem, printed_sides
from cards.printing.products import Product, check, make, seconds_left
from cards.printing.selection import Selection, selections_of_all, written
from cards.printing.works import CARDS, CHOSEN, IN_PARTS, MUTANT, work_of
from cards.queries import reference_of

MAX_SECONDS_AT_ONCE: Final = 1.0  # seconds of work that a request may take
SLICE: Final = 5.0  # seconds of work between two steps
NOTED: Final = 0.5  # seconds between two notes of progress
KEPT_FOR: Final = timedelta(days=1)
MAX_JOBS: Final = 5  # of one owner at a time, waiting or running


class TooManyJobs(Exception):
    """Somebody has enough to wait for already."""


def product_at_once(*, selection: Selection, options: PrintOptions) -> Product | None:
    """The file, if it takes no longer than a request may; None if it is work for the background.

    Raises ``PrintProblem``.
    """
    with translation.override(options.language):
        pieces = selection.pieces(options.language)
        sides = printed_sides(pieces, options)
        check(len(sides), options)
        if seconds_left(sides, options) > MAX_SECONDS_AT_ONCE:
            return None
        return make(selection.title, pieces, options)


def ask(*, owner: Owner, selection: Selection, options: PrintOptions) -> PrintJob:
    """A job that makes the file in the background. Raises ``TooManyJobs``."""
    chosen = options.to_json()
    by_source = selection.mutant is not None or selection.is_reference or selection.back is not None
    chosen[MUTANT if by_source else CHOSEN] = _kept_source(selection, by_source)
    return begin(owner=owner, kind=CARDS, title=selection.title, options=chosen, cards=selection.references)


def ask_all(*, owner: Owner, selection: Selection, options: PrintOptions) -> PrintJob:
    """A job that makes the files of all parts of a selection, in one ZIP. Raises ``TooManyJobs`` and
    ``PrintProblem``."""
    selections = selections_of_all(dict(selection.source), owner)
    for each in selections:
        check(each.count, options)
    source = {name: value for name, value in selection.source if name != "part"}
    if source.pop("changed", ""):
        source = _listed(selections, source)
    return begin(
        owner=owner,
        kind=CARDS,
        title=selection.whole,
        options={**options.to_json(), CHOSEN: source, IN_PARTS: source},
        cards=[reference for each in selections for reference in each.references],
    )


def _kept_source(selection: Selection, by_source: bool) -> dict[str, str]:
    """How a job names its cards: those that have changed by themselves, for they are others once these are printed."""
    source = dict(selection.source)
    if not source.pop("changed", ""):
        return source
    if not by_source:
        return {"set": source["set"]}
    return _listed([selection], source)


def _listed(selections: Sequence[Selection], source: dict[str, str]) -> dict[str, str]:
    """The cards of selections by themselves, as often as they are printed, and the back that ``source`` names."""
    picked = [(card, count) for selection in selections for _place, card, count in selection.picked]
    copies = written({place: count for place, (_card, count) in enumerate(picked, 1)})
    return {
        "cards": ",".join(reference_of(card) for card, _count in picked),
        **({"copies": copies} if copies else {}),
        **({"back": source["back"]} if "back" in source else {}),
    }


@transaction.atomic
def begin(*, owner: Owner, kind: str, title: str, options: dict[str, Any], cards: Sequence[str] = ()) -> PrintJob:
    """A job of any kind (``cards.printing.works``); ``options`` hold its ``language``. Raises ``TooManyJobs``.

    A form that is sent twice has the job that the first one began, while it is at work.
    """
    sweep()
    lock_row(Owner, owner.pk)
    same = PrintJob.objects.filter(
        owner=owner,
        state__in=PrintJob.BUSY,
        kind=kind,
        title=title[:200],
        cards=list(cards),
        options=options,
        created__gte=timezone.now() - SENT_TWICE,
    ).first()
    if same is not None:
        return same
    if PrintJob.objects.filter(owner=owner, state__in=PrintJob.BUSY).count() >= MAX_JOBS:
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
    old = PrintJob.objects.filter(created__lt=timezone.now() - KEPT_FOR)
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
    lease = background.claim(PrintJob.objects.select_related("owner__user"), job_id)
    if lease is None:
        return
    with lease, translation.override(lease.job.options.get("language", "en")):
        try:
            _work(lease, clock)
        except PrintProblem as problem:
            lease.fail(problem=str(problem)[:300])
        except Exception:
            lease.fail(problem=_("Something went wrong on our side. Try again."))
            raise


def _work(lease: background.Lease[PrintJob], clock: float) -> None:
    work = work_of(lease.job)
    before, total = work.total - work.left, work.total
    if not lease.note(done=before, total=total):
        return
    begun = noted = time.monotonic()
    for rendered in work.parts():
        now = time.monotonic()
        if now - begun > clock and rendered < work.left:
            lease.requeue(done=before + rendered)
        elif now - noted > NOTED:
            noted = now
            lease.note(done=before + rendered)
        if lease.is_lost:  # handed on, cancelled or removed
            return
    if lease.note(done=total):
        _finish(lease, work.finish())


def _finish(lease: background.Lease[PrintJob], product: Product) -> None:
    """Keeps the file, unless nobody wants it any more."""
    file = lease.job.file
    file.save(f"{lease.job.token}.{product.name.rpartition('.')[2]}", ContentFile(product.content), save=False)
    finished = lease.finish(file=file.name, file_name=product.name, file_kind=product.kind, size=len(product.content))
    if not finished:
        file.delete(save=False)
