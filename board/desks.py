"""The board editor as a part of forms in rooms below the one that has it.

The room of the editor says in its ``AppConfig.ready()`` how such a part is made; a form's page includes its templates
and loads ``js/arranging.js``, which writes what is arranged into the form's field ``position``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from accounts.requests import SiteRequest
from web.registry import Registry

EDITOR: Final = "editor"


@dataclass(frozen=True, slots=True)
class EditorDesk:
    """The editor with a position: ``head`` is the template of its styles, ``template`` that of the part itself, which
    is rendered with ``context`` as ``desk``.
    """

    head: str
    template: str
    context: dict[str, Any]


makers: Final[Registry[Callable[[SiteRequest, str], EditorDesk]]] = Registry()  # of EDITOR


def desk_with(request: SiteRequest, position: str) -> EditorDesk:
    """The editor for whoever asks, with a position as one line; with that where everybody begins if it is none."""
    return makers[EDITOR](request, position)
