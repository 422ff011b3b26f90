"""Production is safe or does not start; every page carries the policy that keeps foreign scripts out."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from tests.production import GOOD, SECRET, manage, production

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")


@pytest.mark.parametrize("missing", sorted(GOOD))
def test_production_refuses_to_start_without(root: Path, missing: str) -> None:
    rest = {name: value for name, value in GOOD.items() if name != missing}
    done = production(root, "import config.wsgi", **rest)
    assert done.returncode != 0
    assert missing in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("key", ["x", SECRET[:31]])
def test_production_refuses_a_key_that_can_be_guessed(root: Path, key: str) -> None:
    done = production(root, "import config.wsgi", **{**GOOD, "GRIMOIRE_SECRET_KEY": key})
    assert done.returncode != 0
    refusal = done.stderr.splitlines()[-1]
    assert "GRIMOIRE_SECRET_KEY must have at least 32 random characters" in refusal
    command = refusal.partition("Make one with: python3 -c ")[2].strip('"')
    made = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout.strip()
    assert production(root, "import config.settings", **{**GOOD, "GRIMOIRE_SECRET_KEY": made}).returncode == 0


def test_production_sends_no_mail_for_any_host(root: Path) -> None:
    variables = {**GOOD, "GRIMOIRE_ALLOWED_HOSTS": "grimoire.example,*", "GRIMOIRE_EMAIL_HOST": "mail.example"}
    done = production(root, "import config.settings", **variables)
    assert done.returncode != 0
    assert "GRIMOIRE_ALLOWED_HOSTS cannot be *" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("environment", "refusal"),
    [
        ({"GRIMOIRE_VAPID_PRIVATE_KEY": "short"}, "GRIMOIRE_VAPID_PRIVATE_KEY is not a key"),
        ({"GRIMOIRE_VAPID_PRIVATE_KEY": "_" * 42 + "8"}, "GRIMOIRE_VAPID_PRIVATE_KEY is not a key"),  # beyond the curve
        ({"GRIMOIRE_VAPID_PRIVATE_KEY": "A" * 42 + "E", "GRIMOIRE_VAPID_CONTACT": "ada"}, "GRIMOIRE_VAPID_CONTACT"),
        ({"GRIMOIRE_VAPID_PRIVATE_KEY": "A" * 42 + "E", "GRIMOIRE_ALLOWED_HOSTS": "*"}, "GRIMOIRE_VAPID_CONTACT"),
    ],
)
def test_production_refuses_a_push_key_that_is_none(root: Path, environment: dict[str, str], refusal: str) -> None:
    done = production(root, "import config.settings", **{**GOOD, **environment})
    assert done.returncode != 0
    assert refusal in done.stderr.splitlines()[-1]


@pytest.mark.long
def test_a_push_key_is_made_and_taken(root: Path, tmp_path: Path) -> None:
    """Without one nothing is told; with the command's, in the environment or in a file, it is on."""
    code = "from django.conf import settings as s; print([len(s.VAPID_PUBLIC_KEY), s.VAPID_CONTACT])"
    assert production(root, code, **GOOD).stdout == "[0, 'https://grimoire.example']\n"
    made = production(root, manage("make_push_key"), **GOOD).stdout
    name, _, key = made.strip().partition("=")
    assert name == "GRIMOIRE_VAPID_PRIVATE_KEY"
    assert production(root, manage("make_push_key"), **GOOD).stdout != made
    file = tmp_path / "push-key"
    file.write_text(f"{key}\n", encoding="utf-8")
    for environment in ({name: key}, {f"{name}_FILE": str(file)}):
        done = production(root, code, **GOOD, **environment, GRIMOIRE_VAPID_CONTACT="mailto:ada@example.org")
        assert done.stdout == "[87, 'mailto:ada@example.org']\n", done.stderr


def test_production_refuses_debug(root: Path) -> None:
    done = production(root, "import config.wsgi", GRIMOIRE_DEBUG="1", **GOOD)
    assert done.returncode != 0
    assert "GRIMOIRE_DEBUG" in done.stderr.splitlines()[-1]


def test_production_passes_the_deployment_checks(root: Path) -> None:
    key = production(root, manage("make_push_key"), **GOOD).stdout.strip().partition("=")[2]
    for more in ({}, {"GRIMOIRE_VAPID_PRIVATE_KEY": key}):
        done = production(
            root, manage("check", "--deploy", "--tag", "security", "--fail-level", "WARNING"), **GOOD, **more
        )
        assert done.returncode == 0, done.stderr


def test_production_sends_plain_http_to_https(root: Path, collected_static: Path) -> None:
    code = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "client = Client(headers={'host': 'grimoire.example'})\n"
        "print(client.get('/nowhere')['Location'])\n"
        "answer = client.get('/nowhere', secure=True)\n"
        "print(answer.status_code, answer['Strict-Transport-Security'], answer['Content-Security-Policy'])\n"
        "print(Client(headers={'host': 'evil.example'}).get('/', secure=True).status_code)\n"
    )
    # Error pages name style sheets, too.
    done = production(root, code, GRIMOIRE_STATIC_ROOT=str(collected_static), **GOOD)
    assert done.returncode == 0, done.stderr
    redirect, answer, refused = done.stdout.splitlines()
    assert redirect == "https://grimoire.example/nowhere"
    assert answer.startswith("404 max-age=31536000 ")
    assert "default-src 'self'" in answer
    assert refused == "400"


def test_production_collects_static_files(collected_static: Path) -> None:
    """Every file that a stylesheet names exists, or the hashed storage would have refused."""
    assert (collected_static / "staticfiles.json").exists()
    assert list(collected_static.glob("fonts/alegreya/*.woff2"))


def header(answer: HttpResponse) -> dict[str, str]:
    directives = (part.strip().partition(" ") for part in answer["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in directives}


@pytest.mark.parametrize("path", ["/", "/fr/", "/nowhere"])
def test_every_answer_carries_the_content_policy(client: Client, db: None, path: str) -> None:
    response = client.get(path)
    policy = header(response)
    assert policy["default-src"] == "'self'"
    assert policy["object-src"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"


def test_the_tests_run_in_their_own_environment() -> None:
    assert settings.ENVIRONMENT == "test"
    assert not settings.PRODUCTION


def test_pages_are_compressed(client: Client) -> None:
    response = client.get("/board/", headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
