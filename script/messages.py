"""Extracts translatable texts from templates and Python, and merges them into the catalogues (see script/messages).

Babel does here what GNU gettext does for Django's makemessages, so that no system package is needed. Babel knows
Python; for templates Django itself turns the tags into gettext calls, one to a line, and those are read here.
"""

import ast
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("fr",)  # English is the language of the sources
IGNORED = {"engine", "mutants", "node_modules", "script", "staticfiles", "tests", "var"}
KEYWORDS = DEFAULT_KEYWORDS | {
    name + "_lazy": DEFAULT_KEYWORDS[name] for name in ("gettext", "ngettext", "pgettext", "npgettext")
}
CALL = re.compile(
    r"""(?:^|\s)(?P<function>n?p?gettext|_)(?P<arguments>\((?:u?'(?:\\.|[^'\\])*'|u?"(?:\\.|[^"\\])*"|[^()'"])*\))"""
)
COMMENT = re.compile(r"#\s*(?P<text>Translators:.*)")
# Spaces beside French double punctuation that break, or are wider than U+202F, which is what stands there.
BREAKABLE = re.compile(r"[ \u00a0]+(?=»|[:;!?](?:[\s)\"»<.,]|$))|(?<=«)[ \u00a0]+")
NARROW = "\u202f"
STRAIGHT = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")  # an apostrophe that should be a curved one

Extracted = tuple[int, str, str | tuple[str | None, ...], list[str]]


def extract_template(fileobj: BytesIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Extracted]:
    """Babel's extraction interface for a Django template."""
    comments: list[str] = []
    for number, line in enumerate(templatize(fileobj.read().decode()).splitlines(), start=1):
        if note := COMMENT.match(line.strip()):
            comments.append(note["text"])
            continue
        for call in CALL.finditer(line):
            parsed = ast.parse("f" + call["arguments"], mode="eval").body
            assert isinstance(parsed, ast.Call)
            texts = tuple(
                node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
                for node in parsed.args
            )
            yield number, call["function"], texts, comments
            comments = []


def is_source(folder: str) -> bool:
    name = Path(folder).name
    return name not in IGNORED and not name.startswith((".", "__"))


def extract() -> Catalog:
    """All texts of the project as an empty catalogue."""
    if not settings.configured:
        settings.configure(TEMPLATES=[])
    catalog = Catalog(project="Grimoire", fuzzy=False)
    # A function is as good as a name, which the types of Babel do not know.
    methods: list[tuple[str, Any]] = [("**.py", "python"), ("**.html", extract_template), ("**.txt", "ignore")]
    for name, line, message, comments, context in extract_from_dir(
        ROOT, methods, keywords=KEYWORDS, comment_tags=("Translators:",), directory_filter=is_source
    ):
        catalog.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return catalog


def new_catalog(language: str) -> Catalog:
    return Catalog(
        locale=language,
        domain="django",
        header_comment="# Translations of Grimoire. Kept up to date by script/messages.",
        project="Grimoire",
        version="1",
        msgid_bugs_address="-",
        revision_date=datetime.now(UTC),
        last_translator="The Grimoire contributors",
        language_team="-",
        fuzzy=False,
    )


def read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return new_catalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="django")


def identities(catalog: Catalog) -> set[tuple[str | None, str]]:
    return {(m.context, m.id if isinstance(m.id, str) else m.id[0]) for m in catalog if m.id}


def untranslated(catalog: Catalog) -> list[str]:
    """Texts without a translation, or whose translation waits to be confirmed."""
    return [
        str(m.id)
        for m in catalog
        if m.id and (m.fuzzy or not m.string or not all([m.string] if isinstance(m.string, str) else m.string))
    ]


def typeset(text: str) -> str:
    """A French text with narrow spaces that do not break beside its double punctuation, and curved apostrophes."""
    return STRAIGHT.sub("\u2019", BREAKABLE.sub(NARROW, text))


def translations(message: Message) -> tuple[str, ...]:
    """The texts of a message: one, or one for each number; none before it is translated."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def mend_french(catalog: Catalog) -> None:
    """Sets every translation of a French catalogue as ``typeset`` does."""
    for message in catalog:
        if message.id:
            mended = tuple(typeset(text) for text in translations(message))
            message.string = mended[0] if isinstance(message.string, str) else mended


def problems(language: str, catalog: Catalog, extracted: Catalog) -> Iterator[str]:
    for _, text in sorted(identities(extracted) - identities(catalog), key=str):
        yield f"{language}: not in the catalogue: {text!r}"
    for _, text in sorted(identities(catalog) - identities(extracted), key=str):
        yield f"{language}: no longer used: {text!r}"
    for text in untranslated(catalog):
        yield f"{language}: not translated: {text!r}"
    for message in catalog if language == "fr" else ():
        for text in translations(message) if message.id else ():
            if typeset(text) != text:
                yield f"fr: a space that breaks beside : ; ! ? « », or a straight ' (run script/messages): {text!r}"
    for message, errors in catalog.check():
        yield from (f"{language}: {message.id!r}: {error}" for error in errors)


def update(path: Path, catalog: Catalog, extracted: Catalog) -> None:
    before = identities(catalog)
    catalog.update(extracted, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    if path.parent.parent.name == "fr":
        mend_french(catalog)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=120, sort_by_file=True, include_lineno=False)
    print(
        f"{path.relative_to(ROOT)}: {len(identities(catalog) - before)} new, {len(untranslated(catalog))} to translate"
    )


def main(arguments: list[str]) -> int:
    extracted = extract()
    complaints: list[str] = []
    for language in LANGUAGES:
        path = ROOT / "locale" / language / "LC_MESSAGES" / "django.po"
        catalog = read(path, language)
        if arguments == ["--check"]:
            complaints += problems(language, catalog, extracted)
        else:
            update(path, catalog, extracted)
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
