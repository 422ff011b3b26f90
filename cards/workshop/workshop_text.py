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
        PictureProblem.TOO_HEAVY: _("The file is larger than %(megabytes)d MB. Send a smaller one."),
        PictureProblem.TOO_LARGE: _(
            "The picture has more than %(megapixels)d megapixels, the maximum for its format. Send a smaller one."
        ),
        PictureProblem.TOO_SMALL: _("The picture is less than %(side)d pixels wide. Send a larger one."),
        PictureProblem.TOO_LONG: _("The picture is too long: more than %(ratio)d times its width."),
        PictureProblem.UNKNOWN: _("Can't read this picture. Use JPEG, PNG, WebP, HEIC, GIF, AVIF, TIFF or BMP."),
        PictureProblem.BROKEN: _("The picture is damaged. Send another."),
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
    return _("No file received, or it's larger than %(megabytes)d MB.") % {"megabytes": MAX_BYTES // 1024**2}


def quota_exceeded() -> str:
    """Why one more picture is not taken."""
    return _("You've reached the limit (%(number)d pictures or %(megabytes)d MB). Delete some first.") % {
        "number": MAX_PICTURES,
        "megabytes": MAX_TOTAL // 1024**2,
    }


def too_many_cards() -> str:
    """Why one more card is not made."""
    return _("You've reached the limit of %(number)d cards. Delete some first.") % {"number": MAX_CARDS}


def too_many_kept() -> str:
    """Why one more version is not kept."""
    words = _("You've reached the limit of %(number)d versions of this card. Delete one first.")
    return words % {"number": MAX_KEPT}


def too_often() -> str:
    """Why something is not done at once."""
    return _("Too many requests.")
