"""Services of pages. Whether they are one's own has been looked at before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.text import Truncator

from accounts.begun import made_before, token_for
from accounts.locks import lock_row
from accounts.models import Owner, Visibility
from accounts.quotas import QuotaExceeded
from accounts.revisions import StaleRevision, advance, saves_revision
from board.naming import written_out
from board.services import resolve, site_cards
from cards.texts import LANGUAGES
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.position import Position
from engine.decks.solving.objective import PREDICT, read
from grimoire import fair_play
from grimoire.authoring.checks import Frozen, is_entered, is_frozen, what_is_missing, what_keeps_from_challenge
from grimoire.authoring.deriving import derive
from grimoire.authoring.pins import renewed_pins
from grimoire.booklets import tasks as pictures
from grimoire.community.announcing import announce
from grimoire.departing import correct, delete_page
from grimoire.goals import goal_short
from grimoire.keys import position_key, proof_key
from grimoire.models import Proof, Puzzle
from grimoire.models.puzzles import CHALLENGES, TITLE_LENGTH
from grimoire.proving import services as proving
from grimoire.proving.near_misses import TryJson
from grimoire.twins import MAX_TWINS, others_of
from web.languages import current_language

__all__ = [
    "Fixed",
    "Frozen",
    "NotReady",
    "TooManyTwins",
    "add_twin",
    "change_visibility",
    "close_challenge",
    "create_draft",
    "delete",
    "derive",
    "place",
    "prove",
    "publish",
    "record",
    "remix",
    "save",
    "title_of",
    "titles_after",
    "unpublish",
]

MAX_PAGES: Final = 2000  # of one owner
# What an author says about a page, and what of it a published page keeps as it is.
CONTENT: Final = (
    "title", "title_fr", "words", "words_fr", "afterword", "afterword_fr", "answer_by", "questions", "intended",
    "allows_several", "licence",
)  # fmt: skip
END: Final = "end-turn"
FIXED: Final = ("answer_by", "questions", "intended", "allows_several")


class Fixed(Exception):
    """The position of a published page does not change, nor of one that others have tried."""


class TooManyTwins(Exception):
    """A puzzle has as many twins as it may."""


class NotReady(Exception):
    """A draft that cannot be published: ``reasons`` are codes of ``checks``."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(", ".join(reasons))
        self.reasons = reasons


def create_draft(*, owner: Owner, position: Position, token: str = "", **content: Any) -> Puzzle:
    """A new draft of a position with an objective; its title, if none is given, says the objective.

    ``token`` is that of the form that asks (``accounts.begun``): the same sent again makes no other. ``content``:
    fields of the page. Raises ``QuotaExceeded``, ``GameRunning``, and ``EngineError`` for a position without an
    objective that means something.
    """
    read(position)
    fair_play.check(owner, position)
    pins = _pins_with(content.pop("pinned_tries", []), position)
    return _create_draft(owner=owner, position=position, token=token, pinned_tries=pins, **content)


@transaction.atomic
def _create_draft(*, owner: Owner, position: Position, token: str, **content: Any) -> Puzzle:
    if Puzzle.objects.owned_by(owner).count() >= MAX_PAGES:
        raise QuotaExceeded
    data = _written(position)
    existing = made_before(
        Puzzle, owner, token, remixed_from=content.get("remixed_from"), twin_of=content.get("twin_of")
    )
    if existing is not None and existing.position == data:
        return existing
    title = title_of(data, current_language())
    puzzle = Puzzle(
        owner=owner, position=data, revision=1, token=token_for(Puzzle, token), **{"title": title, **content}
    )
    puzzle.position_key = position_key(position)
    puzzle.proof = proving.known(position=position)
    puzzle.save()
    return derive(puzzle)


def _pins_with(pins: Sequence[TryJson], position: Position) -> list[TryJson]:
    """The pins of a page with another position: searched for, so before the transaction."""
    return renewed_pins(pins, _written(position), proving.known(position=position) if pins else None)


