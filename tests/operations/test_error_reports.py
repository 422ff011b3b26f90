"""Errors are reported to Sentry with their traceback and the id of their request, and with nothing of a visitor's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.production import GOOD, production

DSN = "https://0123456789abcdef0123456789abcdef@errors.example/7"
CODE = """
import json, logging
from sentry_sdk.transport import Transport
from operations import error_reports
sent = []
class Kept(Transport):
    def capture_envelope(self, envelope):
        sent.append(envelope.get_event())
begun = error_reports.start
import django
error_reports.start = lambda dsn: begun(dsn, transport=Kept)
django.setup()
from django.test import RequestFactory
from django.utils.log import log_response
from django.http import HttpResponse
from web.request_ids import request_id
request_id.set("request-of-ada")
request = RequestFactory().post("/broken/", {"password": "open-sesame"}, headers={"cookie": "session=open-sesame"})
def broken(word):
    raise ZeroDivisionError("the page is broken")
try:
    broken("open-sesame")
except ZeroDivisionError as wrong:
    log_response("Internal Server Error: %s", request.path, response=HttpResponse(status=500), request=request,
                 exception=wrong)
logging.getLogger("django.security.csrf").error("Forbidden")
logging.getLogger("play").warning("no error")
print(json.dumps(sent, default=str))
"""


def test_what_is_reported_and_what_is_not(root: Path) -> None:
    done = production(root, CODE, GRIMOIRE_SENTRY_DSN=DSN, **GOOD)
    assert done.returncode == 0, done.stderr
    (event,) = json.loads(done.stdout)
    assert event["exception"]["values"][0]["type"] == "ZeroDivisionError"
    frames = event["exception"]["values"][0]["stacktrace"]["frames"]
    assert frames[-1]["function"] == "broken"
    assert event["tags"]["request"] == "request-of-ada"
    assert "open-sesame" not in json.dumps([{**event, "exception": None}, [frame.get("vars") for frame in frames]])
    assert not {"request", "user", "extra"} & set(event)


@pytest.mark.long
def test_an_address_that_is_none_is_refused(root: Path) -> None:
    done = production(root, "import django; django.setup()", GRIMOIRE_SENTRY_DSN="errors.example", **GOOD)
    assert done.returncode != 0
    assert "GRIMOIRE_SENTRY_DSN is no address" in done.stderr.splitlines()[-1]
