"""Whatever somebody writes, and by whatever door: nothing that they own turns, hides or overruns what is beside it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import models
from pydantic import ValidationError

from accounts.forms import ApiTokenForm, OneLineField, ReportForm, WordsField
from accounts.models import Owned, Owner
from accounts.services import owned_models
from accounts.text_cleaning import MAX_MARKS, tidied
from cards.decks.forms import DeckForm
from cards.exchange.forms import ImportForm
from cards.exchange.shape import CardContent
from cards.models import Deck
from cards.workshop.forms import LineField
from cards.workshop.uploads import readable_name
from games.schools.sheets.forms import CurriculumForm
from grimoire.browsing.forms import BookForm, NewBookForm, PartForm
from grimoire.community.forms import CommentForm
from rulings.questions.forms import QuestionForm
from tables.chat.forms import ChatForm
from tests.accounts.owned import FIELDS

pytestmark = pytest.mark.django_db

TURNED = "\u202egpj.dratsab\u202c \u2066x\u2069 w\u200bo\u00adrd"
NO_LETTERS = "\ufffe\uffff\ufdd0\ufdef\U0005ffff\U0010fffe\ufff9\ufffb\ufffc\ue000\U000f0000\U000e0041\U000e0fff\u2065"
HEAPED = "Z" + "\u0336\u0489\u0315" * 40
SENT = f"{NO_LETTERS}{TURNED}\r\n\r\n\r\n\r\n{HEAPED}\x07"
# Made by the site itself, of what nobody has typed.
NO_TEXT = {
    "sha256",
    "position_key",
    "file_kind",
    "nonce",
    "phase",
    "waits_for",
    "language",
    "kind",
    "status",
    "flag_reason",
}


def texts_of(model: type[Owned]) -> list[Any]:
    """The fields that hold what somebody writes."""
    texts = (field for field in model._meta.concrete_fields if isinstance(field, models.CharField | models.TextField))
    return [
        field
        for field in texts
        if field.editable
        and not field.choices
        and not isinstance(field, models.SlugField)
        and field.name not in NO_TEXT
    ]


@pytest.mark.parametrize("way", ["save", "bulk"])
@pytest.mark.parametrize("model", list(owned_models()), ids=lambda model: model.__name__)
def test_every_text_of_every_owned_thing_is_tidied(model: type[Owned], way: str) -> None:
    fields = texts_of(model)
    assert fields or model.__name__ == "MutationSession"
    sent = {field.name: SENT[: field.max_length] for field in fields}
    thing = model(**{**FIELDS[model.__name__](), **sent}, owner=Owner.objects.create())
    if way == "save":
        thing.save()
    else:
        model._default_manager.bulk_create([thing])
    kept = model._base_manager.get(pk=thing.pk)
    for field in fields:
        text = getattr(kept, field.name)
        assert not set(text) & set(f"{NO_LETTERS}\u202e\u202c\u2066\u2069\u200b\u00ad\x07\r"), field.name
        assert "\n\n\n" not in text
        assert isinstance(field, models.TextField) or "\n" not in text, field.name
        assert text.count("\u0489") <= MAX_MARKS, field.name


ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"  # a flag, written with invisible letters


def test_honest_texts_stay() -> None:
    for name in ("Qu\u2019est-ce\u202f?", "Été\u00a0!", "שלום", "हिन्दी", "👩\u200d👩\u200d👧", ENGLAND, "\U0001fae8"):
        deck = Deck.objects.create(name=name, owner=Owner.objects.create())
        assert Deck.objects.get(pk=deck.pk).name == name


def test_what_was_not_read_is_not_read_for_this(django_assert_num_queries: Any) -> None:
    made = Deck.objects.create(name="A deck", owner=Owner.objects.create())
    few = Deck.objects.only("visibility").get(pk=made.pk)
    with django_assert_num_queries(1):
        few.save(update_fields=["visibility"])


def test_letters_behind_a_flag_hide_nothing() -> None:
    assert tidied(f"a🏴\U000e0067\U000e007f{ENGLAND}\U000e0067b") == f"a🏴{ENGLAND}b"


@pytest.mark.parametrize(
    "nothing",
    [
        *("\u200b\u2060", "\u202e\u202c", "\u3164", " \n\u00ad ", "\u2800", "\u034f\ufe0f", "\u0301", "\u200d\u200e"),
        *("\ue000", "\U00100000", "\ufffe", "\ufdd0\U0001ffff", "\ufff9\ufffa\ufffb", "\ufffc", "\U000e0041\U000e007f"),
        *("\U0001d173\U0001d159", "\u17b4", "\u2065\U000e0fff"),
    ],
)
def test_a_name_that_nobody_sees_is_none(nothing: str) -> None:
    for form, field in (
        (DeckForm({"name": nothing, "visibility": "private"}), "name"),
        (NewBookForm({"title": nothing}), "title"),
        (BookForm({"title": nothing, "visibility": "private"}), "title"),
        (CurriculumForm({"player_0": nothing, "player_1": "Ben"}), "player_0"),
        (QuestionForm({"text": nothing}), "text"),
        (ApiTokenForm({"name": nothing, "scopes": ["cards"]}), "name"),
        (CommentForm({"text": nothing}), "text"),
        (ChatForm({"text": nothing}), "text"),
    ):
        assert field in form.errors, type(form).__name__
    assert ReportForm({"reason": "spam", "text": nothing}, thing=Deck(), reader=None).is_valid()
    assert PartForm({"chapter": nothing}).is_valid()
    turned = {"\u202e", "\u200e", "\x07"} & set(nothing)
    for line in (LineField(max_length=60), ImportForm.base_fields["name"]):
        if turned and isinstance(line, LineField):
            continue  # refused outright
        assert line.to_python(nothing) == ""
    with pytest.raises(ValidationError):
        CardContent(type="incantation", name=nothing, cost=1, av=1)
    assert readable_name(f"{nothing}.png") == ""


@pytest.mark.parametrize("field", [OneLineField(max_length=60), WordsField()], ids=["title", "words"])
def test_what_is_too_long_by_far_is_not_looked_at_letter_by_letter(
    field: OneLineField, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(field), "tidied", lambda *_: pytest.fail("it was"))
    assert len(field.to_python("\u0301" * 700_000)) == 700_000
