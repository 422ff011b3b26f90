"""The faces of Students and Trials: no two alike, Elements told apart by shape, portraits as files."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.schools.board.faces import ELEMENT_FACES, StudentFace, TrialFace, students_of, trials_of

STUDENTS = [face for element in ELEMENT_FACES for face in students_of(element)]
TRIALS = [face for level in range(1, 7) for face in trials_of(level)]


def test_no_two_cards_look_alike() -> None:
    faces: list[StudentFace | TrialFace] = [*STUDENTS, *TRIALS]
    assert len(STUDENTS) == 60 and len(TRIALS) == 45
    for alike in ({face.markup for face in faces}, {face.address for face in faces}, {face.key for face in faces}):
        assert len(alike) == len(faces)


@pytest.mark.parametrize("element", ELEMENT_FACES)
def test_the_people_of_an_element_differ_in_hair_and_headgear(element: str) -> None:
    students = students_of(element)
    assert len({student.look for student in students}) == len({student.icon for student in students}) == 12


def test_elements_differ_in_shape_as_well_as_in_colour() -> None:
    faces = ELEMENT_FACES.values()
    assert len({face.shape for face in faces}) == len({face.colour for face in faces}) == 5


def test_a_drawing_is_of_shapes_alone() -> None:
    for face in STUDENTS:
        assert set(re.findall(r"<(\w+)", face.markup)) == {"g", "path"}


def test_a_portrait_is_a_file_that_browsers_keep() -> None:
    answer = Client().get(STUDENTS[0].address)
    assert answer.status_code == 200 and "immutable" in answer["Cache-Control"]
    assert answer["Content-Type"] == "image/svg+xml"
    assert Client().get(STUDENTS[0].address.replace("earth-0", "earth-12")).status_code == 404
    assert Client().get(STUDENTS[0].address.replace("earth", "steam")).status_code == 404
