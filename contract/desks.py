"""The board editor as a part of a form: the form's page includes its templates
and loads ``js/arranging.js``, which writes what is arranged into the form's field ``position``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class EditorDesk:
    """The editor with a position: ``head`` is the template of its styles, ``template`` that of the part itself, which
    is rendered with ``context`` as ``desk``.
    """

    head: str
    template: str
    context: dict[str, Any]
