"""The app of what developers run."""

from __future__ import annotations

from importlib.util import find_spec

from django.apps import AppConfig
from django.utils import autoreload


class ToolsConfig(AppConfig):
    name = "tools"

    def ready(self) -> None:
        """Where the packages for development are not installed (script/server does), Django looks each second."""
        if find_spec("watchfiles") is not None:
            from tools.reloading import WaitingReloader

            autoreload.get_reloader = WaitingReloader