def title_of(position: dict[str, Any], language: str) -> str:
    """The title of a page that nobody has given one: its objective, as far as there is room."""
    return Truncator(goal_short(position, language)).chars(TITLE_LENGTH, truncate="…")


def titles_after(puzzle: Puzzle, position: Position) -> dict[str, str]:
    """The titles (fields of a page) with another position: those that say the old objective say the new one."""
    data = _written(position)
    titles = {"title": puzzle.title, "title_fr": puzzle.title_fr}
    for name, title in titles.items():
        said = (language for language in LANGUAGES if title and title == title_of(puzzle.position, language))
        if language := next(said, ""):
            titles[name] = title_of(data, language)
    return titles


@saves_revision
def save(*, puzzle: Puzzle, content: Mapping[str, Any], seen: int | None) -> Puzzle:
    """Notes what an author says about a page. ``seen`` is the revision on their screen, None for whatever there is.

    What a published page keeps as it is (``FIXED``) is left out. Raises ``StaleRevision`` unless the page says this
    already, ``Frozen``.
    """
    puzzle = _latest(puzzle)
    changes = {name: content[name] for name in CONTENT if name in content}
    if puzzle.is_published:
        changes = {name: value for name, value in changes.items() if name not in FIXED}
    changed = {name for name, value in changes.items() if getattr(puzzle, name) != value}
    if not changed:
        return puzzle
    if is_frozen(puzzle) or (changed.intersection(FIXED) and is_entered(puzzle)):
        raise Frozen
    _check_seen(puzzle, seen)
    for name, value in changes.items():
        setattr(puzzle, name, value)
    advance(puzzle)
    puzzle.save()
    if puzzle.is_published:
        pictures.ask_for_one(puzzle)  # its title is on them
    return derive(puzzle)


def place(*, puzzle: Puzzle, position: Position, seen: int | None = None) -> Puzzle:
    """Gives a draft another position. The recorded line stays as long as it can be played; a title that nobody has
    written says the new objective; questions that were chosen are chosen anew.

    Raises ``Fixed`` for a published page and one that others have tried, ``StaleRevision``, ``EngineError`` as
    ``create_draft``.
    """
    read(position)
    is_same = _written(position) == puzzle.position
    if not is_same:
        fair_play.check(puzzle.owner, position)
    pins = [] if is_same or puzzle.is_published else _pins_with(puzzle.pinned_tries, position)
    return _place(puzzle=puzzle, position=position, pins=pins, seen=seen)


@saves_revision
def _place(*, puzzle: Puzzle, position: Position, pins: Sequence[TryJson], seen: int | None) -> Puzzle:
    puzzle = _latest(puzzle)
    if _written(position) == puzzle.position:
        return puzzle
    _check_seen(puzzle, seen)
    if puzzle.is_published or is_entered(puzzle) or puzzle.attempts.exclude(owner=puzzle.owner).exists():
        raise Fixed
    for name, title in titles_after(puzzle, position).items():
        setattr(puzzle, name, title)
    puzzle.position = _written(position)
    puzzle.proof = proving.known(position=position)
    puzzle.pinned_tries = renewed_pins(puzzle.pinned_tries, puzzle.position, puzzle.proof, pins)
    puzzle.intended = puzzle.intended if _is_playable(position, puzzle.intended) else []
    puzzle.questions = []
    puzzle.attempts.all().delete()  # one's own, at a position that is gone
    advance(puzzle)
    puzzle.save()
    return derive(puzzle)


def prove(*, puzzle: Puzzle, may_queue: Callable[[], bool] = lambda: True) -> Proof:
    """Asks the solver for the proof of a page. Raises as ``proving.services.ask``, and ``GameRunning``."""
    position = read_position(puzzle.position, site_cards())
    fair_play.check(puzzle.owner, position)
    proof = proving.ask(position=position, may_queue=may_queue)
    if not puzzle.is_published or puzzle.is_challenge:
        take_up(puzzle=puzzle, proof=proof)
    return proof


