"""What may be opened on the network: https at public addresses, and the origins that the user configured, as configured.

Nothing that a page, a pack or a model says can add an origin. A refusal is a value with a reason, never an exception.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

_NAT64 = "64:ff9b::"
_URL_MAX = 2_000


@dataclass(frozen=True)
class Refusal:
    """Why something was not done, in our own words."""

    reason: str


@dataclass(frozen=True)
class Policy:
    """own_origins: origins ("http://index.example:8080") that the user chose; they may be private or http, exactly as written.

    test_loopback: opens http at loopback; only the tests' own entry point hands such a policy in, no setting does.
    """

    own_origins: frozenset[str] = frozenset()
    test_loopback: bool = False

    def refuse_url(self, url: str) -> Refusal | None:
        """None where the URL may be tried; names are checked again as addresses when they are connected to."""
        if len(url) > _URL_MAX:
            return Refusal(f"the URL has {len(url)} characters, more than {_URL_MAX}")
        if any(ord(ch) <= 0x20 or ch in '<>"\\^`{|}' or ord(ch) == 0x7F for ch in url):
            return Refusal("the URL holds white space or a character that no URL may hold")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return Refusal("this is not a URL")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            return Refusal(f"only https is opened, not {parts.scheme or 'a URL without a scheme'}")
        if parts.username is not None or parts.password is not None:
            return Refusal("the URL carries credentials")
        if origin(url) in self.own_origins:
            return None
        if self.test_loopback and parts.hostname in ("127.0.0.1", "localhost", "::1"):
            return None
        if parts.scheme != "https":
            return Refusal("only https is opened, not http")
        if port not in (None, 443):
            return Refusal(f"only port 443 is opened, not {port}")
        if "." not in parts.hostname.strip(".") and ":" not in parts.hostname:
            return Refusal("the host is a local name")
        if _numeric(parts.hostname):
            return self.refuse_address(parts.hostname, url)
        return None

    def refuse_address(self, address: str, url: str) -> Refusal | None:
        """None where a connection for `url` may be made to this address; IPv4 hidden in IPv6 is looked at as what it is."""
        try:
            ip = ip_address(address.strip("[]").split("%")[0])
        except ValueError:
            return Refusal("the host is a number in an odd form")
        if origin(url) in self.own_origins:
            return None
        if self.test_loopback and ip.is_loopback:
            return None
        for form in _forms(ip):
            if not form.is_global or form.is_multicast or form.is_reserved:
                return Refusal("the address is not a public one")
        return None


def origin(url: str) -> str:
    """scheme://host[:port], in lower case, without a default port."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    host = f"[{host}]" if ":" in host else host
    default = {"http": 80, "https": 443}.get(parts.scheme)
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, default) else "")


def _numeric(host: str) -> bool:
    """Whether a resolver could read the host as an address: dotted, decimal, octal, hexadecimal or IPv6."""
    last = host.rstrip(".").rsplit(".", 1)[-1].lower()
    return ":" in host or last.isdigit() or last.startswith("0x")


def _forms(ip: IPv4Address | IPv6Address) -> tuple[IPv4Address | IPv6Address, ...]:
    """The address and every IPv4 address that it wraps (mapped, compatible, 6to4, Teredo, NAT64)."""
    if isinstance(ip, IPv4Address):
        return (ip,)
    inner: list[IPv4Address | None] = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    packed = ip.packed
    if packed[:12] == bytes(12) or packed[:12] == ip_address(_NAT64).packed[:12]:
        inner.append(IPv4Address(packed[12:]))
    wrapped = tuple(form for form in inner if form is not None)
    return (ip, *wrapped) if not ip.ipv4_mapped else wrapped
