"""Services of contests. Who asks is looked at here: organiser, judge, entrant.

Until the award an entry is a draft, which nobody but its author sees; the judge is shown its content alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner, Visibility
from grimoire.authoring import services as authoring
from grimoire.authoring.checks import what_is_missing
from grimoire.community.tasks import tell_of_contest
from grimoire.departing import is_known_to_others
from grimoire.models import Contest, ContestEntry, ContestFollow, ContestNews, Puzzle
from grimoire.twins import others_of
from tables.people.services import blocked_with
from web.refusals import RequestRefused

MAX_CONTESTS: Final = 20  # that one organises and that have no award yet
MAX_ALL_ENTRIES: Final = 200  # of one contest
OVERDUE: Final = timedelta(days=60)  # after closing an entry may be taken out again


class Refused(RequestRefused):
    """What cannot be done with a contest: ``code`` says why (``contest_text``)."""

    def __init__(self, code: str) -> None:
        super().__init__(409, code, code)


def create(*, owner: Owner, judge: Owner, fields: Mapping[str, Any]) -> Contest:
    """A new contest; one that its organiser judges is found by everybody at once. Raises ``Refused``."""
    _check_judge(owner, judge)
    with transaction.atomic():
        lock_row(Owner, owner.pk)
        if Contest.objects.filter(owner=owner, awarded_at__isnull=True).count() >= MAX_CONTESTS:
            raise Refused("too-many-contests")
        contest: Contest = Contest.objects.create(owner=owner, judge=judge, **fields)
    if judge == owner:
        agree(contest=contest, owner=owner)
    return contest


def agree(*, contest: Contest, owner: Owner) -> None:
    """Has whoever is asked judge the contest, which everybody finds from now on. Raises ``Refused``."""
    with transaction.atomic():
        now = _locked(contest)
        is_too_late = now.closes_at <= timezone.now() and not now.entries.exists()
        if not now.is_judged_by(owner) or is_too_late or now.awarded_at is not None:
            raise Refused("not-judge")
        if now.agreed_at is not None:
            return
        now.agreed_at, now.visibility = timezone.now(), Visibility.PUBLIC
        now.save()
        for event, moment in ((ContestNews.Event.OPENS, now.opens_at), (ContestNews.Event.CLOSES, now.closes_at)):
            tell_of_contest.using(run_after=moment).enqueue(now.pk, str(event))


def decline(*, contest: Contest, owner: Owner) -> None:
    """Ends a judge's part before the award. The contest stays, for the organiser to ask somebody else."""
    with transaction.atomic():
        now = _locked(contest)
        if now.is_judged_by(owner) and now.awarded_at is None:
            now.judge = None
            now.save()


def ask_judge(*, contest: Contest, owner: Owner, judge: Owner) -> None:
    """Asks another judge, where there is none or the one asked has not agreed. Raises ``Refused``."""
    _check_judge(owner, judge)
    with transaction.atomic():
        now = _locked(contest)
        if not now.is_owned_by(owner) or now.awarded_at is not None or (now.judge_id and now.agreed_at):
            raise Refused("has-judge")
        if now.entries.filter(owner=judge).exists():
            raise Refused("judge-entered")
        now.judge, now.agreed_at = judge, None
        now.save()
    if judge == owner:
        agree(contest=now, owner=owner)


def _check_judge(owner: Owner, judge: Owner) -> None:
    if judge.pk in blocked_with(owner):
        raise Refused("blocked")


def delete(*, contest: Contest, owner: Owner) -> None:
    """Deletes a contest without entries. Raises ``Refused``."""
    with transaction.atomic():
        now = _locked(contest)
        if not now.is_owned_by(owner) or now.entries.exists():
            raise Refused("has-entries")
        now.delete()


def follow(*, contest: Contest, owner: Owner, wanted: bool) -> None:
    if wanted:
        ContestFollow.objects.get_or_create(contest=contest, owner=owner)
    else:
        ContestFollow.objects.filter(contest=contest, owner=owner).delete()


