"""The faces of Clash of the Cards: no two characters alike, each one person in six ranks, pictures of shapes alone."""

from __future__ import annotations

import re

from django.test import Client

from games.armies.faces import CHARACTERS, SPECIALS
from games.armies.portraits import portrait_markup

FACES = [face for faces in CHARACTERS.values() for face in faces]


def test_no_two_cards_look_alike() -> None:
    assert len(FACES) == 60 and len(SPECIALS) == 9
    faces = [*FACES, *SPECIALS]
    assert len({face.markup for face in faces}) == len({face.address for face in faces}) == 69


def test_a_character_keeps_the_face_and_gains_with_the_rank() -> None:
    for number in CHARACTERS:
        shapes = [set(re.findall(r'd="([^"]+)"', portrait_markup(number, rank))) for rank in range(1, 7)]
        assert len(set.intersection(*shapes)) > 15, "the same person"
        assert len(shapes[5]) > len(shapes[0]), "in richer clothes"


def test_the_strength_is_told_by_pips() -> None:
    assert [sum(pip.is_full for pip in face.pips) for face in CHARACTERS[7]] == [1, 2, 3, 4, 5, 6]


def test_a_drawing_is_of_shapes_alone() -> None:
    for face in FACES:
        assert set(re.findall(r"<(\w+)", face.markup)) == {"g", "path"}


def test_a_portrait_is_a_file_that_browsers_keep() -> None:
    address = FACES[0].address
    answer = Client().get(address)
    assert answer.status_code == 200 and "immutable" in answer["Cache-Control"]
    assert answer["Content-Type"] == "image/svg+xml"
    assert Client().get(address.replace("1-1.svg", "11-1.svg")).status_code == 404
    assert Client().get(address.replace("1-1.svg", "1-7.svg")).status_code == 404
