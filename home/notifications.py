"""The page of switches: of what one is told, in browsers and by mail."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mailing import address_of
from accounts.models import Owner
from grimoire.community.following import save_settings
from grimoire.community.following import settings_of as news_settings_of
from tables.models import MailWhen, MessageSettings
from tables.services.game_mails import settings_of

# By what the fields are called: what one is told of, and more words where it needs them.
KINDS: Final = {
    "turns": (gettext_lazy("Your turn"), gettext_lazy("Emails: only in games with a day or more for a turn.")),
    "challenges": (gettext_lazy("Challenges"), gettext_lazy("Players challenge you, accept or decline.")),
    "rematches": (gettext_lazy("Rematches"), gettext_lazy("An opponent wants a rematch after you have left.")),
    "news": (
        gettext_lazy("Puzzles"),
        gettext_lazy(
            "New puzzles by authors you follow, and new comments on your puzzles and on puzzles you commented on."
        ),
    ),
}


class NotificationsForm(forms.Form):
    """Two switches for each of ``KINDS``: ``KIND_push``, and ``KIND_mail``, a ``MailWhen``."""

    def __init__(self, data: Any, owner: Owner | None) -> None:
        super().__init__(data)
        self.owner = owner
        self.address = address_of(owner)
        games, news = settings_of(owner), news_settings_of(owner)
        mail = {True: MailWhen.DAILY if news.is_daily else MailWhen.SOON, False: MailWhen.NEVER}[news.by_mail]
        now = {"news_push": news.by_push, "news_mail": mail}
        for kind, (title, _more) in KINDS.items():
            for way in ("push", "mail"):
                name = f"{kind}_{way}"
                initial = now[name] if name in now else getattr(games, name)
                field: forms.Field = (
                    forms.BooleanField(required=False)
                    if way == "push"
                    else forms.ChoiceField(choices=MailWhen.choices, required=False)
                )
                field.label, field.initial = title, initial
                self.fields[name] = field

    @property
    def rows(self) -> list[tuple[str, str, forms.BoundField, forms.BoundField]]:
        """(what one is told of, more words, the switch of browsers, the choice of mails)."""
        return [
            (str(title), str(more), self[f"{kind}_push"], self[f"{kind}_mail"]) for kind, (title, more) in KINDS.items()
        ]

    def clean(self) -> dict[str, Any]:
        if not self.address and any(self.cleaned_data.get(f"{kind}_mail") for kind in KINDS):
            raise forms.ValidationError(_("Confirm an email address first."), code="no-address")
        return self.cleaned_data

    def save(self, owner: Owner, *, origin: str, language: str) -> None:
        """Writes down what was chosen."""
        values = self.cleaned_data
        of_games = {name: value for name, value in values.items() if not name.startswith("news_")}
        MessageSettings.objects.update_or_create(
            owner=owner, defaults={**of_games, "origin": origin, "language": language}
        )
        save_settings(
            owner=owner,
            by_mail=bool(values["news_mail"]),
            by_push=values["news_push"],
            is_daily=values["news_mail"] == MailWhen.DAILY,
            origin=origin,
            language=language,
        )
