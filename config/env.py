"""Reads configuration from environment variables and fails loudly: a wrong value never becomes a silent default."""

import os
from collections.abc import Collection
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})

# What says that this place is configured by its environment alone.
HOSTED_BY = ("GRIMOIRE_ENV", "GRIMOIRE_SECRET_KEY", "GRIMOIRE_SECRET_KEY_FILE", "GRIMOIRE_ALLOWED_HOSTS")

# What other places ask for than the settings: config/gunicorn.py, the engine, the scripts, the tests.
ELSEWHERE = frozenset(
    {
        *("GRIMOIRE_WEB_WORKERS", "GRIMOIRE_WEB_THREADS", "GRIMOIRE_PURE", "GRIMOIRE_PYTHON"),
        *("GRIMOIRE_CHROMIUM", "GRIMOIRE_SLOW"),
    }
)
_asked: set[str] = set()


def unknown() -> list[str]:
    """Variables that are set and that nobody has asked for: a slip in a name would else be a silent default."""
    known = _asked | ELSEWHERE
    return sorted(name for name in os.environ if name.startswith("GRIMOIRE_") and name not in known)


def read_development_file(path: Path) -> None:
    """Takes GRIMOIRE_ENV from the file that script/server and script/test leave behind (NAME=VALUE, a line each).

    Only where the environment says nothing itself: with GRIMOIRE_ENV, a secret key or host names set, as whoever hosts
    the site has them, the file is not looked at, so that what was forgotten there still ends in a refusal to start.
    """
    if any(os.environ.get(name, "").strip() for name in HOSTED_BY) or not path.is_file():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        name, equals, value = (part.strip() for part in line.partition("="))
        if not name or name.startswith("#"):
            continue
        if not equals or not name.startswith("GRIMOIRE_"):
            raise ImproperlyConfigured(f"{path}, line {number}: write GRIMOIRE_NAME=VALUE, not {line!r}.")
        os.environ.setdefault(name, value)


def _read(name: str) -> str:
    _asked.add(name)
    return os.environ.get(name, "").strip()


def text(name: str, *, default: str | None = None) -> str:
    """The variable as it is; without a default it must be set."""
    value = _read(name)
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"Set {name} in the environment.")
    return default


def boolean(name: str, *, default: bool) -> bool:
    value = _read(name).lower()
    if not value:
        return default
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be one of {sorted(TRUE | FALSE)}, not {value!r}.")


def integer(name: str, *, default: int) -> int:
    value = text(name, default=str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def choice(name: str, allowed: Collection[str], *, default: str) -> str:
    value = text(name, default=default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {sorted(allowed)}, not {value!r}.")
    return value


def items(name: str, *, default: Collection[str] | None = None) -> list[str]:
    """A comma-separated list; without a default it must hold at least one item."""
    values = [item.strip() for item in _read(name).split(",") if item.strip()]
    if values:
        return values
    if default is None:
        raise ImproperlyConfigured(f"Set {name} in the environment, separated by commas.")
    return list(default)


def secret(name: str, *, default: str | None = None) -> str:
    """A secret from NAME, or from the file that NAME_FILE points to; both at once is an error."""
    path = _read(f"{name}_FILE")
    if not path:
        if default is None and not _read(name):
            raise ImproperlyConfigured(f"Set {name} or {name}_FILE in the environment.")
        return text(name, default=default)
    if _read(name):
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    try:
        value = Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"Cannot read {name}_FILE: {error}") from error
    if not value:
        raise ImproperlyConfigured(f"The file of {name}_FILE is empty: {path}")
    return value
