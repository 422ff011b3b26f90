"""The ledger in words: each entry with who entered it, when and why, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.abilities import ability_name
from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_events import CORRECT, VALUES
from engine.decks.sessions.secrecy import events_seen_by
from mutation.faces import SessionFaces
from mutation.models import LedgerLine
from mutation.viewers import SessionViewer
from mutation.words import code_text


@dataclass(frozen=True)
class EntryRow:
    """An entry: ``text`` says what, ``author`` who; ``fault`` why it has no effect, ``since`` which correction."""

    number: int
    kind: str
    text: str
    author: str
    at: datetime
    reason: str
    fault: str
    since: int | None
    corrected_by: int | None
    is_hidden: bool

    @property
    def may_be_corrected(self) -> bool:
        return self.kind != CORRECT and not self.is_hidden


def entry_rows(
    viewer: SessionViewer, ledger: SessionLedger, faces: SessionFaces, first: int, last: int
) -> Iterator[EntryRow]:
    """The entries with these numbers, as the viewer may see them."""
    shown = {event["n"]: event for event in events_seen_by(ledger, viewer.sees)}
    faults = {entry.n: entry for entry in ledger.entries() if entry.code is not None}
    last = min(last, len(ledger))
    for line in LedgerLine.objects.filter(session=viewer.session, number__range=(first, last)).order_by("number"):
        event = shown[line.number]
        is_hidden = _is_hidden(event)
        entry = faults.get(line.number)
        yield EntryRow(
            number=line.number,
            kind=str(event.get("kind", "")),
            text=event_text(event, viewer, faces, is_hidden=is_hidden),
            author=_author(line, viewer),
            at=line.at,
            reason=str(event.get("reason", "")),
            fault=code_text(entry.code) if entry is not None and entry.code is not None and not is_hidden else "",
            since=entry.since if entry is not None else None,
            corrected_by=ledger.corrected_by(line.number),
            is_hidden=is_hidden,
        )


def _is_hidden(event: Mapping[str, Any]) -> bool:
    """Whether an event, as somebody may see it, hides its cards from them."""
    return "card" not in event and "cards" not in event and event.get("kind") in ("pick", "deck")


def shown_texts(events: Iterable[Mapping[str, Any]], viewer: SessionViewer, faces: SessionFaces) -> list[str]:
    """Events in sentences, as ``events_seen_by`` gives them."""
    return [event_text(event, viewer, faces, is_hidden=_is_hidden(event)) for event in events]


def _author(line: LedgerLine, viewer: SessionViewer) -> str:
    source = LedgerLine.Source
    if line.entered_by == source.BOT:
        return _("a bot")
    if line.entered_by == source.SITE:
        return _("the site")
    if line.entered_by == source.ORGANISER:
        return _("the organiser")
    return viewer.session.players.get(str(line.event.get("by")), "")


def event_text(event: Mapping[str, Any], viewer: SessionViewer, faces: SessionFaces, *, is_hidden: bool = False) -> str:
    """An event as a sentence."""
    kind = event.get("kind")
    players = viewer.session.players
    words = {
        "seat": players.get(str(event.get("for", event.get("by"))), ""),
        "game": event.get("game"),
        "winner": players.get(str(event["winner"]), _("no one")) if "winner" in event else "",
        "event": event.get("event"),
        "card": faces.name(str(event.get("card", ""))),
        "source": faces.name(str(event.get("from", ""))),
        "element": element_name(str(event.get("element", "")), faces.language),
    }
    if kind == CORRECT and event.get("event") is None:
        return _("The organiser corrects an entry.")
    if is_hidden:
        return (_("%(seat)s picks a card.") if kind == "pick" else _("%(seat)s chooses a deck.")) % words
    return str(_SENTENCES[str(kind)]) % words if kind in _SENTENCES else str(kind)


# One of them is translated for an entry, of which there are hundreds.
_SENTENCES: Final[Mapping[str, str | Promise]] = {
    "pick": gettext_lazy("%(seat)s picks %(card)s."),
    "deck": gettext_lazy("%(seat)s chooses a deck."),
    "mutate": gettext_lazy(
        "%(seat)s cuts %(element)s out of %(source)s and glues it onto %(card)s, before game %(game)s."
    ),
    "ready": gettext_lazy("%(seat)s is ready for game %(game)s."),
    "result": gettext_lazy("%(seat)s reports that %(winner)s has won game %(game)s."),
    "confirm": gettext_lazy("%(seat)s confirms game %(game)s."),
    "dispute": gettext_lazy("%(seat)s disputes game %(game)s."),
    "withdraw": gettext_lazy("%(seat)s withdraws."),
    "prices": gettext_lazy("The organiser sets the prices."),
    "rule": gettext_lazy("The organiser decides game %(game)s: %(winner)s wins."),
    "correct": gettext_lazy("The organiser corrects entry %(event)s."),
    "end": gettext_lazy("The organiser ends the session."),
}


def element_name(element: str, language: str) -> str:
    """An element of a card: a value, or an ability."""
    if element in VALUES:
        return {"cost": _("the Mana cost"), "av": _("the attack value"), "hp": _("the HP")}[element]
    return ability_name(element, language) if element else ""
