"""A process of its own: brings the database that the environment names up to date, and says what is to be seen then.

Writes one JSON object: ``rows`` by table, ``schema`` (columns and indexes by table), ``pages`` (status by address).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402

from accounts.models import User  # noqa: E402


def schema() -> dict[str, list[str]]:
    """Columns, foreign keys and indexes by table, in no order: a column that was added later stands at the end."""
    tables = {}
    with connection.cursor() as cursor:

        def ask(query: str, name: str) -> list[Any]:
            return cursor.execute(query, [name]).fetchall()

        for table in connection.introspection.table_names(cursor):
            lines = ask('SELECT name, type, "notnull", pk FROM pragma_table_info(%s)', table)
            lines += ask('SELECT "from", "table", "to" FROM pragma_foreign_key_list(%s)', table)
            for name, unique, partial in ask('SELECT name, "unique", partial FROM pragma_index_list(%s)', table):
                lines.append((unique, partial, ask("SELECT name, desc FROM pragma_index_xinfo(%s)", name)))
            tables[table] = sorted(repr(line) for line in lines)
    return tables


def rows() -> dict[str, int]:
    """How many rows each table has."""
    counts = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT COUNT(*) FROM "{table}"')
            counts[table] = cursor.fetchone()[0]
    return counts


def pages(addresses: list[str]) -> dict[str, int]:
    """The status of each page, for Ada, and with "staff " before the address for a moderator."""
    clients = {name: Client(raise_request_exception=False) for name in ("ada", "root")}
    for name, client in clients.items():
        client.force_login(User.objects.get(username=name), "django.contrib.auth.backends.ModelBackend")
    answers: dict[str, Any] = {}
    for address in addresses:
        staff, _, path = address.rpartition(" ")
        answers[address] = clients["root" if staff else "ada"].get(path).status_code
    return answers


before = rows()
call_command("migrate", verbosity=0)
addresses = json.loads(sys.argv[1])
shown = pages(addresses) if addresses else {}
print(json.dumps({"before": before, "after": rows(), "schema": schema(), "pages": shown}))
