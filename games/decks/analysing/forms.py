"""The form that imports an analysis: of a file or a pasted text."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from board.forms import unreadable
from board.reading import read_written
from board.services import MAX_INPUT
from engine.decks.game.errors import BadRecord, SetUpError
from engine.decks.game.record_reader import game_of
from engine.decks.game.records import FORMAT as RECORD
from engine.kernel.errors import BadPosition, EngineError
from engine.kernel.requests import parse_json
from games.decks.analysing import exchange, sources
from games.decks.analysing.models import Analysis

MAX_FILE: Final = 600_000  # bytes: a full analysis with all its texts
MAX_RECORD: Final = 3000  # picks, actions and deals of a game, all of which are replayed


class ImportForm(forms.Form):
    """An analysis, a game's record or a position. When valid, ``analysis`` is what it makes, not kept yet."""

    text = forms.CharField(
        label=_("Analysis, game record or position"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(label=_("Or a file"), required=False)

    analysis: Analysis | None = None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        text = cleaned.get("text") or ""
        upload = cleaned.get("file")
        if upload is not None:
            if upload.size > MAX_FILE:
                raise forms.ValidationError(_("Too large: at most 600 kB."))
            text = upload.read().decode("utf-8", "replace")
        if not text.strip():
            raise forms.ValidationError(_("Paste something, or choose a file."))
        if len(text) > MAX_FILE:
            raise forms.ValidationError(_("Too large: at most 600 kB."))
        self.analysis = _read(text)
        return cleaned


def _read(text: str) -> Analysis:
    """Raises ``ValidationError``."""
    try:
        data = parse_json(text) if text.lstrip().startswith("{") else None
    except EngineError:
        data = None
    try:
        if isinstance(data, dict) and data.get("format") == exchange.FORMAT:
            return exchange.read_analysis(data)
        if isinstance(data, dict) and data.get("format") == RECORD:
            if _length(data) > MAX_RECORD:
                raise forms.ValidationError(_("This game record is too long."))
            return sources.of_game(game_of(data), 0, "")[0]
        if len(text) > MAX_INPUT:
            raise forms.ValidationError(_("Too long: at most 200,000 characters."))
        written = read_written(text)
        return sources.of_line(written.position(), [str(action) for action in written.actions])[0]
    except exchange.BadAnalysis as wrong:
        raise forms.ValidationError(str(wrong)) from wrong
    except (BadRecord, SetUpError) as wrong:
        raise forms.ValidationError(_("This game record can't be replayed.")) from wrong
    except BadPosition as wrong:
        raise forms.ValidationError(_("This position is invalid.")) from wrong
    except EngineError as wrong:
        raise forms.ValidationError(unreadable(wrong)) from wrong


def _length(record: dict[str, Any]) -> int:
    """How much there is to replay, whatever else is wrong with a record."""
    setup = record.get("setup")
    redeals = setup.get("redeals") if isinstance(setup, dict) else None
    parts = (record.get("draft"), record.get("actions"), redeals)
    return sum(len(part) for part in parts if isinstance(part, list))
