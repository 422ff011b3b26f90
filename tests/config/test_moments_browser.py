"""Moments in the reader's own time and language, also where the page is drawn anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from mutation.models import LedgerLine
from scores.models import SheetEntry
from tests.config.test_moments import MOMENT
from tests.mutation.sessions import make_session, put
from tests.scores.sheets import Keeper

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_reader_in_sydney_reads_their_own_time(new_page: Callable[..., Page]) -> None:
    session = make_session()
    put(session, {"by": "organiser", "kind": "end", "reason": "late"})
    LedgerLine.objects.update(at=MOMENT)
    sheet = Keeper("curriculum", ["Ann", "Ben"])
    sheet.write(dragombre="9", blancgriffon="4")
    SheetEntry.objects.update(at=MOMENT)
    ledger = f"/mutation/{session.token}/ledger/"
    sydney = new_page(timezone_id="Australia/Sydney")
    for path in (ledger, sheet.address):
        sydney.goto(path)
        moment = sydney.locator("time[datetime='2026-11-26T23:26:05Z']").first
        expect(moment).to_have_text("27 November 2026, 10:26")
    sydney.goto(f"/fr{ledger}")
    expect(sydney.locator("time[datetime='2026-11-26T23:26:05Z']")).to_have_text("27 novembre 2026, 10:26")
    sydney.evaluate(  # as htmx does, and scripts that draw parts of pages
        "document.querySelector('main').insertAdjacentHTML('beforeend', `<p id=late><time datetime="
        "'2026-11-26T23:26:05Z' data-moment='time'>23:26 UTC</time></p>`)"
    )
    expect(sydney.locator("#late time")).to_have_text("10:26")
    bare = new_page(timezone_id="Australia/Sydney", java_script_enabled=False)
    bare.goto(ledger)
    expect(bare.locator("time[datetime='2026-11-26T23:26:05Z']")).to_have_text("26 November 2026, 23:26 UTC")
