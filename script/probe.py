"""Whether a server answers, for health checks of containers: ``script/probe.py URL [WORD]``.

With a word its JSON must say "ok" of that word, as ``/readyz`` does of the worker. 0 if all is well, else 1.
"""

from __future__ import annotations

import json
import sys
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

PATIENCE = 4.0  # seconds


def is_well(url: str, word: str = "") -> bool:
    """Asks once, as the proxy would. A refusal is an answer, too: the streams have no page of their own."""
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
    try:
        connection.request("GET", address.path, headers={"X-Forwarded-Proto": "https"})
        response = connection.getresponse()
        body = response.read()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    if not word:
        return response.status < 500
    try:
        return bool(json.loads(body).get(word) == "ok")
    except (ValueError, AttributeError):
        return False


if __name__ == "__main__":
    sys.exit(0 if is_well(*sys.argv[1:3]) else 1)
