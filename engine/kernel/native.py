"""What the compiled core is told beside its types: which integers are the machine's.

Run as plain Python an ``i64`` is an ``int`` like any other. ``script/compile.py`` has the compiler take ``COMPILING``
for true; ``mypy_extensions``, where it then finds the type, need not be there when the core runs.
"""

from __future__ import annotations

COMPILING = False
if COMPILING:
    from mypy_extensions import i64 as i64
else:
    i64 = int
