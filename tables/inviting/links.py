"""Where the picture of an invitation is."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from contract.registry import GAMES, default_game


def invitation_picture(request_data: dict[str, Any], language: str) -> str:
    """The path of the picture of a table, by what *Create* was asked for: its mode's, or its game's without modes."""
    game = request_data.get("game", default_game().name)
    return reverse("play_files:invitation", args=[request_data["mode"] if GAMES[game].modes else game, language])
