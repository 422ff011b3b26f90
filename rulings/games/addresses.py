"""What stands in addresses of a game's rulings: its name, and the number of a ruling as traces cite it."""

from __future__ import annotations

from rulings.games.registry import plain_games


class GameName:
    """The name of a game beside Clash of Decks."""

    regex: str = "|".join(plain_games())

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class RulingNumber:
    """A number such as "M5.1"."""

    regex: str = "[A-Z][0-9]{1,2}[.][0-9]{1,2}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class ReadingNumber:
    """The number of what we decided beside the rulings, "R12"."""

    regex: str = "R[1-9][0-9]{0,2}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
