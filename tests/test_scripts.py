"""The scripts ask for what they may not install themselves, in words that can be typed as they are."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow("runs scripts in copies of the project")

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds; only a test that fails waits so long
SCRIPTS = sorted(path for path in (*ROOT.glob("script/*"), ROOT / ".ci" / "run") if path.is_file() and not path.suffix)


class Machine:
    """A copy of the project on a machine that is missing things; every command that matters here is a stand-in."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "my project"
        self.bin = folder / "bin"
        self.log = folder / "log"
        self.bin.mkdir()
        for name in ("script", "requirements"):
            shutil.copytree(ROOT / name, self.project / name, ignore=shutil.ignore_patterns("__pycache__"))
        # A Python as Debian has it before python3-venv is installed.
        self.command("python3", f'case "$*" in *ensurepip*) exit 1 ;; esac\nexec "{sys.executable}" "$@"')
        self.command("sudo", "exit 1")
        self.command("chromium", "echo Chromium 1.0")
        self.command("pdftoppm", "exit 0")
        self.user(1000)
        self.apt("exit 0")

    def command(self, name: str, body: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def user(self, number: int) -> None:
        self.command("id", f"echo {number}")

    def apt(self, body: str) -> None:
        self.command("apt-get", f'echo "$DEBIAN_FRONTEND: $*" >> "{self.log}"\n{body}')

    def bootstrap(self, *parts: str) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GRIMOIRE_")}
        environment["PATH"] = f"{self.bin}:/usr/bin:/bin"
        return subprocess.run(
            [self.project / "script" / "bootstrap", *parts],
            cwd="/",
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    @property
    def asked_of_apt(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


VENV = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_can_be_run(script: Path) -> None:
    assert os.access(script, os.X_OK)
    text = script.read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    subprocess.run(["bash", "-n", script], check=True)


def test_an_ordinary_user_is_told_what_to_type(machine: Machine) -> None:
    done = machine.bootstrap("server")
    assert done.returncode == 1
    assert f"\n  sudo apt-get update && sudo apt-get install -y {VENV}\n" in done.stderr
    assert machine.asked_of_apt == []
    assert not (machine.project / ".venv").exists()


def test_everything_that_is_missing_is_named_at_once(machine: Machine) -> None:
    machine.command("chromium", "exit 1")
    for name in ("chromium-browser", "google-chrome", "google-chrome-stable"):
        machine.command(name, "echo 'requires the chromium snap'; exit 1")
    done = machine.bootstrap("test")
    assert done.returncode == 1
    assert VENV in done.stderr
    assert " chromium\n" in done.stderr


def test_what_prints_the_cards_is_asked_for(machine: Machine) -> None:
    machine.command(
        "python3",
        f'case "$*" in *ensurepip* | *libpangoft2* | *libharfbuzz*) exit 1 ;; esac\nexec "{sys.executable}" "$@"',
    )
    done = machine.bootstrap("server")
    assert f"apt-get install -y {VENV} libpangoft2-1.0-0 libharfbuzz-subset0\n" in done.stderr


def test_root_installs_and_fetches_lists_only_when_needed(machine: Machine) -> None:
    machine.user(0)
    machine.bootstrap("server")
    assert [line.split(" ", 1)[0] for line in machine.asked_of_apt] == ["noninteractive:"]
    assert machine.asked_of_apt[0].endswith(f" install --yes --no-install-recommends {VENV}")


def test_root_tries_again_with_fresh_lists(machine: Machine) -> None:
    machine.user(0)
    machine.apt("echo 'E: no such package' >&2; exit 100")
    done = machine.bootstrap("server")
    assert done.returncode == 1
    assert [" update" in line for line in machine.asked_of_apt] == [False, True, False]
    assert "E: no such package" in done.stderr
    assert f"\n  apt-get update && apt-get install -y {VENV}\n" in done.stderr


def test_passwordless_sudo_is_used(machine: Machine) -> None:
    machine.command("sudo", '[ "$1" = -n ] && shift\nexec "$@"')
    machine.bootstrap("server")
    assert machine.asked_of_apt[0].endswith(VENV)


def test_an_old_python_is_refused(machine: Machine) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13"):
        machine.command(name, "exit 1")
    done = machine.bootstrap("server")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr


def test_an_environment_of_another_checkout_is_left_alone(machine: Machine, tmp_path: Path) -> None:
    """Making a new one would empty the folder that the link leads to."""
    machine.command("python3", f'exec "{sys.executable}" "$@"')
    other = tmp_path / "other"
    other.mkdir()
    (other / "kept").write_text("")
    (machine.project / ".venv").symlink_to(other)
    done = machine.bootstrap("python")
    assert done.returncode == 1
    assert "rm .venv" in done.stderr
    assert (other / "kept").exists()


def test_nothing_changed_nothing_done() -> None:
    """In this checkout everything is there, so the second start of a server costs next to nothing."""
    done = subprocess.run([ROOT / "script" / "bootstrap", "python"], capture_output=True, text=True, check=True)
    assert done.stdout == done.stderr == ""


class Checkout:
    """A copy of the project in which manage.py is run as a developer types it, with nothing set in the environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for path in ROOT.iterdir():
            if path.name not in {"manage.py", "var"} and not path.name.startswith("."):
                (folder / path.name).symlink_to(path)
        shutil.copy(ROOT / "manage.py", folder)
        (folder / "var").mkdir()

    def manage(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRIMOIRE_", "DJANGO_"))}
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.folder,
            env={**kept, **environment},
            capture_output=True,
            text=True,
        )


def test_manage_py_runs_where_set_up_has_been(tmp_path: Path) -> None:
    """Set-up leaves behind what manage.py needs; without it, or with settings of a host, it is as strict as ever."""
    checkout = Checkout(tmp_path)
    refused = checkout.manage("check")
    assert refused.returncode != 0
    assert "GRIMOIRE_SECRET_KEY" in refused.stderr
    bootstrap = (ROOT / "script" / "bootstrap").read_text()
    function = re.search(r"^ensure_development_file\(\) \{.*?^\}", bootstrap, re.MULTILINE | re.DOTALL)
    assert function is not None
    subprocess.run(["bash", "-euc", f"{function[0]}\nensure_development_file"], cwd=tmp_path, check=True)
    done = checkout.manage("check")
    assert done.returncode == 0, done.stderr
    refused = checkout.manage("check", GRIMOIRE_ALLOWED_HOSTS="grimoire.example")
    assert refused.returncode != 0
    assert "GRIMOIRE_SECRET_KEY" in refused.stderr


@pytest.mark.parametrize("script", ["server", "test"])
def test_developers_scripts_leave_the_development_file_behind(script: str) -> None:
    assert re.search(r"^script/bootstrap \w+ development$", (ROOT / "script" / script).read_text(), re.M)


class Served:
    """script/server with stand-ins for setting up and for Python, which note what they are asked to do."""

    def __init__(self, folder: Path, python: str) -> None:
        self.log = folder / "log"
        for name, body in {"script/bootstrap": "exit 0", ".venv/bin/python": python}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f'#!/bin/bash\necho "$$ $*" >> "{self.log}"\n{body}\n')
            path.chmod(0o755)
        shutil.copy(ROOT / "script" / "server", folder / "script" / "server")
        self.process = subprocess.Popen(
            [folder / "script" / "server"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            # Tests that run in the background of a shell ignore it, and so would the script.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def started(self, *commands: str) -> list[int]:
        """The ids of the processes that were started with these commands, once all are there."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            lines = self.log.read_text().splitlines() if self.log.exists() else []
            ids_by_command = [[int(line.split()[0]) for line in lines if command in line] for command in commands]
            if all(ids_by_command):
                return [ids[-1] for ids in ids_by_command]
            time.sleep(0.05)
        raise AssertionError(f"not started: {commands}")

    def end(self) -> int:
        """Waits for the end. Returns the exit status."""
        return self.process.wait(timeout=PATIENCE)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def are_gone(pids: list[int]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(is_running, pids))


WAITS = "exec sleep 600"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_worker_runs_beside_the_server_and_ends_with_it(tmp_path: Path, number: int) -> None:
    served = Served(tmp_path, WAITS)
    pids = served.started("manage.py runserver", "manage.py db_worker")
    served.process.send_signal(number)
    assert served.end() == 128 + number
    assert are_gone(pids)


def test_the_worker_ends_when_the_server_does(tmp_path: Path) -> None:
    ends = f'until grep -q db_worker "{tmp_path}/log"; do sleep 0.1; done; exit 3'
    served = Served(tmp_path, f'case "$*" in *runserver*) {ends} ;; esac\n{WAITS}')
    pids = served.started("manage.py db_worker")
    assert served.end() == 3
    assert are_gone(pids)


def test_a_worker_that_falls_is_started_again(tmp_path: Path) -> None:
    served = Served(tmp_path, f'case "$*" in *db_worker*) exit 1 ;; esac\n{WAITS}')
    first = served.started("db_worker")
    deadline = time.monotonic() + PATIENCE
    while served.started("db_worker") == first and time.monotonic() < deadline:
        time.sleep(0.1)
    assert served.started("db_worker") != first
    served.process.terminate()
    served.end()


class TestRun:
    """A copy of ``script/test`` where every command that it calls is a stand-in that writes down how it was called."""

    __test__ = False

    def __init__(self, folder: Path, engine: str = "compiled") -> None:
        self.project = folder / "project"
        self.log = folder / "log"
        (self.project / ".venv" / ".stamps").mkdir(parents=True)
        (self.project / ".venv" / ".stamps" / "chromium").write_text("/usr/bin/chromium")
        (self.project / "script").mkdir()
        shutil.copy(ROOT / "script" / "test", self.project / "script" / "test")
        self.command("script/bootstrap", "")
        self.command("script/postgresql", 'exec "$@"')
        self.command(".venv/bin/python", f'case "$1" in -c) echo {engine} ;; esac')
        for name in (".venv/bin/djlint", ".venv/bin/lint-imports", "node_modules/.bin/biome", "node_modules/.bin/tsc"):
            self.command(name, "")

    def command(self, name: str, body: str) -> None:
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        pure = "${GRIMOIRE_PURE:+ (pure)}${GRIMOIRE_DATABASE:+ (file)}"
        path.write_text(f'#!/bin/bash\nprintf "%s\\n" "{name} $*{pure}" >> "{self.log}"\n{body}\n')
        path.chmod(0o755)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GRIMOIRE_")}
        script = self.project / "script" / "test"
        return subprocess.run([script, *arguments], env=environment, capture_output=True, text=True)

    def calls(self, *arguments: str) -> list[str]:
        """The commands that were called, in order; the run has to end well."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return self.log.read_text().splitlines()

    def pytest(self, *arguments: str) -> list[str]:
        """The arguments of each call of pytest."""
        start = ".venv/bin/python -m pytest "
        return [call.removeprefix(start) for call in self.calls(*arguments) if call.startswith(start)]


@pytest.fixture
def test_run(tmp_path: Path) -> TestRun:
    return TestRun(tmp_path)


def test_all_tests_run_and_those_of_the_compiled_part_twice(test_run: TestRun) -> None:
    calls = test_run.calls()
    bootstrap, *checks = [call.split()[0].rpartition("/")[2] for call in calls[:11]]
    assert bootstrap == "bootstrap"
    assert sorted(checks) == [*("biome", "djlint", "lint-imports"), *["python"] * 5, *("tsc", "tsc")]  # in any order
    whole, again = (call for call in calls if " -m pytest " in call)
    assert "-m not long -n " in whole
    assert whole.endswith("--dist worksteal --durations=30 --durations-min=5 -r fER (file)")
    assert "--hypothesis-profile=fast -m (not long) and not slow tests/engine/decks --ignore" in again
    assert again.endswith("(pure) (file)")


def test_plain_files_are_not_tested_twice(tmp_path: Path) -> None:
    assert len(TestRun(tmp_path, "pure: not compiled").pytest()) == 1


def test_fast_leaves_out_what_is_slow_and_keeps_the_database(test_run: TestRun) -> None:
    (once,) = test_run.pytest("--fast")
    marks = "-m not long and not slow and not browser"
    assert once.startswith(f"{marks} --hypothesis-profile=fast -n ")


def test_long_takes_all_tests(test_run: TestRun) -> None:
    assert test_run.pytest("--long")[0].startswith("-m long or not long --hypothesis-profile=many -n ")


def test_only_checks_nothing_and_gives_arguments_to_pytest(test_run: TestRun) -> None:
    calls = test_run.calls("--only", "tests/cards", "-k", "aura or not")
    assert [call.split()[0] for call in calls] == ["script/bootstrap", ".venv/bin/python", ".venv/bin/python"]
    assert calls[-1] == ".venv/bin/python -m pytest -m not long tests/cards -k aura or not (file)"


def test_options_go_together(test_run: TestRun) -> None:
    (once,) = test_run.pytest("--only", "--fast", "tests/cards")
    assert once == "-m not long and not slow and not browser tests/cards --hypothesis-profile=fast (file)"


def test_postgresql_gets_a_cluster_and_what_uses_a_database(test_run: TestRun) -> None:
    calls = test_run.calls("--only", "--database", "postgresql", "tests/cards")
    marks = "-m database and (not long)"
    assert calls[-2:] == [
        f"script/postgresql .venv/bin/python -m pytest {marks} tests/cards",
        f".venv/bin/python -m pytest {marks} tests/cards",
    ]


def test_on_both_databases_each_test_runs_once(test_run: TestRun) -> None:
    here, pure, there = test_run.pytest("--database", "both")
    assert here.startswith("-m (not long) and (not database or browser or sqlite) -n ")
    assert here.endswith("(file)")
    assert pure.endswith("(pure) (file)")
    assert there.endswith("-m database and not browser and (not long)")


@pytest.mark.parametrize("arguments", [("--fast", "--long"), ("--database", "oracle"), ("--database",)])
def test_options_that_make_no_sense_run_nothing(test_run: TestRun, arguments: tuple[str, ...]) -> None:
    done = test_run.run(*arguments)
    assert done.returncode == 2
    assert "script/test: --" in done.stderr
    assert not test_run.log.exists()


def test_a_check_that_fails_is_shown_and_no_test_runs(test_run: TestRun) -> None:
    test_run.command("node_modules/.bin/tsc", "echo it does not fit; exit 1")
    done = test_run.run()
    assert done.returncode == 1
    assert "FAILED  tsc: types of scripts\nit does not fit" in done.stdout
    assert "-m pytest" not in test_run.log.read_text()
