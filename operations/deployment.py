"""What is missing where the site is to run: Django's checks of a deployment, and ours.

``script/deploy-check`` runs them all. An error keeps something from working; a warning is worth a thought.
"""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import requests
from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils.crypto import get_random_string

from operations.health import readiness
from operations.kept_databases import BackupProblem, PostgresqlDatabase, SqliteFile, find_program, kept_database
from operations.kept_media import is_bucket, was_restored

BROUGHT_BACK: Final = (
    "A restored backup brings back revoked API tokens, ended sessions, used recovery codes and old passwords. Run "
    "manage.py end_all_sessions to end all sessions, tokens and links. Whoever changed a password after the backup "
    "must change it again, and make new recovery codes."
)
SECRETS: Final = (
    *("GRIMOIRE_SECRET_KEY", "GRIMOIRE_DATABASE_URL", "GRIMOIRE_DISCORD_SECRET"),
    *("GRIMOIRE_EMAIL_PASSWORD", "GRIMOIRE_VAPID_PRIVATE_KEY", "GRIMOIRE_METRICS_TOKEN", "GRIMOIRE_SENTRY_DSN"),
    "GRIMOIRE_MEDIA_S3_SECRET_KEY",
    "GRIMOIRE_DISCORD_BOT_TOKEN",
)
# Of each thing that /readyz may find wrong: what to do about it.
HINTS: Final = {
    "database": "Check that the server runs, the folder exists and the address is right.",
    "migrations": "Run manage.py migrate.",
    "worker": "Start grimoire-worker (manage.py db_worker): without it nothing is printed, proven or cleaned up.",
    "clock": "Set the clocks of all machines by NTP (systemd-timesyncd, chrony).",
    "space": "Free disk space, on PostgreSQL's machine too: GRIMOIRE_LEAST_FREE_MB is the least there must be.",
}


@register(Tags.security, deploy=True)
def check_variables(**_: Any) -> list[CheckMessage]:
    """Names of variables, and who may read the files that they name."""
    messages: list[CheckMessage] = [
        Error(
            f"{name} is set, but no such variable exists.", hint="docs/host/settings.md lists them all.", id="site.E001"
        )
        for name in settings.UNKNOWN_VARIABLES
    ]
    for name in SECRETS:
        path = os.environ.get(f"{name}_FILE", "").strip()
        if path and stat.S_IMODE(Path(path).stat().st_mode) & 0o077:
            hint = f"chmod 600 {path}"
            messages.append(Warning(f"Other users of this machine can read {name}_FILE.", hint=hint, id="site.W002"))
    return messages


@register("hosting", deploy=True)
def check_reach(**_: Any) -> list[CheckMessage]:
    """Proxy, host names, mail."""
    messages: list[CheckMessage] = []
    if settings.HTTPS and not settings.BEHIND_PROXY:
        text = (
            "The site ignores a proxy's headers: behind one, pages redirect forever and all visitors share one address."
        )
        messages.append(Warning(text, hint="Behind a proxy, set GRIMOIRE_BEHIND_PROXY=true.", id="site.W003"))
    if not settings.HTTPS:
        text = "GRIMOIRE_HTTPS is off: passwords and session cookies travel unencrypted."
        messages.append(Warning(text, hint="Remove it wherever other people can reach the site.", id="site.W016"))
    if "*" in settings.ALLOWED_HOSTS:
        hint = "List its host names in GRIMOIRE_ALLOWED_HOSTS."
        messages.append(Warning("The site answers to any host name.", hint=hint, id="site.W004"))
    if not settings.EMAIL_HOST:
        hint = "Set GRIMOIRE_EMAIL_HOST."
        messages.append(
            Warning("The site cannot send mail: a forgotten password is a lost account.", hint=hint, id="site.W005")
        )
    if not settings.ADMINS and not settings.SENTRY_DSN:
        hint = "Set GRIMOIRE_ADMINS or GRIMOIRE_SENTRY_DSN."
        messages.append(Warning("Errors are only logged: nobody is told.", hint=hint, id="site.W006"))
    if bool(settings.DISCORD_PUBLIC_KEY) != bool(settings.DISCORD_APPLICATION_ID):
        text = "The Discord application's public key or id is missing: Discord commands do not work."
        hint = "Set both GRIMOIRE_DISCORD_PUBLIC_KEY and GRIMOIRE_DISCORD_APPLICATION_ID."
        messages.append(Warning(text, hint=hint, id="site.W014"))
    if not settings.SECURITY_CONTACT:
        text = "There is no contact for security reports: /.well-known/security.txt is missing."
        messages.append(Warning(text, hint="Set GRIMOIRE_SECURITY_CONTACT=security@…", id="site.W017"))
    if settings.EGRESS_PROXY and not (settings.WEBHOOKS or settings.VAPID_PRIVATE_KEY or settings.TABLE_LINKS):
        text = "GRIMOIRE_EGRESS_PROXY is set, but the site sends nothing."
        hint = "Set GRIMOIRE_WEBHOOKS, GRIMOIRE_TABLE_LINKS or GRIMOIRE_VAPID_PRIVATE_KEY, or remove it."
        messages.append(Warning(text, hint=hint, id="site.W015"))
    return messages