def take_up(*, puzzle: Puzzle, proof: Proof) -> Puzzle:
    """Makes a proof that of a page, whatever else has changed of it meanwhile, unless it has another position now."""
    position, pins = Puzzle.objects.values_list("position", "pinned_tries").get(pk=puzzle.pk)
    pins = renewed_pins(pins, position, proof)
    with transaction.atomic():
        now = Puzzle.objects.select_related("proof").get(pk=puzzle.pk)
        if proof.key == proof_key(read_position(now.position, site_cards())):
            is_news = now.is_published and now.proof_id != proof.pk
            now.proof = proof
            known = pins if now.position == position else []
            now.pinned_tries = renewed_pins(now.pinned_tries, now.position, proof, known)
            now.save(update_fields=["proof", "pinned_tries", *(["updated"] if is_news else [])])
            derive(now)
    puzzle.proof = now.proof
    return now


@saves_revision
def publish(
    *,
    puzzle: Puzzle,
    visibility: str = Visibility.PUBLIC,
    seen: int | None = None,
    content: Mapping[str, Any] | None = None,
    as_challenge: bool = False,
) -> Puzzle:
    """Makes a draft a page for others, saying ``content`` as ``save`` takes it; ``as_challenge`` one without a proof,
    which has no place in lists of pages. A challenge that is proved by now becomes a page like all others.

    Raises ``NotReady``, ``StaleRevision`` unless the page says all this already, ``ValueError`` for a private page.
    """
    if visibility not in (Visibility.PUBLIC, Visibility.UNLISTED):
        raise ValueError(visibility)
    puzzle = _latest(puzzle)
    if puzzle.is_published and (as_challenge or not puzzle.is_challenge):
        return puzzle
    changes = {name: value for name, value in (content or {}).items() if getattr(puzzle, name) != value}
    if changes or content is None:
        _check_seen(puzzle, seen)
    for name, value in changes.items():
        setattr(puzzle, name, value)
    missing = what_keeps_from_challenge(puzzle) if as_challenge else what_is_missing(puzzle)
    if missing:
        raise NotReady(missing)
    if as_challenge:
        puzzle.challenge = Puzzle.Challenge.OPEN
    elif puzzle.is_challenge:
        puzzle.challenge = Puzzle.Challenge.PROVED
    puzzle.published_at = timezone.now()
    is_listed = puzzle.twin_of_id is None and not as_challenge
    puzzle.visibility = visibility if is_listed else Visibility.UNLISTED
    puzzle.flagged_at, puzzle.flag_reason = None, ""
    advance(puzzle)
    puzzle.save()
    correct(puzzle=puzzle)
    announce(puzzle)
    pictures.ask_for_one(puzzle)
    for twin in others_of(puzzle):
        content = {name: getattr(puzzle, name) for name in ("title", "title_fr", "licence")}
        publish(puzzle=twin, visibility=Visibility.UNLISTED, content=content)
    return derive(puzzle)


@saves_revision
def unpublish(*, puzzle: Puzzle) -> Puzzle:
    """Makes a page a draft again, for its author alone. What others did with it is kept."""
    puzzle = _latest(puzzle)
    puzzle.published_at, puzzle.visibility, puzzle.challenge = None, Visibility.PRIVATE, ""
    puzzle.flagged_at, puzzle.flag_reason = None, ""
    advance(puzzle)
    puzzle.save()
    for twin in others_of(puzzle):
        unpublish(puzzle=twin)
    return puzzle


@saves_revision
def close_challenge(*, puzzle: Puzzle) -> Puzzle:
    """Ends the hunt on an open challenge: its page stays, with what was found until now."""
    puzzle = _latest(puzzle)
    if puzzle.challenge == Puzzle.Challenge.OPEN:
        puzzle.challenge = Puzzle.Challenge.CLOSED
        advance(puzzle)
        puzzle.save()
    return puzzle


