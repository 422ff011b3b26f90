"""The profiles of presses that people send for their files, until somebody has more than ``MOST_OF_ONE`` or all have
more than ``MOST``: then the oldest of whoever has most goes, so that nobody pushes out what others sent.

Whoever has the file has its key: a sign of who sent it, and the hash of its bytes. Nobody can list them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from cards.printing.pieces import PrintProblem
from cards.rendering.icc import BadProfile, PressProfile, read_profile

FOLDER: Final = "profiles"
MOST: Final = 100  # are kept, of everybody together
MOST_OF_ONE: Final = 10
_SIGN: Final = 12  # letters


def keep_profile(data: bytes, sender: str) -> str:
    """Keeps a profile; its key. ``sender`` tells people apart, as limits do. Raises ``PrintProblem``."""
    try:
        profile = read_profile(data)
    except BadProfile as bad:
        raise PrintProblem(_("This isn't a CMYK output profile (ICC, up to 4 MB).")) from bad
    sign = salted_hmac("print-profile", sender).hexdigest()[:_SIGN]
    key = f"{sign}-{hashlib.sha256(profile.content).hexdigest()}"
    if not default_storage.exists(_name(key)):
        for name in _too_many(sign):
            default_storage.delete(name)
        default_storage.save(_name(key), ContentFile(profile.content))
    return key


def profile_of(key: str) -> PressProfile | None:
    """The profile with this key; None for no key. Raises ``PrintProblem`` for one that is not kept any more."""
    if not key:
        return None
    try:
        with default_storage.open(_name(key)) as file:
            return read_profile(file.read())
    except (FileNotFoundError, BadProfile) as lost:
        raise PrintProblem(_("The colour profile is no longer here. Upload it again.")) from lost


def _too_many(sign: str) -> list[str]:
    """What goes before one more of this sender's is kept."""
    try:
        names = [name for name in default_storage.listdir(FOLDER)[1] if name]
    except FileNotFoundError:
        return []
    kept = sorted(names, key=lambda name: default_storage.get_modified_time(f"{FOLDER}/{name}"))
    gone = []
    while kept:
        counts = Counter(map(_sign_of, kept))
        if counts[sign] < MOST_OF_ONE and len(kept) < MOST:
            break
        # Of several that have as many, the sender, or else who sent the oldest.
        most = max(counts, key=lambda one: counts[one] + (one == sign))
        whose = sign if counts[sign] >= MOST_OF_ONE else most
        oldest = next(name for name in kept if _sign_of(name) == whose)
        kept.remove(oldest)
        gone.append(f"{FOLDER}/{oldest}")
    return gone


def _sign_of(name: str) -> str:
    """Of a file from before they had one "": all of these are taken for one sender's."""
    return name.rpartition("-")[0]


def _name(key: str) -> str:
    return f"{FOLDER}/{key}.icc"
