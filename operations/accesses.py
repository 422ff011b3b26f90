"""gunicorn's log of accesses, with no more work for a line than what stands in it.

gunicorn writes down each header of the request and of the answer, and each variable, for formats that might name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, Final

from gunicorn.config import Config
from gunicorn.glogging import Logger

from operations.logs import ACCESS

_NAMED: Final = re.compile(r"\{([^}]*)\}([ioe])")
# What gunicorn asks the variables for itself.
_ASKED: Final = (
    *("REMOTE_ADDR", "REQUEST_METHOD", "RAW_URI", "SERVER_PROTOCOL", "PATH_INFO", "QUERY_STRING"),
    *("HTTP_REFERER", "HTTP_USER_AGENT", "HTTP_AUTHORIZATION"),
)


class AccessLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Writes the same lines as gunicorn's own, whatever the format."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        found = _NAMED.findall(" ".join((cfg.access_log_format, *ACCESS.values())))
        self.named = {kind: {name.lower() for name, of in found if of == kind} for kind in "ioe"}

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> dict[str, Any]:
        """The values that a line may name, as gunicorn gives them."""
        answer = SimpleNamespace(
            status=resp.status, sent=getattr(resp, "sent", None), headers=self._picked("o", resp.headers)
        )
        variables: dict[str, Any] = {name: environ[name] for name in _ASKED if name in environ}
        variables.update(self._picked("e", environ))
        asked = self._picked("i", getattr(req, "headers", req))
        atoms: dict[str, Any] = super().atoms(answer, asked, variables, request_time)
        return atoms

    def _picked(self, kind: str, pairs: Any) -> list[tuple[str, Any]]:
        names = self.named[kind]
        each: Iterable[tuple[str, Any]] = pairs.items() if hasattr(pairs, "items") else pairs
        return [(name, value) for name, value in each if name.lower() in names] if names else []