@register("hosting", deploy=True)
def check_places(**_: Any) -> list[CheckMessage]:
    """Folders that the site writes into, and files that are made once for each version."""
    database = kept_database(settings.DATABASES["default"])
    places = {"GRIMOIRE_MEDIA_ROOT": Path(settings.MEDIA_ROOT), "GRIMOIRE_RENDER_CACHE": Path(settings.RENDER_CACHE)}
    if isinstance(database, SqliteFile):
        places["GRIMOIRE_DATABASE"] = database.path.parent
    user = _SitesUser()
    shut = [(name, path) for name, path in places.items() if not user.may_fill(path)]
    if isinstance(database, SqliteFile) and database.path.is_file() and not user.may(database.path, os.W_OK):
        shut.append(("GRIMOIRE_DATABASE", database.path))  # made by root, for one
    messages: list[CheckMessage] = [
        Error(
            f"The user {user.name} cannot write to {path} ({name}).",
            hint="Make the site's user its owner.",
            id="site.E007",
        )
        for name, path in shut
    ]
    if was_restored().exists():
        messages.append(Warning(BROUGHT_BACK, id="site.W018"))
    if not (Path(settings.STATIC_ROOT) / "staticfiles.json").is_file():
        hint = "Run manage.py collectstatic --no-input."
        messages.append(Error("The static files have not been collected: no page works.", hint=hint, id="site.E008"))
    for path in map(Path, settings.LOCALE_PATHS):
        for catalogue in path.glob("*/LC_MESSAGES/django.po"):
            if not catalogue.with_suffix(".mo").is_file():
                hint = "Run script/bootstrap image."
                messages.append(Error(f"{catalogue} has not been compiled.", hint=hint, id="site.E009"))
    if is_bucket():
        messages += _of_the_bucket()
    if isinstance(database, PostgresqlDatabase):
        try:
            find_program("pg_dump")
        except BackupProblem as problem:
            messages.append(Warning(f"Backups cannot be made here. {problem}", id="site.W010"))
    return messages


@register(Tags.database, deploy=True)
def check_what_runs(databases: Sequence[str] | None, **_: Any) -> list[CheckMessage]:
    """What /readyz looks at, and what belongs into the database."""
    if not databases:
        return []
    ready = readiness()
    messages: list[CheckMessage] = [
        (Warning if name in ("worker", "space") else Error)(
            f"{name}: {state}.", hint=HINTS[name], id="site.W011" if name in ("worker", "space") else "site.E012"
        )
        for name, state in ready.items()
        if state != "ok"
    ]
    if ready["database"] == ready["migrations"] == "ok":
        messages += [
            Error(
                "The site's own cards or books are not in the database.",
                hint=f"Run manage.py {command}.",
                id="site.E013",
            )
            for command, (model, fields) in settings.SHIPPED.items()
            if not apps.get_model(model)._default_manager.filter(**fields).exists()
        ]
    return messages


def _of_the_bucket() -> list[CheckMessage]:
    """Whether files can be written there and read again, and by nobody else."""
    name = f"checks/{get_random_string(12)}"
    try:
        name_in_bucket = default_storage.save(name, ContentFile(b"x"))
        try:
            with default_storage.open(name_in_bucket) as file:
                file.read()
            address = default_storage.url(name_in_bucket).partition("?")[0]
            response = requests.get(address, timeout=10)
        finally:
            default_storage.delete(name_in_bucket)
    except Exception as problem:  # each kind of storage has failures of its own
        hint = "Check GRIMOIRE_MEDIA_S3_ENDPOINT, …_BUCKET and the keys, which must be able to write, read and delete."
        return [Error(f"The bucket cannot be used: {type(problem).__name__}: {problem}", hint=hint, id="site.E014")]
    if response.ok:
        hint = "Make the bucket private: the site itself serves what people may see."
        return [Error("Anyone with a file's address can read it in the bucket.", hint=hint, id="site.E015")]
    return []


class _SitesUser:
    """Whom the site runs as: whoever asks, or, where root asks, who may write everywhere, the owner of the project."""

    def __init__(self) -> None:
        self.uid, self.groups = os.geteuid(), {os.getegid(), *os.getgroups()}
        owner = Path(settings.BASE_DIR).stat()
        self.stands_in = self.uid == 0 != owner.st_uid
        if self.stands_in:
            self.uid, self.groups = owner.st_uid, {owner.st_gid}
        self.name = str(self.uid)
        with suppress(KeyError):
            known = pwd.getpwuid(self.uid)
            self.name = known.pw_name
            if self.stands_in:
                self.groups = set(os.getgrouplist(known.pw_name, known.pw_gid))

    def may_fill(self, path: Path) -> bool:
        """Whether there is such a folder or one may be made, and files in it."""
        existing = next(folder for folder in (path, *path.parents) if folder.exists())
        reached = all(self.may(parent, os.X_OK) for parent in existing.parents)
        return reached and existing.is_dir() and self.may(existing, os.W_OK | os.X_OK)

    def may(self, path: Path, wanted: int) -> bool:
        """Whether they may do with a file or folder all that ``wanted`` says, os.W_OK and os.X_OK."""
        if not self.stands_in:
            return os.access(path, wanted)
        status = path.stat()
        shift = 6 if status.st_uid == self.uid else 3 if status.st_gid in self.groups else 0
        return status.st_mode >> shift & wanted == wanted and os.access(path, wanted)
