"""Configuration fails loudly: each reader takes what is right and names what is wrong."""

import os
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

NAME = "GRIMOIRE_TRIAL"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    monkeypatch.delenv(f"{NAME}_FILE", raising=False)


@pytest.mark.parametrize(
    ("value", "expected"), [("1", True), ("True", True), (" on ", True), ("0", False), ("no", False), ("", True)]
)
def test_boolean(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv(NAME, value)
    assert env.boolean(NAME, default=True) is expected


def test_boolean_refuses_what_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "ture")
    with pytest.raises(ImproperlyConfigured, match=f"{NAME} must be one of .*'ture'"):
        env.boolean(NAME, default=False)


def test_integer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.integer(NAME, default=5) == 5
    monkeypatch.setenv(NAME, "12")
    assert env.integer(NAME, default=5) == 12
    monkeypatch.setenv(NAME, "twelve")
    with pytest.raises(ImproperlyConfigured, match=NAME):
        env.integer(NAME, default=5)


def test_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.choice(NAME, {"a", "b"}, default="a") == "a"
    monkeypatch.setenv(NAME, "c")
    with pytest.raises(ImproperlyConfigured, match="'c'"):
        env.choice(NAME, {"a", "b"}, default="a")


def test_items(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.items(NAME, default=["x"]) == ["x"]
    with pytest.raises(ImproperlyConfigured, match=NAME):
        env.items(NAME)
    monkeypatch.setenv(NAME, "a.example, b.example,")
    assert env.items(NAME) == ["a.example", "b.example"]


def test_secret_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"{NAME} or {NAME}_FILE"):
        env.secret(NAME)
    assert env.secret(NAME, default="known") == "known"
    monkeypatch.setenv(NAME, "hidden")
    assert env.secret(NAME) == "hidden"


def test_secret_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    monkeypatch.setenv(f"{NAME}_FILE", str(path))
    with pytest.raises(ImproperlyConfigured, match="Cannot read"):
        env.secret(NAME)
    path.write_text("\n")
    with pytest.raises(ImproperlyConfigured, match="empty"):
        env.secret(NAME)
    path.write_text("hidden\n")
    assert env.secret(NAME) == "hidden"
    monkeypatch.setenv(NAME, "hidden too")
    with pytest.raises(ImproperlyConfigured, match="not both"):
        env.secret(NAME)


@pytest.fixture
def development_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in env.HOSTED_BY:
        monkeypatch.setenv(name, "")  # so that what is set here does not outlive the test
        monkeypatch.delenv(name)
    path = tmp_path / "development.env"
    path.write_text("# a comment\n\nGRIMOIRE_ENV = development\n")
    return path


def test_the_development_file_says_what_this_place_is(development_file: Path) -> None:
    env.read_development_file(development_file.with_name("missing.env"))
    assert "GRIMOIRE_ENV" not in os.environ
    env.read_development_file(development_file)
    assert os.environ["GRIMOIRE_ENV"] == "development"


@pytest.mark.parametrize("name", env.HOSTED_BY)
def test_the_environment_comes_before_the_development_file(
    monkeypatch: pytest.MonkeyPatch, development_file: Path, name: str
) -> None:
    monkeypatch.setenv(name, "production")
    env.read_development_file(development_file)
    assert os.environ.get("GRIMOIRE_ENV", "production") == "production"


@pytest.mark.parametrize("line", ["GRIMOIRE_ENV", "PATH=/nowhere"])
def test_a_line_that_is_no_setting_is_named(development_file: Path, line: str) -> None:
    development_file.write_text(f"# a comment\n{line}\n")
    with pytest.raises(ImproperlyConfigured, match=f"development.env, line 2: .*{line}"):
        env.read_development_file(development_file)
