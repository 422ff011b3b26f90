"""Where the site may go when a visitor names an address: for webhooks, for tables of cards. A stranger may name any.

Only ``https`` to a name, at its own port (with the development server also ``http`` to this machine); and when it is
gone to, only to addresses that the whole internet reaches (``is_public``), so that no name leads into the site's own
network, whatever it resolves to when.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

PORT: Final = 443
MAX_ADDRESS: Final = 500  # characters
MAX_REDIRECT: Final = 4000  # characters of an address that another one leads to
_THIS_MACHINE: Final = re.compile(r"http://(?:127\.0\.0\.1|localhost):[1-9][0-9]{0,3}[0-9]?(?:/[!-\[\]-~]*)?")
_PRINTABLE: Final = re.compile(r"[!-~]+")
_NAME: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
# Names that no resolver of the whole internet knows; what they mean is each network's own affair.
_OWN_NAMES: Final = (".local", ".localhost", ".internal", ".intranet", ".lan", ".home", ".corp", ".home.arpa", ".onion")
# What ``is_global`` lets through, and is somebody's own network or leads into one all the same.
_NOT_PUBLIC: Final = (
    IPv4Network("192.0.0.0/24"),  # of protocols
    IPv4Network("192.88.99.0/24"),  # relays from IPv6
    IPv6Network("2001::/23"),  # of protocols, Teredo among them
    IPv6Network("2002::/16"),  # 6to4: any address of IPv4 within
    IPv6Network("3fff::/20"),  # for documentation
)
_GLOBAL_IPV6: Final = IPv6Network("2000::/3")  # all that has been given out; IPv4 in IPv6 lies elsewhere


def is_this_machine(address: str) -> bool:
    """Whether an address is one of this machine that may be used: with the development server only."""
    return settings.OUTGOING_TO_THIS_MACHINE and _THIS_MACHINE.fullmatch(address) is not None


def fault_of(address: str, longest: int = MAX_ADDRESS) -> str:
    """What is wrong with an address that the site is to go to, in words; empty if it may be used."""
    if len(address) > longest:
        return _("A URL can't be longer than %(count)d characters.") % {"count": longest}
    if is_this_machine(address):
        return ""
    if not _PRINTABLE.fullmatch(address) or "\\" in address:
        return _("A URL can't have spaces or accents: write %20, and host names as xn--….")
    if not address.startswith("https://"):
        return _("The URL must start with https://.")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return _("Invalid URL.")
    if "@" in parts.netloc:
        return _("Remove the user name and password.")
    if port is not None or parts.netloc != parts.hostname:
        return _("Write the host in lower case and without a port: it's always 443.")
    if parts.fragment or address.endswith("#"):
        return _("Remove everything from # on: it's never sent.")
    if not _NAME.fullmatch(parts.hostname) or parts.hostname.endswith(_OWN_NAMES) or len(parts.hostname) > 253:
        return _("The host must be a public domain name, not an IP address.")
    return ""


def is_public(text: str) -> bool:
    """Whether an IP address is one of a single machine that the whole internet reaches."""
    try:
        address = ip_address(text)
    except ValueError:  # with a zone, or nothing that is one
        return False
    if not address.is_global or address.is_multicast or address.is_reserved or address.is_unspecified:
        return False
    if isinstance(address, IPv6Address) and address not in _GLOBAL_IPV6:
        return False
    return not any(_lies_in(address, network) for network in _NOT_PUBLIC)


def _lies_in(address: IPv4Address | IPv6Address, network: IPv4Network | IPv6Network) -> bool:
    return address.version == network.version and address in network