def enter(*, contest: Contest, owner: Owner, puzzle: Puzzle) -> ContestEntry:
    """Enters a draft. Entered twice it is in once. Raises ``Refused``."""
    with transaction.atomic():
        now = _locked(contest)
        lock_row(Puzzle, puzzle.pk)
        puzzle = Puzzle.objects.with_author().get(pk=puzzle.pk)
        entry = ContestEntry.objects.filter(puzzle=puzzle).first()
        if entry is not None and entry.contest_id == now.pk:
            return entry
        _check(now, owner, puzzle, is_elsewhere=entry is not None)
        follow(contest=now, owner=owner, wanted=True)
        return ContestEntry.objects.create(contest=now, owner=owner, puzzle=puzzle)


def _check(contest: Contest, owner: Owner, puzzle: Puzzle, *, is_elsewhere: bool) -> None:
    if contest.phase != Contest.Phase.OPEN:
        raise Refused("not-open")
    if owner.user_id is None:
        raise Refused("no-account")
    if contest.is_judged_by(owner):
        raise Refused("judge")
    if is_elsewhere or puzzle.is_published or not puzzle.is_owned_by(owner):
        raise Refused("not-a-draft")
    if is_known_to_others(puzzle):  # it was a page before, and they know whose
        raise Refused("not-new")
    if puzzle.twin_of_id is not None or others_of(puzzle):
        raise Refused("has-twins")
    if what_is_missing(puzzle):
        raise Refused("not-ready")
    if not fits(contest, puzzle):
        raise Refused("not-the-theme")
    if contest.entries.filter(owner=owner).count() >= contest.entries_each:
        raise Refused("too-many-entries")
    if contest.entries.count() >= MAX_ALL_ENTRIES:
        raise Refused("full")


def fits(contest: Contest, puzzle: Puzzle) -> bool:
    """Whether a draft has what the contest asks for, as far as a program can say."""
    return (
        contest.goal in ("", puzzle.goal)
        and contest.edition in ("", puzzle.edition)
        and puzzle.turns <= contest.max_turns
    )


def take_out(*, contest: Contest, owner: Owner, token: str) -> None:
    """Takes an entry of one's own out, before the contest closes or long after it should have been judged.

    Raises ``Refused``.
    """
    with transaction.atomic():
        now = _locked(contest)
        is_overdue = now.phase == Contest.Phase.JUDGED and timezone.now() > now.closes_at + OVERDUE
        if now.phase != Contest.Phase.OPEN and not is_overdue:
            raise Refused("sealed")
        now.entries.filter(owner=owner, token=token).delete()


def judge_entry(*, contest: Contest, owner: Owner, token: str, fields: Mapping[str, Any]) -> None:
    """Notes what the judge gives an entry and says of it. Raises ``Refused``."""
    with transaction.atomic():
        now = _judging(contest, owner)
        now.entries.filter(token=token).update(**fields)


def publish_award(*, contest: Contest, owner: Owner, fields: Mapping[str, Any]) -> None:
    """Makes the award known and the entries pages for everybody, in one go. Raises ``Refused``."""
    with transaction.atomic():
        now = _judging(contest, owner)
        now.awarded_at = timezone.now()
        for name, value in fields.items():
            setattr(now, name, value)
        now.save()
        for entry in now.entries.select_related("puzzle"):
            with suppress(authoring.NotReady):  # under newer rules it no longer holds: it stays its author's
                authoring.publish(puzzle=entry.puzzle)
        tell_of_contest.enqueue(now.pk, str(ContestNews.Event.AWARD))


def _judging(contest: Contest, owner: Owner) -> Contest:
    now = _locked(contest)
    if not now.is_judged_by(owner) or now.agreed_at is None or now.phase != Contest.Phase.JUDGED:
        raise Refused("not-judging")
    return now


def _locked(contest: Contest) -> Contest:
    lock_row(Contest, contest.pk)
    return Contest.objects.get(pk=contest.pk)
