"""What the containers promise: nobody is root, nothing is written but where it is meant to be, all are looked after."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.production import SECRET, production

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if service["image"] == "grimoire"]
GIVEN = {"GRIMOIRE_HOST": "grimoire.example", "GRIMOIRE_SECRET_KEY": SECRET, "DATABASE_PASSWORD": "s3cret"}


def instructions(stage: str) -> list[tuple[str, str]]:
    """The instructions of a stage of the Dockerfile: name and the rest, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    by_stage: dict[str, list[tuple[str, str]]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" ")
        if name == "FROM":
            at = by_stage.setdefault(rest.split(" AS ")[1], [])
        at.append((name, rest))
    return by_stage[stage]


def user_of(service: dict[str, Any]) -> str:
    """The user that a container runs as."""
    stage = service.get("build", {}).get("target")
    return str(service.get("user") or [rest for name, rest in instructions(stage) if name == "USER"][-1])


def substituted(text: str) -> str:
    return re.sub(r"\$\{(\w+):\?[^}]*\}", lambda match: GIVEN[match[1]], text)


def environment(name: str) -> dict[str, str]:
    """What a service finds in its environment, the image's own variables included."""
    image = " ".join(rest for instruction, rest in instructions("site") if instruction == "ENV")
    own = {key: substituted(str(value)) for key, value in SERVICES[name]["environment"].items()}
    return dict(part.split("=", 1) for part in shlex.split(image)) | own


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_can_do_no_more_than_it_must(name: str) -> None:
    service = SERVICES[name]
    user, group = map(int, user_of(service).split(":"))
    assert user > 0 and group > 0
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", [])) <= ({"NET_BIND_SERVICE"} if name == "proxy" else set())
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["mem_limit"] and service["pids_limit"]
    assert not {"privileged", "devices", "pid", "ipc", "network_mode"} & set(service)
    assert all(not mount.startswith((".", "/")) for mount in service.get("volumes", []))  # nothing of the machine's own


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"prepare"}))
def test_a_container_is_started_again_and_looked_after(name: str) -> None:
    service = SERVICES[name]
    assert service["restart"] == "unless-stopped"
    assert "healthcheck" in service or "HEALTHCHECK" in dict(instructions(service["build"]["target"]))


def test_nobody_starts_before_what_it_needs() -> None:
    for name in ("site", "streams", "worker"):
        assert SERVICES[name]["depends_on"]["prepare"] == {"condition": "service_completed_successfully"}
    assert SERVICES["prepare"]["depends_on"]["postgres"] == {"condition": "service_healthy"}
    assert SERVICES["prepare"]["restart"] == "no"
    # While the cluster is made, its first server listens on a socket: nothing may start then.
    assert "--host=127.0.0.1" in SERVICES["postgres"]["healthcheck"]["test"]


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == ["inside"]


def test_what_is_kept_is_kept_in_volumes() -> None:
    mounts = [mount.split(":") for service in SERVICES.values() for mount in service.get("volumes", [])]
    assert {name for name, _ in mounts} == set(COMPOSE["volumes"])
    made = next(rest for name, rest in instructions("site") if name == "RUN" and "/var/lib/grimoire" in rest)
    places = [path for name, path in mounts if path.startswith("/var/lib/grimoire")]
    assert places and all(
        path in made.split() for path in places
    )  # a new volume belongs to whom the image's folder does
    own = environment("site")
    assert {own["GRIMOIRE_MEDIA_ROOT"], own["GRIMOIRE_RENDER_CACHE"]} <= set(places)
    assert own["XDG_CACHE_HOME"] in SERVICES["site"]["tmpfs"]


@pytest.mark.parametrize("name", OURS)
def test_the_site_starts_with_what_it_is_given(name: str) -> None:
    code = (
        "from config import env; from django.conf import settings as s; assert s.PRODUCTION and s.HTTPS\n"
        "print(s.UNKNOWN_VARIABLES, s.DATABASES['default']['HOST'], s.ALLOWED_HOSTS, s.BEHIND_PROXY)"
    )
    done = production(ROOT, code, **environment(name))
    assert done.stdout.strip() == "[] postgres ['grimoire.example'] True", done.stderr


def test_what_they_start_exists() -> None:
    commands = [SERVICES[name].get("command", []) for name in OURS]
    words = " ".join(word for command in commands for word in command)
    assert set(re.findall(r"manage\.py (\w+)", words)) == {"migrate", "load_sets", "load_books", "db_worker"}
    assert set(re.findall(r"manage\.py (\w+)", words)) <= set(get_commands())
    tests = [
        service["healthcheck"]["test"] for service in SERVICES.values() if "test" in service.get("healthcheck", {})
    ]
    scripts = {word for test in tests for word in test if word.startswith("script/")}
    assert scripts == {"script/probe.py"} and (ROOT / "script/probe.py").is_file()
    locked = (ROOT / "requirements/base.txt").read_text("utf-8")
    started = {"gunicorn", *re.findall(r"\.venv/bin/(?!python)(\w+)", words)}
    assert all(f"\n{program}==" in locked for program in started)


