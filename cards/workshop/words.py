"""What goes wrong in the workshop, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from cards.pictures import LEAST_SIDE, MOST_BYTES, MOST_PIXELS, MOST_RATIO, BadPicture, Problem
from cards.workshop.services import MOST_CARDS
from cards.workshop.uploads import MOST_PICTURES, MOST_TOTAL
from cards.workshop.versions import MOST_KEPT


def why_no_picture(error: BadPicture) -> str:
    """Why a picture is not taken, and what to do about it."""
    texts = {
        Problem.TOO_HEAVY: _("The file is larger than %(megabytes)d MB. Save it smaller and send it again."),
        Problem.TOO_LARGE: _("The picture has more than %(megapixels)d megapixels. Make it smaller and send it again."),
        Problem.TOO_SMALL: _("The picture is narrower than %(side)d pixels: nothing would be seen of it."),
        Problem.TOO_LONG: _("The picture is more than %(ratio)d times as long as it is wide."),
        Problem.UNKNOWN: _("This is no picture that can be read. JPEG, PNG, WebP, GIF and AVIF can."),
        Problem.BROKEN: _("The picture is damaged: it cannot be read to its end."),
    }
    return texts[error.problem] % {
        "megabytes": MOST_BYTES // 1024**2,
        "megapixels": MOST_PIXELS // 10**6,
        "side": LEAST_SIDE,
        "ratio": MOST_RATIO,
    }


def quota_exceeded() -> str:
    """Why one more picture is not taken."""
    return _("You have %(number)d pictures, or %(megabytes)d MB of them, here: that is all. Delete some first.") % {
        "number": MOST_PICTURES,
        "megabytes": MOST_TOTAL // 1024**2,
    }


def too_many_cards() -> str:
    """Why one more card is not made."""
    return _("You have %(number)d cards here: that is all. Delete some first.") % {"number": MOST_CARDS}


def too_many_kept() -> str:
    """Why one more version is not kept."""
    return _("%(number)d versions of this card are kept: that is all. Let one go first.") % {"number": MOST_KEPT}


def too_often() -> str:
    """Why something is not done at once."""
    return _("That is a lot in one hour. Please try again later.")
