"""Tags on cards: the effect of a step on each, as a mark for the style and a short word for the reader."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import pgettext

from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.scenes import Scene

MINUS: Final = "\N{MINUS SIGN}"


class Tags:
    """The effect of the scene's event on each token: a mark for the style and a short word for the reader."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.words = {
            "acts": pgettext("on a card", "acts"),
            "target": pgettext("on a card", "target"),
            "hit": pgettext("on a card", "hit"),
            "spared": pgettext("on a card", "spared"),
            "destroyed": pgettext("on a card", "destroyed"),
            "moved": "",
            "gives": pgettext("on a card", "gives"),
            "gets": pgettext("on a card", "gets"),
        }

    def of(self, token: int) -> dict[str, Any]:
        """``m`` and ``x`` for a card, or nothing."""
        mark = self.scene.touched.get(token)
        if mark is None:
            return {}
        event = self.scene.event
        word = self.words[mark]
        if mark == "hit" and isinstance(event, ev.Damaged):
            word = f"{MINUS}{event.amount}"
        elif isinstance(event, ev.AmountChanged | ev.Amount) and mark == "target":
            word = f"{event.amount}"
        elif mark == "gets" and event is not None and event.kind == "aura-ends":
            word = pgettext("on a card", "loses")
        return {"m": mark, "x": word} if word else {"m": mark}

    def of_stronghold(self, seat: int) -> dict[str, Any]:
        """``m`` and ``x`` for a Stronghold, or nothing."""
        event = self.scene.event
        if getattr(event, "player", None) != seat:
            return {}
        if isinstance(event, ev.StrongholdHit):
            return {"m": "hit", "x": f"{MINUS}{event.moved}"}
        if isinstance(event, ev.StrongholdTargeted):
            return {"m": "target", "x": self.words["target"]}
        if isinstance(event, ev.AmountChanged | ev.Amount) and event.whom is None:
            return {"m": "target", "x": f"{event.amount}"}
        if isinstance(event, ev.BastionFalls):
            return {"m": "destroyed", "x": pgettext("on a Stronghold", "falls")}
        if isinstance(event, ev.Regenerated):
            return {"m": "gets", "x": "+1"}
        if isinstance(event, ev.Over):
            return {"m": "destroyed", "x": pgettext("on a Stronghold", "lost")}
        return {}
