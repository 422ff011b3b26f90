"""Compiles the engine's core with mypyc: ``python script/compile.py``; see engine/README.md.

``--check`` only says by its exit status whether this could be done here, and prints why not; ``--is-current`` only says
whether it has been done for the sources as they are.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import compiled

ROOT = Path(__file__).resolve().parent.parent


def what_is_missing() -> str | None:
    """The first thing without which nothing can be compiled here."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        return f"no C compiler ({compiler})"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    return None if header.exists() else "no Python.h; on Debian and Ubuntu install python3-dev"


def build(work: Path) -> Path:
    """Compiles into a folder below ``work`` and answers the folder that holds the modules."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    sources = [f"engine/{name.replace('.', '/')}.py" for name in compiled.CORE]
    extensions = mypycify(
        ["--config-file=", "--strict", "--always-true=COMPILING", f"--cache-dir={work / 'mypy'}", *sources],
        opt_level="2",  # -O3 is not faster, and takes longer
        debug_level="0",
        target_dir=str(work / "c"),
        group_name="engine." + compiled.LIBRARY.removesuffix("__mypyc"),
    )
    for extension in extensions:  # a warning of some other compiler is no reason to do without
        extension.extra_compile_args = [option for option in extension.extra_compile_args if option != "-Werror"]
    command = build_ext(Distribution({"name": "engine", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(work / "out"), str(work / "o")
    command.ensure_finalized()
    command.run()
    return work / "out" / "engine"


def loads(modules: Path) -> bool:
    """Whether all the modules can be imported, in a process of its own."""
    code = (
        "import engine, importlib, sys; engine.__path__.insert(0, sys.argv[1]); "
        "[importlib.import_module(f'engine.{name}') for name in sys.argv[2:]]"
    )
    command = [sys.executable, "-c", code, str(modules), *compiled.CORE]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "GRIMOIRE_PURE": "1"}, check=False).returncode == 0


def main() -> int:
    """The command line."""
    home, target = Path(compiled.HOME), Path(compiled.folder())
    if "--is-current" in sys.argv[1:]:
        return 0 if target.is_dir() else 1
    missing = what_is_missing()
    if missing:
        print(missing)
    if missing or "--check" in sys.argv[1:]:
        return 1 if missing else 0
    os.chdir(ROOT)
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home, prefix="work-") as work:
        modules = build(Path(work))
        if not loads(modules):
            return 1
        if Path(compiled.folder()) != target:
            print("the sources changed during the compilation: try again")
            return 1
        python = target.name.rpartition("-")[0]
        for old in home.glob(f"{python}-*"):
            shutil.rmtree(old)
        modules.rename(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
