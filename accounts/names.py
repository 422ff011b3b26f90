"""Rules for names of accounts, which stand in credits and addresses."""

from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

VALIDATORS = [
    RegexValidator(r"\A[A-Za-z0-9][A-Za-z0-9_.-]*\Z", _("Use letters and digits; - _ and . are allowed in between.")),
    MaxLengthValidator(30),
]
