"""Clash of Magic Schools as the site knows it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from contract.game import Game
from contract.simple_moments import SimpleMoment, read_moments
from games.schools.adapter import NAME, TITLE, SchoolsAdapter
from games.schools.kit import KIT
from games.schools.pages import SchoolsPages
from games.schools.puzzles.puzzles import SchoolsPuzzles
from games.schools.questions import state_known
from games.schools.reviewer import SchoolsReviewer
from games.schools.rulings.catalogue import RULINGS
from games.schools.setup_form import SchoolsSetupForm
from games.schools.sheets.championship import ChampionshipSheet
from games.schools.sheets.curriculum import CurriculumSheet
from rulings.games.asking import PlainQuestions

ADAPTER: Final = SchoolsAdapter()
FACES: Final = SchoolsPages()


@cache
def moments() -> Sequence[SimpleMoment]:
    return read_moments(ADAPTER, "magic-schools/1", Path(__file__).resolve().parent / "first_game")


GAME: Final = Game(
    name=NAME,
    title=TITLE,
    tagline=_("A Tournament of spells"),
    adapter=ADAPTER,
    refusal_text=RULINGS.refusal_text,
    faces=FACES,
    reviewer=SchoolsReviewer(FACES),
    setup_form=SchoolsSetupForm,
    rulings=RULINGS,
    questions=PlainQuestions(RULINGS, state_known),
    sheets=(CurriculumSheet(), ChampionshipSheet()),
    kit=KIT,
    moments=moments,
    puzzles=SchoolsPuzzles(),
)
