"""The page of training, the next puzzle, and the puzzles that are due again."""

from __future__ import annotations

import random
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from accounts.budgets import costly
from accounts.requests import SiteRequest
from grimoire.browsing.tiles import for_tiles, tiles_of
from grimoire.browsing.trails import WHERE, to_try_again
from grimoire.models import Puzzle
from grimoire.models.puzzles import DECKS
from grimoire.puzzle_games import puzzle_games
from grimoire.training.choosing import DUE_SHARE, next_due, next_new
from grimoire.training.due import begin_repetition, due_attempts
from grimoire.training.racing import open_race_of
from grimoire.training.run_pages import kind_page
from grimoire.training.runs import STORM, STREAK
from grimoire.training.trained_games import choices, game_in
from tables.naming import PlayerNameForm

MAX_AGAIN: Final = 96


@require_GET
@costly()
def training(request: SiteRequest) -> HttpResponse:
    owner, game = request.owner, game_in(request.GET)
    context = {
        "game": game,
        "games": choices(game),
        "has_abilities": "abilities" in puzzle_games()[game].filters,
        "due_count": due_attempts(owner).count(),
        "is_empty": "empty" in request.GET,
        "storm": kind_page(owner, STORM, game),
        "streak": kind_page(owner, STREAK, game),
        "open_race": open_race_of(owner, timezone.now()),
        "naming": PlayerNameForm(request),
    }
    return render(request, "grimoire/training/index.html", context)


@require_POST
@costly()
def next_puzzle(request: SiteRequest) -> HttpResponse:
    """Leads to the next puzzle: to one that is due again where these are what is trained, else now and then."""
    owner = request.owner
    after = Puzzle.objects.open_to(owner).filter(token=request.POST.get("after", "")).first()
    game = after.game if after is not None else game_in(request.POST)
    attempt = None
    if request.POST.get("again"):
        attempt = next_due(owner, after)
    elif random.random() < DUE_SHARE:
        attempt = next_due(owner, after, game)
    if attempt is not None:
        begin_repetition(attempt)
        return redirect(attempt.puzzle.get_absolute_url() + WHERE)
    puzzle = next_new(owner, after, game)
    of_game = "" if game == DECKS else f"&game={game}"
    return redirect(puzzle or f"{reverse('grimoire:training')}?empty{of_game}")


@require_GET
@costly()
def to_retry(request: SiteRequest) -> HttpResponse:
    """The puzzles that the reader failed at first: those that are due today, and all the others."""
    owner = request.owner
    due = set(due_attempts(owner).values_list("puzzle", flat=True))
    numbers = list(to_try_again(owner).values_list("puzzle", flat=True)[:MAX_AGAIN])
    puzzles = {puzzle.pk: puzzle for puzzle in for_tiles(Puzzle.objects.filter(pk__in=numbers))}
    tiles = tiles_of([puzzles[number] for number in numbers], owner, request.language, WHERE)
    context = {
        "due": [tile for tile in tiles if tile.puzzle.pk in due],
        "later": [tile for tile in tiles if tile.puzzle.pk not in due],
        "due_count": len(due),
    }
    return render(request, "grimoire/training/again.html", context)
