"""What tables have of tournaments: the way back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Owner
from tables.models import LiveGame
from tables.occasions import Links, Occasion
from tournaments.models import Match


class OfTournament(Occasion):
    def ways_back(self, game: LiveGame, owner: Owner | None) -> Links:
        match = Match.objects.select_related("tournament").filter(game=game).first()
        if match is None or not match.tournament.is_readable_by(owner):
            return []
        return [(_("Back to the tournament"), match.tournament.get_absolute_url())]
