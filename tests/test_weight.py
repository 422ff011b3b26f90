"""No page is heavy, however much is on it, and every page says what it is. `benchmarks/pages.py` has the rest."""

from __future__ import annotations

import gzip
import re
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.config.descriptions import Descriptions
from tests.crowded import crowded_site, pages_of

pytestmark = pytest.mark.slow("weighs every kind of page with everything in the database")

MAX_BYTES: Final = 100_000  # bytes of HTML as sent, gzipped
GOALS: Final = {"home": 25_000, "catalogue": 60_000, "catalogue, own": 60_000, "editor": 70_000}
PRIVATE: Final = {"drafts", "page, edited", "proof"}  # kinds of pages without a picture for links
A_MOMENT: Final = re.compile(r"<(time|option)\b[^>]*\bdata-moment=[^>]*>[^<]*</\1>")
# What it finds begins behind a tag: from every letter it would read a long text a thousand times.
CLOCK: Final = re.compile(r">[^<>]*\b\d{4}, \d\d:\d\d[^<>]*|<time\b[^>]*>[^<]*\d\d:\d\d[^<]*</time>")
# What answers GET with no page of HTML of its own: files, redirects, parts of pages, texts; and what is editors' alone.
NO_PAGES: Final = frozenset(
    re.findall(
        r"[\w:-]+",
        """
        home:language home:old_position
        play:speak play:chat play:gathering play:bring_deck play:decks
        play:build_deck play:build_deck_invited
        play:another_first_game play:first_moment play:first_real_game play:first_explaining play:first_lesson
        board:open thinking:think grimoire:editor_check grimoire:editor_palette grimoire:editor_trace
        grimoire:new_puzzle
        grimoire:remix grimoire:puzzle_state grimoire:prove_puzzle grimoire:adopt_solution grimoire:publish_puzzle
        grimoire:record_solution grimoire:unpublish_puzzle grimoire:puzzle_visibility grimoire:prove
        grimoire:count_solutions grimoire:find_changes grimoire:marks grimoire:composition grimoire:search_on
        grimoire:cancel_composition grimoire:close_challenge grimoire:change_contest grimoire:judging
        grimoire:change_championship
        rulings:judges-sheet
        play:sign play:question play:relate play:challenge play:stop_mail
        tournaments:join tournaments:do tournaments:deck tournaments:export tournaments:calendar
        grimoire:prove_again
        grimoire:cancel_proof grimoire:give_up_proof grimoire:change_line grimoire:foretell grimoire:hint
        grimoire:play_freely grimoire:pin_tries
        grimoire:solution grimoire:game_act grimoire:game_hint grimoire:game_solution grimoire:community
        grimoire:favourite grimoire:opinion grimoire:stop_mail grimoire:vote
        grimoire:edit_comment
        grimoire:delete_comment grimoire:next_puzzle grimoire:start_daily grimoire:start_run grimoire:change_run
        grimoire:pack grimoire:book_contents grimoire:answers
        grimoire:restore grimoire:sheet grimoire:new_book
        grimoire:change_pages grimoire:delete_book grimoire:delete_puzzle
        rulings:withdraw rulings:share-question rulings:make-private rulings:similar rulings:offline-data
        rulings:queue rulings:answer-question
        rulings:why rulings:game-why rulings:new-ruling rulings:edit-ruling
        champions:board champions:game champions:trial champions:cancel_trial
        cards:deck_text cards:duplicate_deck cards:delete_deck cards:template cards:schema cards:export_own
        cards:export cards:print_preview cards:print_calibration cards:print_file cards:cancel_print
        cards:delete_print cards:print_cut cards:print_object cards:like cards:backup_part cards:preview
        grimoire:new_race grimoire:change_race grimoire:race_standings
        cards:delete_picture cards:restore_version cards:keep_version cards:visibility
        cards:duplicate cards:delete cards:restore_card accounts:export accounts:new_token play:take_seat
        play:webhooks play:webhooks_help play:webhook play:call
        play:turns play:days_off play:push play:push_stop play:take play:reclaim play:act play:terms play:ask
        play:replay_edit play:replay_puzzle play:deciding
        mutation:events mutation:pick mutation:choose mutation:enter mutation:table mutation:glue mutation:export
        mutation:paper mutation:organise
        analysing:copy analysing:delete analysing:settings analysing:json analysing:text
        analysing:from_puzzle
        scores:blank scores:paper scores:enter scores:table scores:take_in scores:settings scores:delete
        """,
    )
)


def names(resolver: Any, before: str = "") -> set[str]:
    """Every name of an address of ours, with its room."""
    all_names: set[str] = set()
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            all_names |= names(pattern, f"{pattern.namespace}:" if pattern.namespace else before)
        elif isinstance(pattern, URLPattern) and pattern.name:
            all_names.add(before + pattern.name)
    return all_names


@pytest.mark.django_db
def test_every_page_is_light_and_describes_itself() -> None:
    """The link to it is shown with a title, a description and a picture of its own."""
    site = crowded_site()
    kinds = pages_of(site)
    heavy, strange, seen, descriptions = {}, {}, set(), Descriptions()
    clocks: dict[str, list[str]] = {}
    for kind in kinds:
        client = Client(headers={"accept-encoding": "gzip"})
        if kind.is_own:
            client.force_login(site.user)
        for address in kind.addresses:
            answer = client.get(address)
            name = answer.resolver_match.view_name
            seen.add(name)
            if answer.status_code != 200 or answer["Content-Encoding"] != "gzip":
                strange[address] = answer.status_code
                continue
            if len(answer.content) > GOALS.get(kind.name, MAX_BYTES):
                heavy[kind.name, address] = len(answer.content)
            text = gzip.decompress(answer.content).decode()
            if moments := CLOCK.findall(A_MOMENT.sub("", text)):
                clocks[address] = moments
            if kind.name != "embed":  # stands in frames, and its address is shared by nobody
                descriptions.look(address, name, text, is_private=kind.name in PRIVATE)
    assert not strange
    assert not heavy
    assert not clocks, "moments that are not the reader's own: write {% moment … %}"
    assert not descriptions.faults
    assert not descriptions.alike
    assert [path for path in descriptions.pictures if not path.startswith("/files/")] == []
    rooms = {
        "home",
        "grimoire",
        "board",
        "rulings",
        "champions",
        "cards",
        "play",
        "mutation",
        "tournaments",
        "scores",
        "accounts",
    }
    rooms.add("analysing")
    ours = {name for name in names(get_resolver()) if name.partition(":")[0] in rooms}
    assert ours - seen == NO_PAGES & ours, "a page that no list here knows, or one that is gone"
