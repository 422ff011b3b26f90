"""Bundles: the scripts, or the styles, that a template names in one tag, as one minified file with a source map.

esbuild makes them: in development and in tests when one is requested, and again when a file in it has changed; all of
them for ``collectstatic``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from django.template.utils import get_app_template_dirs

FOLDER: Final = Path(settings.BASE_DIR) / "var" / "bundles"
_TAG: Final = re.compile(r"\{% (?:modules|styles) ([^%]*) %\}")
_FILE: Final = re.compile(r"""['"]([^'"]+)['"]""")
_NAME: Final = re.compile(r"(js|css)/([\w~-]+)\.bundle\.\1(?:\.map)?")


def bundle_name(files: Iterable[str]) -> str:
    """``css/face~cards.bundle.css`` for two sheets of ``css/``, in whose folder their relative addresses hold."""
    paths = [Path(name) for name in files]
    return f"{paths[0].parent}/{'~'.join(path.stem for path in paths)}.bundle{paths[0].suffix}"


def bundles_of_templates() -> set[str]:
    folders = [settings.BASE_DIR / "templates", *get_app_template_dirs("templates")]
    texts = (path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.html"))
    return {bundle_name(_FILE.findall(files)) for text in texts for files in _TAG.findall(text)}


class BundleFinder(finders.BaseFinder):
    """Finds bundles, which it makes where they are not there or out of date."""

    storage = FileSystemStorage(location=FOLDER)

    def check(self, **_options: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        match = _NAME.fullmatch(path)
        if match is None:
            return []
        kind, stems = match.groups()
        names = [f"{kind}/{stem}.{kind}" for stem in stems.split("~")]
        sources = [source for name in names if (source := finders.find(name))]
        if len(sources) < len(names):
            return []
        bundle = FOLDER / path.removesuffix(".map")
        if not _is_fresh(bundle):
            _make(bundle, sources)
        return [str(FOLDER / path)] if find_all else str(FOLDER / path)

    def list(self, _ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name in sorted(bundles_of_templates()):
            if not self.find(name):
                raise LookupError(f"A template names a file that is not there: {name}")
            yield name, self.storage
            yield f"{name}.map", self.storage


def _is_fresh(bundle: Path) -> bool:
    """Whether a bundle is newer than all that it was made of, which its map names."""
    try:
        bundled_at = bundle.stat().st_mtime
        sources = json.loads(Path(f"{bundle}.map").read_text(encoding="utf-8"))["sources"]
        return all((bundle.parent / source).stat().st_mtime < bundled_at for source in sources)
    except OSError:
        return False


def _make(bundle: Path, sources: list[str]) -> None:
    """Raises ``CalledProcessError`` for a mistake in a file, which esbuild describes on standard error."""
    kind = bundle.suffix[1:]
    line = "@import {};\n" if kind == "css" else "import {};\n"
    entry = "".join(line.format(json.dumps(source)) for source in sources)
    bundle.parent.mkdir(parents=True, exist_ok=True)
    # Beside FOLDER, so that the map's relative addresses hold in FOLDER too.
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as folder:
        output = Path(folder, kind, bundle.name)
        options = [
            *("--bundle", "--minify", "--sourcemap", "--format=esm", "--target=esnext", "--external:*.woff2"),
            *("--log-level=warning", f"--loader={kind}", f"--outfile={output}"),
        ]
        program = next(settings.NODE_MODULES.glob("@esbuild/*/bin/esbuild"))
        subprocess.run([program, *options], input=entry, text=True, check=True, cwd=settings.BASE_DIR)
        os.replace(f"{output}.map", f"{bundle}.map")  # first: a bundle is fresh by what its map names
        os.replace(output, bundle)
