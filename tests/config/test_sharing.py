"""Links to pages are shown with what the page tells of itself, and with a picture (`tests/test_weight.py`: all do)."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import Client

from tests.config.descriptions import Head


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_picture_of_the_house_is_drawn_once(client: Client, language: str) -> None:
    response = client.get(f"/files/home/{language}.png")
    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG") and int.from_bytes(response.content[16:20], "big") == 1200
    assert "public" in response["Cache-Control"]
    assert client.get("/files/home/de.png").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/fr/"])
def test_the_home_page_tells_what_the_site_is(client: Client, path: str) -> None:
    said = Head(client.get(path).text).said
    language = "fr" if path == "/fr/" else "en"
    assert said["og:title"][0].startswith("Clash of Decks")
    assert said["og:image"] == [f"http://testserver/files/home/{language}.png"]
    assert said["og:url"] == [f"http://testserver{path}"]
    assert said["og:locale"] == [{"en": "en_GB", "fr": "fr_FR"}[language]]
    assert said["twitter:card"] == ["summary_large_image"]


def test_a_page_that_answers_no_request_tells_nothing() -> None:
    assert "og:" not in Template('{% extends "error.html" %}').render(Context())


@pytest.mark.django_db
def test_what_is_not_found_has_no_picture_of_something_else(client: Client) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404 and "og:image" not in response.text
