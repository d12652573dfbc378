"""What may be opened on the network: https at public addresses, and the origins that the user configured, as configured.

Nothing that a page, a pack or a model says can add an origin. A refusal is a value with a reason, never an exception.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

_NAT64 = ip_network("64:ff9b::/96")
_LOCAL_NAT64 = ip_network("64:ff9b:1::/48")
_TRANSLATED = ip_network("::ffff:0:0:0/96")
# Public by number, and answered by the machine's own host: a cloud's metadata and health service.
_HOST_SERVICES = frozenset({IPv4Address("168.63.129.16")})
_URL_MAX = 2_000
# The special-purpose registries of IANA (RFC 6890 and what came after), so that no version of Python decides: addresses that no document
# has. Of IPv6 nothing outside of `_GLOBAL` is handed out.
_SPECIAL = tuple(
    ip_network(block)
    for block in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
        "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24",
        "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20",
    )
)  # fmt: skip
_GLOBAL = ip_network("2000::/3")


@dataclass(frozen=True)
class Refusal:
    """Why something was not done, in our own words."""

    reason: str


@dataclass(frozen=True)
class Policy:
    """own_origins: origins ("http://index.example:8080") that the user chose; they may be private or http, exactly as written, and for

    calls of ours alone: a link to one of them in a page is held to the same rules as any other link.
    test_loopback: opens http at loopback; only the tests' own entry point hands such a policy in, no setting does.
    """

    own_origins: frozenset[str] = frozenset()
    test_loopback: bool = False

    def refuse_url(self, url: str, *, own: bool = False, named: Collection[str] = ()) -> Refusal | None:
        """None where the URL may be tried; names are checked again as addresses when they are connected to.

        own: a call of ours to one of the user's origins, or to one that the package index's own listing `named`.
        """
        if refusal := _malformed(url):
            return refusal
        parts = urlsplit(url)
        host = parts.hostname or ""
        if own:
            mine = origin(url) in self.own_origins or origin(url) in named
            return None if mine else Refusal("it is none of the origins that were configured")
        if self.test_loopback and host in ("127.0.0.1", "localhost", "::1"):
            return None
        if parts.scheme != "https":
            return Refusal("only https is opened, not http")
        if parts.port not in (None, 443):
            return Refusal(f"only port 443 is opened, not {parts.port}")
        if "." not in host.strip(".") and ":" not in host:
            return Refusal("the host is a local name")
        return self.refuse_address(host) if _numeric(host) else None

    def refuse_address(self, address: str, *, own: bool = False) -> Refusal | None:
        """None where a connection may be made to this address; IPv4 hidden in IPv6 is looked at as what it is.

        own: for one of the user's own origins, whose addresses are the user's business.
        """
        try:
            ip = ip_address(address.strip("[]").split("%")[0])
        except ValueError:
            return Refusal("the host is a number in an odd form")
        if own or (self.test_loopback and ip.is_loopback):
            return None
        return None if all(_public(form) for form in _forms(ip)) else Refusal("the address is not a public one")


def origin(url: str) -> str:
    """scheme://host[:port], in lower case, without a default port."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    host = f"[{host}]" if ":" in host else host
    default = {"http": 80, "https": 443}.get(parts.scheme)
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, default) else "")


def host_of(url: str) -> str:
    """The host that answers, with a port that is no default, in the one spelling that all of its spellings share."""
    name, _, port = origin(url).partition("://")[2].rpartition(":")
    if not name or not port.isdigit():
        name, port = origin(url).partition("://")[2], ""
    try:
        ip = ip_address(name.strip("[]"))
        plain = f"[{ip.compressed}]" if ip.version == 6 else ip.compressed
    except ValueError:
        plain = _ascii(name)
    return plain + (f":{port}" if port else "")


def _ascii(name: str) -> str:
    """A name as it is asked for, itself where it is none that can be."""
    try:
        return name.encode("idna").decode("ascii").lower() if not name.isascii() else name
    except UnicodeError:
        return name


def origin_or_none(url: str) -> str | None:
    """The origin of a URL, None where it is none."""
    try:
        return origin(url)
    except ValueError:
        return None


def same_place(url: str, scheme: str, host: str, port: int | None) -> bool:
    """Whether another parser reads the same scheme, host and port out of a URL. host: in its ASCII form."""
    parts = urlsplit(url)
    try:
        ours = (parts.hostname or "").encode("idna" if not (parts.hostname or "").isascii() else "ascii").decode("ascii")
    except UnicodeError:
        return False
    default = {"http": 80, "https": 443}.get(scheme)
    return (parts.scheme, ours, parts.port or default) == (scheme, host.strip("[]").lower(), port or default)


def _malformed(url: str) -> Refusal | None:
    if len(url) > _URL_MAX:
        return Refusal(f"the URL has {len(url)} characters, more than {_URL_MAX}")
    if any(ord(ch) <= 0x20 or ch in '<>"\\^`{|}' or 0x7F <= ord(ch) <= 0x9F for ch in url):
        return Refusal("the URL holds white space or a character that no URL may hold")
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return Refusal("this is not a URL")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return Refusal(f"only https is opened, not {parts.scheme or 'a URL without a scheme'}")
    if parts.username is not None or parts.password is not None:
        return Refusal("the URL carries credentials")
    if "%" in parts.hostname:
        return Refusal("the host is written with escapes")
    return None


def _numeric(host: str) -> bool:
    """Whether a resolver could read the host as an address: dotted, decimal, octal, hexadecimal or IPv6."""
    last = host.rstrip(".").rsplit(".", 1)[-1].lower()
    return ":" in host or last.isdigit() or last.startswith("0x")


def _public(ip: IPv4Address | IPv6Address) -> bool:
    """Whether an address may be a public host's. Teredo and 6to4 are looked at as the addresses that they wrap."""
    if ip in _HOST_SERVICES or (isinstance(ip, IPv6Address) and ip not in _GLOBAL):
        return False
    return not any(ip in block for block in _SPECIAL)


def _forms(ip: IPv4Address | IPv6Address) -> tuple[IPv4Address | IPv6Address, ...]:
    """The address and every IPv4 address that it wraps (mapped, compatible, translated, 6to4, Teredo, NAT64, ISATAP)."""
    if isinstance(ip, IPv4Address):
        return (ip,)
    packed = ip.packed
    inner: list[IPv4Address | None] = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if packed[:12] == bytes(12) or ip in _NAT64 or ip in _TRANSLATED or packed[8:12] in (b"\0\0\x5e\xfe", b"\x02\0\x5e\xfe"):
        inner.append(IPv4Address(packed[12:]))
    wrapped = tuple(form for form in inner if form is not None)
    if ip.ipv4_mapped or ip in _NAT64 or ip in _TRANSLATED:
        return wrapped  # such an address is nothing but its IPv4 address
    return (ip, *wrapped)
