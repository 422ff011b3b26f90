"""Sentences one after the other, as a page announces them."""


def as_sentences(*parts: str) -> str:
    """Parts of an announcement in a row; titles, which end with nothing, with a full stop."""
    return " ".join(part if part.endswith((".", "!", "?", "…")) else f"{part}." for part in parts if part)
