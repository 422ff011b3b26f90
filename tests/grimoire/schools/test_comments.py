"""What readers say of turns of Clash of Magic Schools: lines in comments that walk the board, themes of opinions."""

from __future__ import annotations

import html
import re
from copy import deepcopy

import pytest
from django.test import Client
from django.utils.translation import override

from accounts.models import Owner, Visibility
from games.schools.puzzles.lines import themes_of
from grimoire.book_files import other_volumes
from grimoire.community import comment_text
from grimoire.community.comment_text import shown_text, walker
from grimoire.models import Comment, Opinion, Puzzle
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner
from tests.grimoire.schools.test_turns import failing, page, play, way

pytestmark = pytest.mark.django_db
__all__ = ("page",)


@pytest.fixture
def solver(client: Client, page: Puzzle) -> Owner:
    owner = make_owner("solver")
    sign_in(client, owner)
    play(client, page, way(page))
    return owner


def links(text: str, page: Puzzle, language: str = "en") -> list[str]:
    return [html.unescape(found) for found in re.findall(r'href="([^"]*)"', shown_text(text, walker(page, language)))]


@pytest.mark.parametrize("separator", [", ", "; ", " > ", "→"])
def test_a_line_becomes_a_link_that_walks_the_board(
    client: Client, page: Puzzle, solver: Owner, separator: str
) -> None:
    line = failing(page)
    text = f"I tried {separator.join(line).capitalize()} and failed."
    (address,) = links(text, page)
    assert address.endswith(f"&step={len(line)}#turn") and address.startswith(page.get_absolute_url())
    assert html.unescape(re.sub(r"<[^>]*>", "", shown_text(text, walker(page, "en")))) == text
    shown = client.get(address.partition("#")[0]).content.decode()
    assert "A line from a comment" in shown and f"Step {len(line)} of {len(line)}." in shown
    assert "One point is missing." in shown and "view=line" in shown and "Step back" in shown
    assert 'name="action"' not in shown.partition('id="below"')[0]  # it is looked at, not played


def test_a_line_walks_in_the_readers_language(page: Puzzle) -> None:
    (address,) = links("; ".join(way(page)), page, "fr")
    assert address.startswith("/fr/grimoire/")


@pytest.mark.parametrize(
    "text",
    [
        "move nowhere",
        "move on, pass me by",
        "cast 9 eversio",
        "remove air",
        "end",
        "pass blancgriffonnes",
        "summon air",
    ],
)
def test_what_is_no_line_or_cannot_be_played_stays_text(page: Puzzle, text: str) -> None:
    assert links(text, page) == []
    assert str(shown_text("<b>move air</b>", walker(page, "en"))).count("<b>") == 0


def test_before_it_is_solved_an_address_walks_nothing(client: Client, page: Puzzle) -> None:
    """Else the board would judge lines that count for nothing."""
    (address,) = links("; ".join(way(page)), page)
    assert "A line from a comment" not in client.get(address.partition("#")[0]).content.decode()
    stranger = client.get(address.partition("#")[0]).content.decode()
    assert "That wins." not in stranger and 'name="action"' in stranger


@pytest.mark.parametrize("line", ["", "nonsense", "move air;move nowhere", "end;end", "x" * 2999])
def test_a_line_that_cannot_be_played_shows_ones_own_turn(
    client: Client, page: Puzzle, solver: Owner, line: str
) -> None:
    shown = client.get(page.get_absolute_url(), {"view": "line", "a": line, "step": "3"})
    assert shown.status_code == 200 and "A line from a comment" not in shown.content.decode()


def test_comments_below_a_turn_have_their_lines(client: Client, page: Puzzle, solver: Owner) -> None:
    text = f"Why not {', '.join(failing(page))}?"
    Comment.objects.create(owner=make_owner("talker"), puzzle=page, text=text, visibility=Visibility.PUBLIC)
    shown = client.get(page.get_absolute_url()).content.decode()
    assert "view=line&amp;a=" in shown and "plays such as “move air, pass dragombre” become links" in shown
    assert "view=line&amp;a=" not in Client().get(page.get_absolute_url()).content.decode()


def test_the_lines_of_a_page_are_limited(page: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comment_text, "MAX_RESOLVED", 1)
    walk = walker(page, "en")
    first, second = "move air", "pass blancgriffon"
    assert str(shown_text(first, walk)).count("<a ") == 1 and str(shown_text(second, walk)).count("<a ") == 0


# Themes


def test_themes_are_what_the_position_shows(page: Puzzle) -> None:
    slugs = dict(themes_of(page, "en"))
    assert list(slugs)[:5] == ["order", "counting", "decoy", "journey", "summon"] and "sacrifice" not in slugs
    assert slugs["rival"] == "Trials of the other school" and "overtime" not in slugs
    bare = deepcopy(page)
    for seat in bare.position["seats"].values():
        seat["hand"], seat["column"] = {}, seat["column"][:1]
        for arena in seat["arenas"].values():
            arena["students"] = []
    assert {"hypnox", "eversio", "combustio", "covered"}.isdisjoint(dict(themes_of(bare, "en")))
    assert dict(themes_of(page, "fr"))["order"] == "Ordre des actions"


def test_overtime_is_a_theme_where_it_has_begun() -> None:
    positions = [page.position for volume in other_volumes() for page in volume.pages]
    for position in positions:
        assert ("overtime" in dict(themes_of(Puzzle(position=position), "en"))) == position["overtime"]
    assert any(position["overtime"] for position in positions)


def test_solvers_choose_among_the_themes_of_the_game(client: Client, page: Puzzle, solver: Owner) -> None:
    shown = client.get(page.get_absolute_url()).content.decode()
    with override("en"):
        assert all(f'value="{slug}"' in shown and name in shown for slug, name in themes_of(page, "en"))
    assert 'value="sacrifice"' not in shown and "Ordre des actions" in client.get(f"/fr{page.get_absolute_url()}").text
    address = f"/grimoire/p/{page.token}/opinion/"
    assert client.post(address, {"difficulty": "1", "themes": ["journey", "rival"]}).status_code == 302
    assert Opinion.objects.get().themes == ["journey", "rival"]
    assert client.post(address, {"difficulty": "1", "themes": ["sacrifice"]}).status_code == 400
    assert "Moves between Arenas <b>1</b>" in client.get(page.get_absolute_url()).content.decode()