def test_the_proxy_leads_to_where_they_listen() -> None:
    caddy = (ROOT / "deploy/Caddyfile").read_text("utf-8")
    environment = SERVICES["proxy"]["environment"]
    assert set(re.findall(r"\{\$(\w+):", caddy)) == set(environment)
    (site,) = (json.loads(rest) for name, rest in instructions("site") if name == "CMD")
    assert environment["GRIMOIRE_SITE"].removeprefix("site") == site[-1].removeprefix("0.0.0.0")
    assert environment["GRIMOIRE_STREAMS"] == "streams:8001" and "--port=8001" in SERVICES["streams"]["command"]


def test_the_image_has_what_it_needs_and_nothing_secret() -> None:
    installed = next(rest for name, rest in instructions("site") if name == "RUN").split()
    wanted = set(re.findall(r"printf '%s\\n' (lib\S+|fonts\S+)", (ROOT / "script/bootstrap").read_text("utf-8")))
    drawing = {package for package in wanted if not package.startswith("libatomic")}
    assert len(drawing) == 4 and drawing <= set(installed)
    version = re.search(r"postgres:(\d+)", SERVICES["postgres"]["image"])
    assert version and f"postgresql-client-{version[1]}" in installed  # an older one would copy nothing
    ignored = set((ROOT / ".dockerignore").read_text("utf-8").splitlines())
    assert {".git*", "var", ".env", "*.env", "*.sqlite3*", "secrets"} <= ignored
    copied = [
        rest
        for stage in ("packages", "engine", "front", "built", "proxy")
        for name, rest in instructions(stage)
        if name == "COPY"
    ]
    sources = [source for rest in copied if "--from" not in rest for source in rest.split()[:-1]]
    assert all((ROOT / source).exists() for source in sources)
    assert not any("SECRET" in rest for name, rest in instructions("site"))
    kept = set((ROOT / ".gitignore").read_text("utf-8").splitlines())
    assert {"/.env", "/grimoire.env"} <= kept  # they lie beside compose.yaml, in a checkout


def test_what_builds_the_image_is_not_in_it() -> None:
    stages = {
        stage: " ".join(rest for _, rest in instructions(stage)) for stage in ("engine", "front", "built", "site")
    }
    assert "gcc" in stages["engine"] and "script/compile.py --is-current" in stages["engine"]
    assert all(word not in stages[stage] for word in ("gcc", "npm") for stage in ("built", "site"))
    taken = {rest for stage in stages for name, rest in instructions(stage) if name == "COPY" and "--from" in rest}
    assert taken == {
        "--from=engine /srv/grimoire/var/compiled var/compiled",
        "--from=front /srv/grimoire/node_modules node_modules",
        "--from=built /srv/grimoire /srv/grimoire",
    }
    assert "script/bootstrap front" in stages["front"]
    assert "-m compileall" in stages["built"]  # where it runs nothing can be written


def test_whoever_builds_it_fetches_base_images_alone() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    assert "syntax=" not in text
    bases = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert {base for base in bases if base not in {"packages"}} == {"python:3.11-slim-bookworm", "caddy:2"}


@pytest.fixture
def server() -> Any:
    """A server that answers with what its attribute ``says`` holds: a status and a body."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = self.server.says  # type: ignore[attr-defined]
            self.send_response(status)
            self.send_header("Location", "https://nowhere.invalid/")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def test_a_probe_tells_the_living_from_the_dead(server: Any) -> None:
    url = f"http://127.0.0.1:{server.server_port}/readyz"

    def probed(*arguments: str) -> bool:
        command = [sys.executable, "-S", "script/probe.py", *arguments]
        return subprocess.run(command, cwd=ROOT, check=False).returncode == 0

    ready, silent = b'{"worker": "ok"}', b'{"worker": "silent"}'
    says = [(200, ready), (301, b""), (400, b"no"), (503, b""), (500, b"")]
    results = []
    for server.says in says:
        results.append(probed(url))
    assert results == [True, True, True, False, False]
    results = []
    for server.says in ((503, ready), (503, silent), (200, b"[]"), (200, b"ok")):
        results.append(probed(url, "worker"))
    assert results == [True, False, False, False]
    assert not probed("http://127.0.0.1:9/")


def test_both_proxies_show_one_page_while_the_site_starts() -> None:
    pages = [
        re.search(r"['`](<!doctype html>[^'`]*)['`]", (ROOT / "deploy" / name).read_text("utf-8"))
        for name in ("nginx.conf", "Caddyfile")
    ]
    assert pages[0] and pages[1] and pages[0][1] == pages[1][1]
    assert 'lang="en"' in pages[0][1] and 'lang="fr"' in pages[0][1]