@transaction.atomic
def change_visibility(*, puzzle: Puzzle, visibility: str) -> None:
    """Lists a published page or takes it off the lists. Raises ``ValueError`` for a draft or a challenge, and
    for what is neither."""
    if visibility not in (Visibility.PUBLIC, Visibility.UNLISTED):
        raise ValueError(visibility)
    if puzzle.twin_of_id is not None:
        visibility = Visibility.UNLISTED
    published = Puzzle.objects.filter(pk=puzzle.pk, published_at__isnull=False)  # it may be taken back meanwhile
    published = published.exclude(challenge__in=CHALLENGES)
    if not published.update(visibility=visibility, updated=timezone.now()):
        raise ValueError(visibility)
    puzzle.visibility = visibility
    announce(puzzle)


def delete(*, puzzle: Puzzle) -> None:
    """Throws a page away, with all that was done with it; what others know of can be had back for a week.

    Raises ``Frozen``.
    """
    if is_frozen(puzzle):
        raise Frozen
    delete_page(puzzle=puzzle)


def remix(*, puzzle: Puzzle, owner: Owner, token: str = "") -> Puzzle:
    """A draft of one's own that starts as a page is, with credit: nothing of its solution comes along.

    ``token`` as ``create_draft`` takes it.
    Raises ``QuotaExceeded``, ``GameRunning``.
    """
    return create_draft(
        owner=owner,
        position=read_position(puzzle.position, site_cards()),
        title=puzzle.title,
        title_fr=puzzle.title_fr,
        answer_by=puzzle.answer_by,
        questions=puzzle.questions,
        allows_several=puzzle.allows_several,
        remixed_from=puzzle,
        token=token,
    )


@transaction.atomic
def add_twin(*, puzzle: Puzzle, owner: Owner, token: str = "") -> Puzzle:
    """A draft that begins as a draft of one's own is, and becomes a twin of it.

    Raises ``TooManyTwins``, ``Fixed`` for a published puzzle, and as ``remix``.
    """
    first = _latest(puzzle.twin_of or puzzle)
    lock_row(Puzzle, first.pk)
    first.refresh_from_db(fields=["published_at"])
    if first.is_published or is_entered(first):
        raise Fixed
    if len(others_of(first)) + 1 >= MAX_TWINS:
        raise TooManyTwins
    words = {name: getattr(first, name) for name in ("title", "title_fr", "answer_by", "allows_several", "licence")}
    position = read_position(puzzle.position, site_cards())
    return create_draft(owner=owner, position=position, twin_of=first, token=token, **words)


def record(*, puzzle: Puzzle) -> bool:
    """Notes the plays that the author has laid out on the page as their own solution; whether there were any.

    Of several turns the first one: the enemies answer as they like.
    """
    attempt = puzzle.attempts.filter(owner=puzzle.owner).first()
    line = [] if attempt is None else list(attempt.line)
    line = line[: line.index(END) + 1] if END in line else line
    if not line or puzzle.is_published:
        return False
    save(puzzle=puzzle, content={"intended": line}, seen=None)
    return True


def _latest(puzzle: Puzzle) -> Puzzle:
    return Puzzle.objects.select_related("proof", "owner__user", "twin_of").get(pk=puzzle.pk)


def _check_seen(now: Puzzle, seen: int | None) -> None:
    """What is there already may be saved again by whoever saved it and heard no answer; anything else is stale."""
    if seen is not None and seen != now.revision:
        raise StaleRevision(now)


def _written(position: Position) -> dict[str, Any]:
    data: dict[str, Any] = written_out(write_position(position))
    return data


def _is_playable(position: Position, line: list[str]) -> bool:
    assert position.objective is not None
    return position.objective["goal"] != PREDICT and resolve(position, line).stop is None
