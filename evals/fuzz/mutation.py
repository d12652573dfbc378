"""Changes of an input that keep its form, so that what reads it gets beyond its first check. Every change follows from the seed."""

# ruff: noqa: E501 (inputs and the page of results stand in one piece)

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable, Sequence
from typing import Any

Mutator = Callable[[bytes, random.Random], bytes]
_MOST = 5_000  # places of a JSON value

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**400, 0.0, -0.0, 1e308, 1e-320, float("nan"), float("inf"), "", " ", "\x00",
    "\ud800", "\udfff", "\u202e", "\U000e0041", "\x1b[2J", "a" * 5_000, "../../etc/passwd", "http://[::1", "https://x:99999/", "//", "%",
    "C1", "E1", "H0.1", "9" * 5_000, "١٢٣", "²", "½", "1e400", "0x", "__proto__", [], {}, [[]], [None], {"": ""}, "(" * 300, "{", "\\", "\r\n",
)  # fmt: skip
CHARACTERS = (
    "\x00", "\r", "\n", "\t", "\f", "\v", "\x1b", "\x85", "\xa0", "\u2028", "\u200b", "\u202e", "\ufeff", "\ufffd", "\U000e0041", "²", "١",
    "½", "ſ", "İ", "ß", "e\u0301", "…", "—", "“", "|", "`", "```", "$$", "==", "#", "<", ">", "&", "&#0;", "&#x110000;", "&#xD800;", "<!--",
    "-->", "<![CDATA[", "]]>", "%", "\\", "(", ")" * 40, "(" * 200, "[" * 200, "{" * 200, "-", "--", "**", "//", "0" * 40, "9" * 4_400,
    "1e999", "1e-999", "0x", "inf", "nan", "ms", "1,2,3", "1.2.3", " = ", " / 0", "%d", "\\u{1}", "http://[", "https://", "@", "'", '"', '"""',
)  # fmt: skip


def of_bytes(data: bytes, rnd: random.Random) -> bytes:
    """A few bytes changed, cut out or repeated, wherever they stand."""
    made = bytearray(data)
    for _ in range(rnd.randint(1, 4)):
        at = rnd.randrange(len(made) + 1)
        end = min(len(made), at + rnd.choice((1, 2, 4, 16, 64)))
        way = rnd.randrange(4)
        if way == 0:
            made[at:end] = bytes(rnd.randrange(256) for _ in range(end - at))
        elif way == 1:
            del made[at:end]
        elif way == 2:
            made[at:at] = made[at:end] * rnd.choice((1, 2, 30))
        else:
            made[at:at] = rnd.choice(CHARACTERS).encode("utf-8", "surrogatepass")
    return bytes(made)


def of_text(data: bytes, rnd: random.Random) -> bytes:
    """Lines moved, repeated, cut, joined, and odd characters between them."""
    lines = data.decode("utf-8", "replace").split("\n")
    for _ in range(rnd.randint(1, 5)):
        at = rnd.randrange(len(lines))
        way = rnd.randrange(8)
        if way == 0:
            lines[at:at] = [lines[rnd.randrange(len(lines))]] * rnd.choice((1, 1, 3, 40))
        elif way == 1 and len(lines) > 1:
            del lines[at]
        elif way == 2:
            lines[at] = lines[at][: rnd.randrange(len(lines[at]) + 1)]
        elif way == 3 and at + 1 < len(lines):
            lines[at : at + 2] = [lines[at] + rnd.choice(("", " ", "\t")) + lines[at + 1]]
        elif way == 4:
            lines[at] = rnd.choice((" ", "\t", "> ", "- ", "1. ", "    ", "#", "| ")) * rnd.choice((1, 2, 60)) + lines[at]
        elif way == 5:
            words = lines[at].split(" ")
            rnd.shuffle(words)
            lines[at] = " ".join(words)
        else:
            place = rnd.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + rnd.choice(CHARACTERS) * rnd.choice((1, 1, 2)) + lines[at][place:]
    return "\n".join(lines).encode("utf-8", "replace")


def of_json(data: bytes, rnd: random.Random) -> bytes:
    """Values of a JSON text put in each other's place, made odd, repeated or left out; bytes where it is no JSON."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return of_text(data, rnd)
    if rnd.random() < 0.1:
        return of_bytes(data, rnd)
    for _ in range(rnd.randint(1, 4)):
        value = _changed(value, rnd)
        if len(_places(value)) >= _MOST:  # what is repeated within what is repeated grows beyond all memory
            return data
    try:
        text = json.dumps(value, ensure_ascii=rnd.random() < 0.5)
    except RecursionError:
        return data
    return text.encode("utf-8", "surrogatepass" if rnd.random() < 0.2 else "replace")


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a value: the list or object that holds it, and its key there."""
    found, waiting = [], [value]
    while waiting and len(found) < _MOST:
        holder = waiting.pop()
        keys: Sequence[Any] = list(holder) if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        for key in keys:
            found.append((holder, key))
            waiting.append(holder[key])
    return found


def _changed(value: Any, rnd: random.Random) -> Any:
    places = _places(value)
    if not places or rnd.random() < 0.03:
        return rnd.choice(ODD)
    holder, key = rnd.choice(places)
    way = rnd.randrange(7)
    if way == 0:
        del holder[key]
    elif way == 1:
        other, there = rnd.choice(places)
        try:
            holder[key] = json.loads(json.dumps(other[there]))
        except (IndexError, KeyError):
            holder[key] = None
    elif way == 2 and isinstance(holder, list):
        holder[key:key] = [holder[key]] * rnd.choice((1, 2, 50))
    elif way == 3 and isinstance(holder[key], str):
        place = rnd.randrange(len(holder[key]) + 1)
        holder[key] = holder[key][:place] + rnd.choice(CHARACTERS) + holder[key][place:]
    elif way == 4 and isinstance(holder, dict):
        holder[rnd.choice(("", "__proto__", "\ud800", str(key).upper(), "extra"))] = holder[key]
    elif way == 5:
        deep: Any = holder[key]
        for _ in range(rnd.choice((1, 3, 200))):
            deep = [deep] if rnd.random() < 0.5 else {"a": deep}
        holder[key] = deep
    else:
        holder[key] = json.loads(json.dumps(rnd.choice(ODD)))
    return value


def of_members(data: bytes, rnd: random.Random) -> bytes:
    """What gzip members hold is changed and packed again, or the bytes as they are."""
    if rnd.random() < 0.15:
        return of_bytes(data, rnd)
    members, rest = [], data
    while rest.startswith(b"\x1f\x8b") and len(members) < 60:
        inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            members.append(inflate.decompress(rest, 1 << 20))
        except zlib.error:
            break
        rest = inflate.unused_data if inflate.eof else b""
    if not members:
        return of_bytes(data, rnd)
    at = rnd.randrange(len(members))
    way = rnd.randrange(6)
    if way == 0:
        members.insert(at, members[rnd.randrange(len(members))])
    elif way == 1 and len(members) > 1:
        del members[at]
    elif way == 2:
        members[at] = of_bytes(members[at], rnd)
    else:
        head, gap, block = members[at].partition(b"\r\n\r\n")
        changed = of_text(head.replace(b"\r\n", b"\n"), rnd).replace(b"\n", b"\r\n")
        members[at] = (changed + gap + block) if rnd.random() < 0.6 else head + gap + of_bytes(block, rnd)
    return b"".join(_packed(member) for member in members) + rest


def _packed(member: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return packer.compress(member) + packer.flush()
