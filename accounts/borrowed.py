"""Texts of allauth's pages that our catalogue says in place of allauth's own: a passkey, a security key and a code are
called there what they are called everywhere on the site. A catalogue of the project goes before those of packages."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

BORROWED = (
    _("Added on %(created_at)s"),
    _("Are you sure?"),
    _("Create Passkey"),
    _("Key nr. {number}"),
    _("Last used %(last_used)s"),
    _("Passkey"),
    _("Passkey Sign Up"),
    _("Please reauthenticate to safeguard your account."),
    _("Please select only one."),
    _("Please type your current password."),
    _("Request new code"),
    _("Security key"),
    _("This email address is already associated with this account."),
    _("This key doesn't say whether it's a passkey."),
    _("Too many failed login attempts. Try again later."),
    _("Use a security key"),
    _("Username can not be used. Please use other username."),
    _("You are about to deactivate authenticator app based authentication. Are you sure?"),
    _("Your account is protected by two-factor authentication. Please enter an authenticator code:"),
)
