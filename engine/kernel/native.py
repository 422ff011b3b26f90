"""What the compiled core is told beside its types: integers of the machine, and how its objects are kept.

Run as plain Python an ``i64`` is an ``int`` like any other, and a class is as it is written. ``script/compile.py``
has the compiler take ``COMPILING`` for true; what it reads from ``mypy_extensions`` need not be there when the core
runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

C = TypeVar("C")

COMPILING = False
if COMPILING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int

    def mypyc_attr(*, acyclic: bool = False, free_list_len: int = 0) -> Callable[[C], C]:
        """``acyclic``: no object of it is in a circle of references; ``free_list_len``: how many are kept for use."""
        return lambda decorated: decorated
