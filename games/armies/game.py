"""Clash of the Cards as the site knows it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from contract.game import Game
from contract.simple_moments import SimpleMoment, read_moments
from games.armies.adapter import NAME, ArmiesAdapter
from games.armies.kit import KIT
from games.armies.pages import ArmiesPages
from games.armies.questions import state_known
from games.armies.reviewer import ArmiesReviewer
from games.armies.rulings.catalogue import RULINGS
from games.armies.setup_form import ArmiesSetupForm
from games.armies.sheets.pad import PadSheet
from rulings.games.asking import PlainQuestions

ADAPTER: Final = ArmiesAdapter()
FACES: Final = ArmiesPages()


@cache
def moments() -> Sequence[SimpleMoment]:
    return read_moments(ADAPTER, "clash-of-the-cards/1", Path(__file__).resolve().parent / "first_game")


GAME: Final = Game(
    name=NAME,
    title="Clash of the Cards",
    tagline=_("Armies and battles, 2 to 6 players"),
    adapter=ADAPTER,
    refusal_text=RULINGS.refusal_text,
    faces=FACES,
    reviewer=ArmiesReviewer(FACES),
    setup_form=ArmiesSetupForm,
    rulings=RULINGS,
    questions=PlainQuestions(RULINGS, state_known),
    sheets=(PadSheet(),),
    kit=KIT,
    moments=moments,
)
