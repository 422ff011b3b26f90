"""Error messages of the workshop."""

from __future__ import annotations

from django.utils.translation import gettext as _

from cards.pictures import MAX_BYTES, MAX_RATIO, MIN_SIDE, BadPicture, PictureProblem
from cards.workshop.services import MAX_CARDS
from cards.workshop.uploads import MAX_PICTURES, MAX_TOTAL
from cards.workshop.versions import MAX_KEPT


def why_no_picture(error: BadPicture) -> str:
    """Why a picture is not taken, and what to do about it."""
    texts = {
        PictureProblem.TOO_HEAVY: _("The file is larger than %(megabytes)d MB. Make it smaller and send it again."),
        PictureProblem.TOO_LARGE: _(
            "The picture has more than %(megapixels)d megapixels, the most that is taken in its format. "
            "Make it smaller and send it again."
        ),
        PictureProblem.TOO_SMALL: _("The picture is narrower than %(side)d pixels: too small to see anything."),
        PictureProblem.TOO_LONG: _("The picture is more than %(ratio)d times as long as it is wide."),
        PictureProblem.HEIC: _(
            "HEIC pictures, as iPhones take them, can't be read. Export the picture as JPEG and send that."
        ),
        PictureProblem.UNKNOWN: _("This is not a picture that can be read: JPEG, PNG, WebP, GIF and AVIF can."),
        PictureProblem.BROKEN: _("The picture is damaged: it cannot be read to the end."),
        PictureProblem.FAILED: _("Something went wrong on our side. Try again, or send another picture."),
    }
    return texts[error.problem] % {
        "megabytes": MAX_BYTES // 1024**2,
        "megapixels": error.pixels // 10**6,
        "side": MIN_SIDE,
        "ratio": MAX_RATIO,
    }


def no_file() -> str:
    """The message where no file came along, as none does that is far too large."""
    return _("No file arrived, or it is larger than %(megabytes)d MB.") % {"megabytes": MAX_BYTES // 1024**2}


def quota_exceeded() -> str:
    """Why one more picture is not taken."""
    return _(
        "You have %(number)d pictures, or %(megabytes)d MB of them, here: that is the maximum. Delete some first."
    ) % {
        "number": MAX_PICTURES,
        "megabytes": MAX_TOTAL // 1024**2,
    }


def too_many_cards() -> str:
    """Why one more card is not made."""
    return _("You have %(number)d cards here: that is the maximum. Delete some first.") % {"number": MAX_CARDS}


def too_many_kept() -> str:
    """Why one more version is not kept."""
    words = _("%(number)d versions of this card are kept: that is the maximum. Delete one first.")
    return words % {"number": MAX_KEPT}


def too_often() -> str:
    """Why something is not done at once."""
    return _("That is a lot in one hour. Please try again later.")
