"""Corrections: what may stand in an entry's place, and what it would make illegal, by the engine's fold of a copy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.ledger_events import CORRECT, ORGANISER, VALUES
from engine.decks.sessions.schedule import SCHEDULE, SEATS
from engine.decks.sessions.secrecy import seen_by
from engine.kernel.errors import EngineError
from engine.kernel.requests import parse_json
from mutation.faces import SessionFaces
from mutation.organising.entries import element_name, event_text
from mutation.viewers import SessionViewer
from mutation.words import code_text

OUT: Final = "out"
REPLACE: Final = "replace"
WRITTEN: Final = "written"
MAX_WRITTEN: Final = 8000  # characters
MAX_REASON: Final = 400


class CorrectionForm(forms.Form):
    """A form for what replaces an entry: nothing, the same with other values, or events as they are written."""

    what = forms.ChoiceField(widget=forms.RadioSelect)
    reason = forms.CharField(max_length=MAX_REASON, required=False)
    written = forms.CharField(max_length=MAX_WRITTEN, required=False, widget=forms.Textarea(attrs={"rows": 6}))

    def __init__(
        self, sent: QueryDict | None, event: Mapping[str, Any], viewer: SessionViewer, faces: SessionFaces
    ) -> None:
        super().__init__(sent)
        self.event, self.viewer, self.faces = event, viewer, faces
        self.fields["reason"].label = _("Reason")
        self.fields["written"].label = _("Events, as in the log")
        self.fields["written"].initial = json.dumps([_plain(event)], ensure_ascii=False, indent=1)
        self.values = list(self._add_values())
        choices = [(OUT, _("Remove the entry"))]
        if self.values:
            choices.append((REPLACE, _("Replace it with this")))
        choices.append((WRITTEN, _("Replace it with events, for anything not offered here")))
        self.fields["what"].choices = choices  # type: ignore[attr-defined]
        self.fields["what"].initial = REPLACE if self.values else OUT

    def _add_values(self) -> Any:
        kind, players = self.event.get("kind"), self.viewer.session.players
        cards = sorted(((card, self.faces.name(card)) for card in self.faces.header.cards), key=lambda pair: pair[1])
        if kind in ("result", "rule"):
            pairing = SCHEDULE[int(self.event["game"]) - 1] if 1 <= int(self.event.get("game", 0)) <= 12 else None
            seats = [SEATS[seat] for seat in pairing.seats] if pairing is not None else list(SEATS)
            yield self._choice("winner", _("Winner"), [(letter, players[letter]) for letter in seats])
        elif kind == "pick":
            yield self._choice("card", _("Card"), cards)
        elif kind == "mutate":
            slugs = sorted({slug for entry in self.faces.header.cards.values() for slug in entry.card.slugs})
            elements = [(slug, element_name(slug, self.faces.language)) for slug in (*VALUES, *slugs)]
            yield self._choice("card", _("Card of the deck"), cards)
            yield self._choice("element", _("Element"), elements)
            yield self._choice("from", _("Card of the Laboratory"), cards)
            covers = forms.MultipleChoiceField(
                label=_("Covers"),
                choices=elements[len(VALUES) :],
                required=False,
                initial=self.event.get("covers", []),
                widget=forms.SelectMultiple(attrs={"size": 6}),
            )
            self.fields["v_covers"] = covers
            yield self["v_covers"]

    def _choice(self, name: str, label: str, choices: list[tuple[str, str]]) -> Any:
        self.fields[f"v_{name}"] = forms.ChoiceField(
            label=label, choices=choices, initial=self.event.get(name), required=False
        )
        return self[f"v_{name}"]

    def clean(self) -> dict[str, Any]:
        """Reads what is written; ``correction`` is there when it can be asked of the engine."""
        cleaned = super().clean() or {}
        if cleaned.get("what") == WRITTEN:
            try:
                parts = parse_json(cleaned.get("written") or "[]")
            except EngineError as wrong:
                self.add_error("written", wrong.message)
                return cleaned
            if not isinstance(parts, list):
                self.add_error("written", _("Enter a list of events."))
            cleaned["parts"] = parts
        return cleaned

    @property
    def parts(self) -> list[Any]:
        """The replacement."""
        choice = self.cleaned_data["what"]
        if choice == OUT:
            return []
        if choice == WRITTEN:
            parts: list[Any] = self.cleaned_data["parts"]
            return parts
        changed = {name.removeprefix("v_"): value for name, value in self.cleaned_data.items() if name.startswith("v_")}
        return [{**_plain(self.event), **changed}]

    def correction(self, number: int) -> dict[str, Any]:
        """The event that corrects the entry with this number, without its author."""
        return {"kind": CORRECT, "event": number, "with": self.parts, "reason": self.cleaned_data["reason"].strip()}


def _plain(event: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in ("n", "at")}


@dataclass(frozen=True)
class Consequence:
    """An entry that a correction would make illegal, or legal again: what it says, and the code in words."""

    number: int
    text: str
    why: str


@dataclass(frozen=True)
class CorrectionPreview:
    """The effect of a correction. ``refused`` says why it cannot be made at all."""

    refused: str
    broken: tuple[Consequence, ...] = ()
    revived: tuple[Consequence, ...] = ()
    standings: tuple[tuple[str, str, str], ...] = ()  # (name, wins before, wins after) where they change
    played: tuple[int, ...] = ()  # games that were played with a mutation that would be illegal


def preview(
    viewer: SessionViewer, ledger: SessionLedger, faces: SessionFaces, correction: Mapping[str, Any]
) -> CorrectionPreview:
    """Works out a correction's effect without entering it."""
    copy = ledger.copy()
    fault = copy.append({"by": ORGANISER, **correction})
    if fault is not None:
        return CorrectionPreview(code_text(fault.code) + (f" ({fault.detail})" if fault.detail else ""))
    before, after = seen_by(ledger, viewer.sees), seen_by(copy, viewer.sees)
    was = {(fault["n"], fault["part"]) for fault in before["faults"]}
    will = {(fault["n"], fault["part"]): fault for fault in after["faults"]}
    entries = {(entry.n, entry.part): entry for entry in copy.entries()}

    def consequence(key: tuple[int, int], why: str) -> Consequence:
        entry = entries.get(key)
        return Consequence(key[0], event_text(entry.data, viewer, faces) if entry is not None else "", why)

    wins = {row["seat"]: row["wins"] for row in before["state"]["standings"]}
    return CorrectionPreview(
        refused="",
        broken=tuple(consequence(key, code_text(fault["code"])) for key, fault in will.items() if key not in was),
        revived=tuple(consequence(key, "") for key in sorted(was) if key not in will and key in entries),
        standings=tuple(
            (row["name"], str(wins[row["seat"]]), str(row["wins"]))
            for row in after["state"]["standings"]
            if row["wins"] != wins[row["seat"]]
        ),
        played=tuple(
            sorted(
                {
                    warning["game"]
                    for warning in after["state"]["warnings"]
                    if warning["code"] == "played-with-broken-mutation"
                }
                - {
                    warning["game"]
                    for warning in before["state"]["warnings"]
                    if warning["code"] == "played-with-broken-mutation"
                }
            )
        ),
    )
