"""How often one visitor may have answers judged and look at what is dear."""

from __future__ import annotations

from typing import Final

from accounts.limits import Limit

JUDGED: Final = Limit("solving", times=90, seconds=60)
# Of objectives of more turns, for which the enemies' turns are searched, for seconds where it is hard.
JUDGED_LONG: Final = Limit("solving-long", times=15, seconds=60)
LOOKED: Final = Limit("solutions-long", times=30, seconds=60)
FREELY: Final = Limit("playing-freely", times=120, seconds=60)
PLAYED: Final = Limit("playing", times=600, seconds=60)
