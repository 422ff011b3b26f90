"""What players are called: said at every way into a game, kept with their owner, noted at their seat."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner, User
from accounts.names import MAX_PLAYER_NAME, account_names_like, cleaned_player_name, name_to_the_eye
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from contract.registry import GAMES
from web.refusals import RequestRefused

FIELD: Final = "player_name"


def checked_name(text: str, own_name: str) -> str:
    """A name as it is kept: cleaned; "" for none, and for ``own_name``, which is that of the asker's account.

    Raises ``ValidationError`` for a name that cannot be used, or is another account's.
    """
    name = cleaned_player_name(text, _names_of_games())
    if name.casefold() == own_name.casefold():
        return ""
    likely = account_names_like(name) - {own_name.casefold()}
    if likely and User.objects.alias(small=Lower("username")).filter(small__in=likely).exists():
        raise ValidationError(_("This is an account's name. Choose another, or sign in."), "taken")
    return name


@cache
def _names_of_games() -> frozenset[str]:
    """The games' own names, those of their seats and of their bots."""
    seats = (seat for game in GAMES.values() for mode in game.modes for seat in mode.seats)
    bots = (character.name for game in GAMES.values() for character in game.adapter.characters.values())
    return frozenset(name_to_the_eye(name) for name in (*seats, *bots, *(game.title for game in GAMES.values())))


def keep_name(owner: Owner, name: str) -> None:
    """Keeps a checked name for the owner's next games."""
    if owner.player_name != name:
        owner.player_name = name
        Owner.objects.filter(pk=owner.pk).update(player_name=name)


class PlayerNameForm(forms.Form):
    """The one field. Forms without it, of pages that are older, change nothing."""

    player_name = forms.CharField(
        label=_("Your name"),
        required=False,
        max_length=10 * MAX_PLAYER_NAME,  # before it is cleaned
        widget=forms.TextInput({"autocomplete": "nickname", "maxlength": MAX_PLAYER_NAME, "placeholder": _("Guest")}),
    )

    def __init__(self, request: SiteRequest) -> None:
        self.request = request
        self.is_sent = request.method == "POST" and FIELD in request.POST
        owner = request.owner
        kept = request.user.get_username() if owner is None else owner.name_at_tables
        initial = request.GET.get(FIELD, kept)[: 2 * MAX_PLAYER_NAME]
        super().__init__(request.POST if self.is_sent else None, initial={FIELD: initial})

    def clean_player_name(self) -> str:
        return checked_name(self.cleaned_data[FIELD], self.request.user.get_username())

    @property
    def may_be_rated(self) -> bool:
        """Whether whoever asks may begin a rated game."""
        return self.request.user.is_authenticated

    @property
    def is_rated(self) -> bool:
        """Whether a rated game is asked for: the choice of whoever begins one stands beside their name."""
        return self.request.method == "POST" and "rated" in self.request.POST

    def allows(self) -> bool:
        """Whether nothing is wrong with the name, or none was sent."""
        return not self.is_sent or self.is_valid()

    @property
    def fault(self) -> str:
        """What is wrong, for pages that show it elsewhere."""
        return " ".join(str(error) for error in self.errors.get(FIELD, ()))

    def named_owner(self) -> Owner:
        """Who asks, made if need be, called so from now on. Call ``allows`` before."""
        owner = get_or_create_owner(self.request)
        if self.is_sent:
            keep_name(owner, self.cleaned_data[FIELD])
        return owner


def typed_name(text: str) -> str:
    """The checked name of somebody else, whom an organiser enters. Raises ``RequestRefused``."""
    try:
        return checked_name(text, "")
    except ValidationError as fault:
        raise RequestRefused(422, "name-refused", " ".join(fault.messages), "/name") from None


def name_asked(data: Any, owner: Owner | None) -> str:
    """The checked name of a request of the API, which is kept for its owner; "" without one.

    Raises ``RequestRefused`` for one that cannot be used.
    """
    if data is None:
        return ""
    try:
        name = checked_name(data, "" if owner is None else owner.name)
    except ValidationError as fault:
        raise RequestRefused(422, "name-refused", " ".join(fault.messages), "/name") from None
    if owner is not None:
        keep_name(owner, name)
    return name
