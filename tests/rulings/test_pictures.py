"""Pictures of what the rules say: of each kind one, with a board where there is an example, named by its page."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from django.utils import translation
from PIL import Image

from rulings.catalogue import numbers_by_id
from rulings.links import picture_address
from rulings.pictures.contents import picture_content
from rulings.pictures.drawing import rule_picture
from rulings.rulebook import chapters, glossary

pytestmark = pytest.mark.django_db
KINDS = [
    ("/rulings/berserk/", "ruling", "berserk"),
    ("/rulings/what-may-mutate/", "ruling", "what-may-mutate"),  # which has no board
    ("/rulings/abilities/rage/", "ability", "rage"),
    ("/rulings/matrix/aerial/berserk/", "cell", "aerial/berserk"),
    ("/rulings/matrix/of/season-1/aerial/berserk/", "cell", "season-1/aerial/berserk"),
    ("/rulings/magic-schools/M5.1/", "magic-schools", "M5.1"),
]


@pytest.mark.parametrize(("page", "kind", "identifier"), KINDS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_of_the_rules_names_its_picture(
    client: Client, page: str, kind: str, identifier: str, language: str
) -> None:
    address = picture_address(kind, identifier, language)
    shown = client.get(page if language == "en" else f"/fr{page}").content.decode()
    assert f'<meta property="og:image" content="http://testserver{address}">' in shown
    answer = client.get(address)
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
        darkest, _lightest = picture.convert("L").resize((120, 63)).getextrema()
    assert darkest < 130  # no empty sheet
    assert "public" in answer["Cache-Control"]


def test_all_that_a_search_finds_has_words_for_a_picture() -> None:
    for language in ("en", "fr"):
        with translation.override(language):
            pictures = [picture_content("ruling", identifier, language) for identifier in numbers_by_id()]
            pictures += [
                picture_content("ability" if term.is_ability else "term", term.id, language)
                for term in glossary(language)
            ]
            pictures += [
                picture_content("rule", paragraph.id, language)
                for chapter in chapters(language)
                for section in chapter.sections
                for paragraph in section.paragraphs
            ]
        assert all(picture.kicker and picture.title and picture.text for picture in pictures)
        assert sum(picture.position is not None for picture in pictures) > 80


def test_a_picture_shows_the_board_before_anything_happens() -> None:
    picture = picture_content("ruling", "berserk", "fr")
    assert picture.position is not None and picture.icon
    names = {creature.body.card.name for row in picture.position.rows for creature in row}
    assert "Loup" in names and "Wolf" not in names


def test_what_there_is_not_has_no_picture(client: Client) -> None:
    for path in ("ruling/nothing/en", "ruling/berserk/de", "secret/berserk/en", "cell/aerial/en", "cell/a/b/c/d/en",
                 "cell/x/aerial/berserk/en", "magic-schools/M99.1/en", "rule/nothing/fr", "term/nothing/fr",
                 "example/nothing/fr", "ability/nothing/fr"):  # fmt: skip
        assert client.get(f"/files/rulings/{path}.png").status_code == 404, path


def test_a_second_look_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first = rule_picture("ruling", "berserk", "en")
    monkeypatch.setattr("rulings.pictures.drawing.board_picture", lambda *_: pytest.fail("drawn again"))
    assert rule_picture("ruling", "berserk", "en") == first
