"""Moderation of what people make here. Proofs are looked at, not changed: the solver alone writes them."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import BoundedAdmin, OwnedAdmin
from cards.moderating import WordsAdmin, choice_filter
from contract.registry import GAMES
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving.result import COOKED, NONE, SEVERAL, UNIQUE, UNIQUE_UP_TO_ORDER, UNPROVEN
from grimoire.browsing.filter_names import GOAL_NAMES, LEVEL_NAMES
from grimoire.models import Book, Championship, Comment, Contest, Proof, Puzzle
from grimoire.puzzle_games import puzzle_games

_VERDICTS: Final = (UNIQUE, UNIQUE_UP_TO_ORDER, SEVERAL, COOKED, NONE, UNPROVEN)


@admin.register(Puzzle)
class PuzzleAdmin(WordsAdmin):
    list_display = ("title", "game", "goal", "level", "owner", "visibility", "published_at", "flagged_at", "hidden_at")
    list_filter = (
        *OwnedAdmin.list_filter,
        choice_filter("game", _("game"), {name: GAMES[name].title for name in puzzle_games()}),
        ("published_at", admin.EmptyFieldListFilter),
        ("flagged_at", admin.EmptyFieldListFilter),
        choice_filter("goal", _("objective"), GOAL_NAMES),
        choice_filter("level", _("level"), LEVEL_NAMES),
    )
    raw_id_fields = (*OwnedAdmin.raw_id_fields, "proof", "remixed_from", "corrects", "twin_of")
    # What follows from position and proof is worked out, and a position is set up in the editor.
    readonly_fields = (
        *OwnedAdmin.readonly_fields, "game", "position", "position_key", "intended", "goal", "turns", "mode", "edition",
        "level", "flagged_at", "flag_reason",
    )  # fmt: skip


@admin.register(Book)
class BookAdmin(OwnedAdmin):
    list_display = ("title", "slug", "place", "owner", "visibility", "hidden_at", "updated")
    search_fields = (*OwnedAdmin.search_fields, "title", "title_fr", "slug")
    raw_id_fields = (*OwnedAdmin.raw_id_fields, "set")


@admin.register(Comment)
class CommentAdmin(OwnedAdmin):
    list_display = ("__str__", "puzzle", "owner", "hidden_at", "created")
    search_fields = (*OwnedAdmin.search_fields, "text")
    raw_id_fields = (*OwnedAdmin.raw_id_fields, "puzzle", "reply_to")


@admin.register(Contest)
class ContestAdmin(OwnedAdmin):
    list_display = ("title", "owner", "judge", "visibility", "hidden_at", "opens_at", "closes_at")
    search_fields = (*OwnedAdmin.search_fields, "title", "title_fr")
    raw_id_fields = (*OwnedAdmin.raw_id_fields, "judge")


@admin.register(Championship)
class ChampionshipAdmin(OwnedAdmin):
    list_display = ("title", "owner", "visibility", "hidden_at", "starts_at", "last_start")
    search_fields = (*OwnedAdmin.search_fields, "title", "title_fr")


@admin.register(Proof)
class ProofAdmin(BoundedAdmin):
    list_display = ("__str__", "state", "verdict", "complete", "level", "nodes", "seconds", "rules_version", "asked")
    list_filter = (
        "state",
        choice_filter("verdict", _("verdict"), {verdict: verdict for verdict in _VERDICTS}),
        "complete",
        choice_filter("rules_version", _("version of the rules"), {n: n for n in range(1, RULES_VERSION + 1)}),
    )
    sortable_by = ()
    search_fields = ("key__startswith",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
