"""What a view may come to: the functions that its code names, those that they name, and so on.

It is more than what a request does (all methods of a class that is named count), and less where names are looked up in
tables: what is behind those has to be listed by hand.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from django.conf import settings
from django.urls import URLPattern, get_resolver

BUDGETS = "accounts/budgets.py"
OURS = {*settings.ROOMS, "games"}


def views() -> dict[str, Any]:
    """Our views by the names of their addresses; where several have one, the first."""
    by_name: dict[str, Any] = {}
    for name, view in _walk(get_resolver(), ""):
        if _is_ours(inspect.unwrap(view)):
            by_name.setdefault(name, view)
    return by_name


def is_costly(view: Any) -> bool:
    """Whether a view is decorated with ``costly``."""
    while view is not None:
        if getattr(view, "__code__", None) is not None and view.__code__.co_filename.endswith(BUDGETS):
            return True
        view = getattr(view, "__wrapped__", None)
    return False


def way_to(view: Any, is_wanted: Callable[[str, str], bool]) -> list[str]:
    """The names of a way from a view to something whose module and name are wanted; empty where there is none."""
    came_from: dict[int, tuple[Any, int | None]] = {}
    waiting: list[tuple[Any, int | None]] = [(view, None)]
    while waiting:
        thing, before = waiting.pop()
        thing = inspect.unwrap(thing.func if isinstance(thing, functools.partial) else thing)
        if id(thing) in came_from:
            continue
        came_from[id(thing)] = (thing, before)
        module, name = getattr(thing, "__module__", "") or "", getattr(thing, "__name__", "")
        if is_wanted(module, name):
            return _names(came_from, id(thing))
        if _is_ours(thing):
            waiting += [(part, id(thing)) for part in _parts(thing)]
    return []


def _walk(resolver: Any, space: str) -> Iterator[tuple[str, Any]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", pattern.callback
        else:
            yield from _walk(pattern, f"{space}{pattern.namespace}:" if pattern.namespace else space)


def _is_ours(thing: Any) -> bool:
    return (getattr(thing, "__module__", None) or "").split(".")[0] in OURS


def _names(came_from: dict[int, tuple[Any, int | None]], at: int | None) -> list[str]:
    way = []
    while at is not None:
        thing, at = came_from[at]
        way.append(f"{thing.__module__}.{getattr(thing, '__qualname__', '?')}")
    return way[::-1]


def _parts(thing: Any) -> Iterator[Any]:
    if isinstance(thing, type):
        for value in vars(thing).values():
            yield from _functions(value)
        yield from (base for base in thing.__mro__[1:] if _is_ours(base))
        return
    function = thing.__func__ if isinstance(thing, MethodType) else thing
    if not isinstance(function, FunctionType):
        return
    names = set(_named(function.__code__))
    for name in names:
        value = function.__globals__.get(name)
        if not isinstance(value, ModuleType):
            yield from [value] if callable(value) else []
        elif value.__name__.split(".")[0] in OURS:
            yield from (vars(value)[part] for part in names if callable(vars(value).get(part)))
    for cell in function.__closure__ or ():
        if callable(cell.cell_contents):
            yield cell.cell_contents


def _functions(value: Any) -> list[Any]:
    if isinstance(value, (staticmethod, classmethod)):
        return [value.__func__]
    if isinstance(value, property):
        return [value.fget]
    if isinstance(value, functools.cached_property):
        return [value.func]
    return [value] if isinstance(value, FunctionType) else []


def _named(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _named(constant)
