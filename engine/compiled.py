"""Finds the compiled core: the very same files, compiled by ``script/bootstrap`` where there is a C compiler.

The compiled modules lie in ``var/compiled``, in a folder named by the Python that they are for and by a hash of the
sources that they were made from. ``engine`` looks for that folder before any of its modules is imported. So what was
made from other sources than those that lie here is never found: after an edit the plain files run, until the next
``script/bootstrap``. ``GRIMOIRE_PURE=1`` in the environment keeps to the plain files.

This is all that the engine reads by itself: its own sources, as an import does.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
from collections.abc import MutableSequence
from typing import Final

CORE: Final = (
    "kernel.budget",
    *(f"decks.rules.{name}" for name in (
        "abilities", "actions", "activation", "ai", "assault", "blows", "board", "cards", "costs", "hands", "legality",
        "modes", "perft", "plays", "position", "resolution", "stack", "summoning", "tally", "turns",
    )),
    *(f"decks.rules.trace.{name}" for name in ("attacks", "notes", "recorder")),
    *(f"decks.solving.{name}" for name in (
        "attackers", "bounds", "commuting", "conditions", "counting", "damage", "destroying", "graph", "lacking",
        "means", "naming", "objective", "reckoned", "replies", "spells", "states", "taking",
    )),
)  # fmt: skip
# What the core imports and what is not compiled: what the compiler has seen of it may be in the compiled core too.
SEEN: Final = (
    "compiled", "kernel.chance", "kernel.errors", "kernel.native", "decks.rules.__init__", "decks.rules.trace.__init__",
    "decks.rules.trace.figures", "decks.rules.trace.scenes",
    *(f"decks.rules.trace.events.{name}" for name in (
        "__init__", "ai", "assault", "base", "blows", "hands", "summoning", "turns", "writing",
    )),
)  # fmt: skip
LIBRARY: Final = "core__mypyc"  # the module that holds the code; the others only lead there

COMPILED: Final = "compiled"
FORCED: Final = "pure: GRIMOIRE_PURE is set"
NOT_BUILT: Final = "pure: not compiled, or changed since (script/bootstrap compiles)"
BROKEN: Final = "pure: what was compiled cannot be loaded here"

_HERE: Final = os.path.dirname(os.path.abspath(__file__))
HOME: Final = os.path.join(os.path.dirname(_HERE), "var", "compiled")
_OFF: Final = ("", "0", "false", "no", "off")

state = NOT_BUILT  # one of the four above
_found = ""  # the folder in use


def folder() -> str:
    """Where the compiled modules for this Python and these sources are, or would be."""
    python = importlib.machinery.EXTENSION_SUFFIXES[0].strip(".").removesuffix(".so")
    sources = []
    for name in CORE + SEEN:
        with open(os.path.join(_HERE, *name.split(".")) + ".py", "rb") as file:
            sources.append(file.read())
    return os.path.join(HOME, f"{python}-{importlib.util.source_hash(bytes(1).join(sources)).hex()}")


def use(path: MutableSequence[str]) -> None:
    """Puts the compiled modules before the plain ones on the engine's path, if they are there and can be loaded."""
    global state, _found
    if os.environ.get("GRIMOIRE_PURE", "").lower() not in _OFF:
        state = FORCED
        return
    directory = folder()
    if not os.path.isdir(directory):
        return
    path.insert(0, directory)
    try:
        importlib.import_module(f"engine.{LIBRARY}")
        state, _found = COMPILED, directory
    except ImportError:
        path.remove(directory)
        state = BROKEN


def use_below(path: MutableSequence[str], package: str) -> None:
    """The same for a package inside the engine, after ``use``."""
    if _found:
        path.insert(0, os.path.join(_found, package))
