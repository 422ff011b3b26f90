"""Which database the site speaks to, and how."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import databases

URL = "postgresql://ada:s3cret@db.example:5433/grimoire?sslmode=require"


def test_writers_of_a_file_wait_for_their_turn() -> None:
    options = databases.sqlite("var/grimoire.sqlite3", is_kept_open=True)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_an_address_names_a_server() -> None:
    settings = databases.postgresql(URL)
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    assert [settings[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == [
        *("ada", "s3cret", "db.example", 5433, "grimoire")
    ]
    assert settings["OPTIONS"]["sslmode"] == "require"
    assert settings["OPTIONS"]["pool"]["max_size"] >= 4
    assert settings["CONN_MAX_AGE"] == 0  # Django takes no pool otherwise


def test_a_server_that_falls_silent_is_given_up() -> None:
    options = databases.postgresql(f"{URL}&connect_timeout=2")["OPTIONS"]
    assert options["connect_timeout"] == 2  # whoever says so knows better
    assert 1000 < options["tcp_user_timeout"] < 60_000
    silent = options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"]
    assert silent <= options["tcp_user_timeout"] / 1000


def test_a_socket_is_named_by_its_folder() -> None:
    assert databases.postgresql("postgresql://grimoire@%2Fvar%2Frun%2Fpostgresql/grimoire")["HOST"] == (
        "/var/run/postgresql"
    )


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://ada:s3cret@host/name", "postgresql://ada:s3cret@host", "sqlite:///x"]
)
def test_anything_else_is_refused_without_telling_the_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="GRIMOIRE_DATABASE_URL") as refused:
        databases.postgresql(url)
    assert "s3cret" not in str(refused.value)
