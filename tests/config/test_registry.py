"""Registries, by which rooms above tell those below."""

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from web.registry import Registry


def test_entries_come_by_place_and_then_by_name() -> None:
    registry: Registry[int] = Registry()
    registry.register("b", 2)
    registry.register("c", 1, place=10)
    registry.register("a", 3)
    assert registry.items() == [("c", 1), ("a", 3), ("b", 2)]
    assert list(registry) == [1, 3, 2]


def test_an_entry_is_replaced_and_taken_away() -> None:
    registry: Registry[int] = Registry()
    registry.register("a", 1)
    registry.register("a", 2)
    assert "a" in registry and registry["a"] == 2
    registry.unregister("a")
    assert "a" not in registry
    with pytest.raises(KeyError):
        registry.unregister("a")


@pytest.mark.parametrize(
    "name",
    ["RULING_ADDRESS", "SHARES_OF_WINS", "PICTURE_SHOWN_ELSEWHERE", "DRAW_SITE_PICTURES", "EVENT_OF_SESSION"],
)
def test_what_settings_name_is_there(name: str) -> None:
    assert callable(import_string(getattr(settings, name)))


def test_figures_that_settings_name_are_there() -> None:
    assert all(callable(import_string(path)) for _about, path in settings.DATABASE_FIGURES.values())
