"""The profiles of presses that people send for their files: kept by what is in them, as nobody's, until there are more
than ``MOST``.

Whoever has the file has its name, which is the hash of its bytes; nobody can list them.
"""

from __future__ import annotations

import hashlib
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils.translation import gettext as _

from cards.printing.pieces import PrintProblem
from cards.rendering.icc import BadProfile, PressProfile, read_profile

FOLDER: Final = "profiles"
MOST: Final = 100  # are kept, of everybody together


def keep_profile(data: bytes) -> str:
    """Keeps a profile; its key. Raises ``PrintProblem`` for what is none."""
    try:
        profile = read_profile(data)
    except BadProfile as bad:
        raise PrintProblem(_("This isn't a CMYK output profile (ICC, up to 4 MB).")) from bad
    key = hashlib.sha256(profile.content).hexdigest()
    if not default_storage.exists(_name(key)):
        for name in _too_many():
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


def _too_many() -> list[str]:
    """The oldest of those that are kept, so that there is room for one more."""
    try:
        names = [f"{FOLDER}/{name}" for name in default_storage.listdir(FOLDER)[1] if name]
    except FileNotFoundError:
        return []
    return sorted(names, key=default_storage.get_modified_time)[: max(0, len(names) - MOST + 1)]


def _name(key: str) -> str:
    return f"{FOLDER}/{key}.icc"
