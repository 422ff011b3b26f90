"""Reading what a form of a score sheet sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from contract.sheets import UnfitSheet
from engine.kernel.numbers import whole_number

DIGITS: Final = 3


def read_number(form: Mapping[str, Any], name: str, lowest: int, highest: int, label: str) -> int:
    """A whole number of a form. Raises ``UnfitSheet``, which names ``label``."""
    number = whole_number(str(form.get(name, "")).strip(), DIGITS)
    if number is None or not lowest <= number <= highest:
        parts = {"what": label, "lowest": lowest, "highest": highest}
        raise UnfitSheet(_("%(what)s: a whole number from %(lowest)d to %(highest)d.") % parts)
    return number
