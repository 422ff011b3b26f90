"""The units for systemd: started again, bounded, and able to write nowhere but where the site keeps its things."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
UNITS = sorted((ROOT / "deploy").glob("grimoire-*.service"))
HARDENED = {
    "NoNewPrivileges": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectKernelModules": "yes",
    "ProtectControlGroups": "yes",
    "RestrictSUIDSGID": "yes",
    "CapabilityBoundingSet": "",
    "UMask": "0077",
}


def read(path: Path) -> ConfigParser:
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(path.read_text("utf-8"))
    return unit


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_a_service_can_do_no_more_than_it_must(path: Path) -> None:
    service = read(path)["Service"]
    assert service["User"] == "grimoire"
    assert {name: service.get(name) for name in HARDENED} == HARDENED
    assert all(place.startswith(("/srv/grimoire/var", "/var/backups")) for place in service["ReadWritePaths"].split())


@pytest.mark.parametrize("path", [path for path in UNITS if "backup" not in path.name], ids=lambda path: path.stem)
def test_a_service_is_started_again_and_bounded(path: Path) -> None:
    unit = read(path)
    assert unit["Service"]["Restart"] == "always"
    assert unit["Service"]["MemoryMax"] and unit["Service"]["TasksMax"]
    assert unit["Install"]["WantedBy"] == "multi-user.target"


def test_what_they_start_exists() -> None:
    started = [read(path)["Service"]["ExecStart"] for path in UNITS]
    locked = (ROOT / "requirements/base.txt").read_text("utf-8")
    for command in started:
        program = command.split()[0].removeprefix("/srv/grimoire/.venv/bin/")
        assert program == "python" or f"\n{program}==" in locked
    assert {match[1] for command in started if (match := re.search(r"manage\.py (\w+)", command))} <= set(
        get_commands()
    )


def test_systemd_has_nothing_against_them(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd here to ask")
    python = sys.executable.replace(" ", r"\x20")  # as units write a space
    for path in (ROOT / "deploy").glob("grimoire-*.*"):
        text = path.read_text("utf-8")
        for named in set(re.findall(r"/srv/grimoire/\.venv/bin/\w+", text)):
            text = text.replace(named, python)
        (tmp_path / path.name).write_text(text, "utf-8")
    done = subprocess.run(
        [program, "verify", "--man=no", *sorted(map(str, tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    faults = [line for line in done.stderr.splitlines() if "grimoire" in line]
    assert done.returncode == 0 and not faults, done.stderr


def test_proxies_number_what_they_pass_on() -> None:
    """To each service: an id that a visitor sends is else taken for theirs."""
    caddy, nginx = ((ROOT / "deploy" / name).read_text("utf-8") for name in ("Caddyfile", "nginx.conf"))
    assert caddy.count("header_up X-Request-ID ") == len(re.findall(r"^\treverse_proxy ", caddy, re.MULTILINE)) == 2
    assert nginx.count("proxy_set_header X-Request-ID ") == nginx.count("proxy_pass ") == 2
