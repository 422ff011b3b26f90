"""Rules for names of accounts, which stand in credits and addresses, and for what players are called at tables."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

from accounts.pasted_text import without_unseen
from accounts.text_cleaning import readable_line

VALIDATORS = [
    RegexValidator(r"\A[A-Za-z0-9][A-Za-z0-9_.-]*\Z", _("Use letters and digits; - _ and . are allowed in between.")),
    MaxLengthValidator(30),
]

MAX_PLAYER_NAME: Final = 24
_MAX_DIGITS: Final = 6  # more are a telephone number
_SIGNS: Final = frozenset(" '\u2019-_.\u00b7")
_PRIVATE: Final = re.compile(r"@|//|\bwww\b|\.\w", re.IGNORECASE)
_NOBODY: Final = frozenset(("guest", "invite", "invitee"))  # what whoever has no name is called anyway
_STAFF: Final = ("moderat", "administrat", "grimoire")  # anywhere in a name
_WORDS_OF_OTHERS: Final = frozenset(("bot", "bots", "robot", "admin", "mod", "modo", "staff", "sysop", "system"))
_WHOLE_NAMES_OF_OTHERS: Final = frozenset(("ai", "ia", "you", "vous", "toi", "moi", "me"))
_ALPHABETS: Final = frozenset(("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"))  # whose letters look alike
# Letters of other alphabets, and digits, that stand for Latin ones to the eye.
_LOOKS_LIKE: Final = str.maketrans(
    "013457\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456"
    "\u0455\u0458\u0475\u04bb\u04cf\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u0131",
    "oleastabekmhopctyxisjvhldqwabeikvoptui",
)


def cleaned_player_name(text: str, reserved: Collection[str] = ()) -> str:
    """What somebody is to be called at tables, cleaned; "" for nothing, or "Guest".

    ``reserved`` are names of others, as ``name_to_the_eye`` gives them. Raises ``ValidationError`` for what is no
    name, would tell private things, or is what others are called: bots, moderators.
    """
    name = readable_line(without_unseen(unicodedata.normalize("NFKC", text[:1000])))
    looks = name_to_the_eye(name)
    if not name or looks in _NOBODY:
        return ""
    if len(name) > MAX_PLAYER_NAME:
        raise ValidationError(_("At most %(count)d letters."), "too-long", {"count": MAX_PLAYER_NAME})
    if _PRIVATE.search(name) or sum(letter.isdigit() for letter in name) > _MAX_DIGITS:
        message = _("Everyone sees this name: no email address, web address or phone number.")
        raise ValidationError(message, "private")
    if not all(letter in _SIGNS or unicodedata.category(letter)[0] in "LMN" for letter in name) or not any(
        map(str.isalnum, name)
    ):
        raise ValidationError(_("Use letters, digits and spaces; ' - _ and . are allowed too."), "signs")
    if len(_ALPHABETS & {unicodedata.name(letter, "").partition(" ")[0] for letter in name}) > 1:
        raise ValidationError(_("Use the letters of one alphabet."), "alphabets")
    if looks in reserved or _is_of_others(name):
        raise ValidationError(_("This name looks like a bot's or a moderator's. Choose another."), "taken")
    return name


def name_to_the_eye(name: str) -> str:
    """The letters of a name as they look at a glance, without accents and signs: to tell imitations."""
    return "".join(_words_to_the_eye(name))


def account_names_like(name: str) -> set[str]:
    """What an account would be called that a name is taken for: without signs at its ends, in Latin letters."""
    latin = name if name.isascii() else name.casefold().translate(_LOOKS_LIKE)
    bare = latin.strip("".join(_SIGNS))
    return {like.casefold() for like in (name, latin, bare) if like and like.isascii()}


def _words_to_the_eye(name: str) -> list[str]:
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return re.findall(r"[^\W\d_]+", bare.casefold().translate(_LOOKS_LIKE))


def _is_of_others(name: str) -> bool:
    words = _words_to_the_eye(name)
    whole = "".join(words)
    if any(part in whole for part in _STAFF) or whole in _WHOLE_NAMES_OF_OTHERS | _WORDS_OF_OTHERS:
        return True
    is_letter = len(name) == 1 and name.isascii()  # as seats are called
    return is_letter or not _WORDS_OF_OTHERS.isdisjoint(words)
