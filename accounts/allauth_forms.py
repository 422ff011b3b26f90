"""allauth's forms, as the site has them."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.forms import LoginForm
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django.utils.translation import gettext as _

from accounts.forms import OneLineField

NAME_LENGTH: Final = 60


class SignInForm(LoginForm):
    """Signing in, with the site's words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email")
        del self.fields["login"].widget.attrs["placeholder"]
        self.fields["remember"].label = _("Stay signed in")


class ActivateAppForm(ActivateTOTPForm):
    """Turning an app's codes on: the code that does it counts as used, and signs nobody in after that."""

    def clean_code(self) -> str:
        code = str(super().clean_code())
        if not TOTP(Authenticator(user=self.user))._mark_code_used(code):
            raise get_adapter().validation_error("incorrect_code")
        return code


class AddPasskeyForm(AddWebAuthnForm):
    """A new passkey. Its name is no reason to refuse it: the device has made it by now."""

    name = OneLineField(required=False)

    def clean_name(self) -> str:
        return str(super().clean_name())[:NAME_LENGTH]


class EditPasskeyForm(EditWebAuthnForm):
    """Another name for a passkey."""

    name = OneLineField(max_length=NAME_LENGTH)
