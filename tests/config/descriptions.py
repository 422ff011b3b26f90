"""What pages say of themselves in their heads, and what is wrong with it."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from html.parser import HTMLParser

from django.template import Context, Template

# Addresses of one page: to make and to change the same thing, and the forms about one's account.
ALIKE = (
    {"cards:new_card", "cards:edit"},
    {"cards:new_deck", "cards:edit_deck"},
    {"analysing:analysis", "analysing:node", "analysing:from_board", "analysing:from_game"},
    {"rulings:matrix", "rulings:matrix-of"},
    {"rulings:matrix-words", "rulings:matrix-words-of"},
    {"rulings:cell", "rulings:cell-of"},
    {
        *("account_login", "account_logout", "account_signup", "account_email", "account_change_password"),
        *("account_set_password", "account_reset_password", "account_reauthenticate", "socialaccount_connections"),
        "accounts:allauth.account.views.PasswordChangeView",
    },
)
SHARED = ("og:title", "og:description", "og:url", "og:site_name", "og:type", "og:locale")


class Head(HTMLParser):
    """What the head of a page says: ``said`` by name or property, ``title``."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = defaultdict(list)
        self.feed(text.partition("</head>")[0])
        title = re.search(r"<title>(.*?)</title>", text, re.DOTALL)
        self.title = " ".join(unescape(title[1]).split()) if title else ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name = attributes.get("property") or attributes.get("name")
        if tag == "meta" and name:
            self.said[name].append(" ".join((attributes.get("content") or "").split()))


def default_description() -> str:
    return Head(Template('{% extends "base.html" %}').render(Context())).said["description"][0]


class Descriptions:
    """What many pages say of themselves: ``faults`` by address, pictures, and which pages say the same."""

    def __init__(self) -> None:
        self.general = default_description()
        self.faults: dict[str, list[str]] = {}
        self.pictures: set[str] = set()
        self._described: dict[str, set[str]] = defaultdict(set)

    def look(self, address: str, name: str, text: str, *, is_private: bool) -> None:
        """Takes in a page: its address, the name of the address, its HTML."""
        head = Head(text)
        faults = [name for name in (*SHARED, "description", "twitter:card") if len(head.said[name]) != 1]
        faults += [name for name in SHARED if not "".join(head.said[name])]
        about = "".join(head.said["description"][:1])
        if not about or about == self.general or head.said["og:description"] == [self.general]:
            faults.append("no description of its own")
        if "<" in about or "&lt;" in about or len(about) < 15:
            faults.append(f"description: {about}")
        if "".join(head.said["og:title"][:1]) not in head.title:
            faults.append(f"{head.said['og:title']} and {head.title}")
        if len(head.said["og:image"]) > 1 or (not head.said["og:image"] and not is_private):
            faults.append("picture")
        elif head.said["og:image"]:
            self.pictures.add(head.said["og:image"][0].removeprefix("http://testserver"))
        if faults:
            self.faults[address] = faults
        self._described[about].add(name)

    @property
    def alike(self) -> list[set[str]]:
        """The names of pages that say the same, where they are not pages of one thing."""
        several = [names for names in self._described.values() if len(names) > 1]
        return [names for names in several if not any(names <= known for known in ALIKE)]
