"""The kinds of score sheets, by name."""

from __future__ import annotations

from typing import Final

from scores.kinds.championship import ChampionshipSheet
from scores.kinds.curriculum import CurriculumSheet
from scores.kinds.pad import PadSheet
from scores.kinds.protocol import SheetKind
from scores.models import ScoreSheet

KINDS: Final[dict[str, SheetKind]] = {kind.slug: kind for kind in (CurriculumSheet(), ChampionshipSheet(), PadSheet())}


def kind_of(sheet: ScoreSheet) -> SheetKind:
    return KINDS[sheet.kind]
