"""The system call policy: its tables agree with the kernel's headers, and the filter made of them decides as they say."""

from __future__ import annotations

import errno
import re
import struct
from pathlib import Path

import pytest

from sandbox.bpf import program
from sandbox.policy import ALLOWED, CONDITIONS, REFUSED
from sandbox.syscalls import ARCHITECTURES, numbers

HEADERS = {
    "x86_64": (Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), Path("/usr/include/asm/unistd_64.h")),
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"),),
}
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOW, KILL = 0x7FFF0000, 0x80000000


def refused(number: int) -> int:
    return 0x00050000 | number


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_numbers_are_the_kernels(architecture: str) -> None:
    """Every number that the installed headers give is ours."""
    header = next((path for path in HEADERS[architecture] if path.exists()), None)
    if header is None:
        pytest.skip(f"no kernel headers for {architecture} are installed")
    given = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text()))
    given.setdefault("newfstatat", given.get("fstatat", "79"))
    ours = numbers(architecture)
    compared = {name: number for name, number in ours.items() if name in given}
    assert len(compared) > 250
    assert compared == {name: int(given[name]) for name in compared}


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_no_number_stands_for_two_calls(architecture: str) -> None:
    """Else a refusal could allow."""
    ours = numbers(architecture)
    assert len(set(ours.values())) == len(ours)


def test_the_policy_names_known_calls_once() -> None:
    """A misspelt name would silently be denied, or one call both allowed and refused."""
    names = [name for table in (*ALLOWED.values(), REFUSED) for name in table.split()]
    assert len(set(names)) == len(names)
    assert set(names) <= set().union(*(numbers(architecture) for architecture in ARCHITECTURES))
    assert {condition.call for condition in CONDITIONS} <= set(names)


def decide(code: bytes, architecture: int, number: int, *arguments: int) -> int:
    """What a filter returns: the kernel's interpreter of it, for the instructions that ours uses."""
    values = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", number, architecture, 0, *(value & (1 << 64) - 1 for value in values))
    at, held = 0, 0
    while True:
        kind, yes, no, constant = struct.unpack_from("<HBBI", code, at * 8)
        at += 1
        if kind == 0x20:
            held = struct.unpack_from("<I", data, constant)[0]
        elif kind == 0x06:
            return constant
        else:
            true = {0x15: held == constant, 0x35: held >= constant, 0x45: bool(held & constant)}[kind]
            at += yes if true else no


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_filter_decides_as_the_tables_say(architecture: str) -> None:
    """Allowed calls pass, refused ones get EPERM, those that conditions name depend on them, and the rest is not there."""
    code, known = program(architecture, own_network=True), numbers(architecture)
    special = {condition.call for condition in CONDITIONS} | {"socket", "socketpair"}
    absent = {"clone3", "io_uring_setup", "io_uring_enter", "io_uring_register"}
    for name, number in known.items():
        answer = decide(code, AUDIT[architecture], number)
        if name in special:
            continue
        if any(name in table.split() for table in ALLOWED.values()):
            assert answer == ALLOW, name
        else:
            assert answer == refused(errno.ENOSYS if name in absent else errno.EPERM), name
    for number in set(range(600)) - set(known.values()):
        assert decide(code, AUDIT[architecture], number) == refused(errno.ENOSYS)


CASES = [
    ("clone", (17,), ALLOW),
    ("clone", (0x3D0F00,), ALLOW),
    ("clone", (0x10000000 | 17,), refused(errno.EPERM)),
    ("clone", (0x00020000,), refused(errno.EPERM)),
    ("socket", (1,), ALLOW),
    ("socket", (2,), ALLOW),
    ("socket", (10,), ALLOW),
    ("socket", (16,), refused(errno.EAFNOSUPPORT)),
    ("socket", (38,), refused(errno.EAFNOSUPPORT)),
    ("socket", (40,), refused(errno.EAFNOSUPPORT)),
    ("socket", (1 << 32 | 40,), refused(errno.EAFNOSUPPORT)),
    ("ioctl", (0, 0x5401), ALLOW),
    ("ioctl", (0, 0x5412), refused(errno.EPERM)),
    ("ioctl", (0, 1 << 32 | 0x5412), refused(errno.EPERM)),
    ("prlimit64", (0, 7), ALLOW),
    ("prlimit64", (1, 7), refused(errno.EPERM)),
    ("personality", (0xFFFFFFFF,), ALLOW),
    ("personality", (0x40000,), refused(errno.EPERM)),
]


@pytest.mark.parametrize(("name", "arguments", "answer"), CASES, ids=lambda value: str(value))
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_arguments_decide(architecture: str, name: str, arguments: tuple[int, ...], answer: int) -> None:
    """The low 32 bits count, as they do for the kernel."""
    assert decide(program(architecture, own_network=True), AUDIT[architecture], numbers(architecture)[name], *arguments) == answer


@pytest.mark.parametrize("family", [1, 2, 10, 16, 40])
def test_without_a_network_of_its_own_a_program_gets_no_socket(family: int) -> None:
    """A path could lead to a service of the host; pairs are its own."""
    code, known = program("x86_64", own_network=False), numbers("x86_64")
    assert decide(code, AUDIT["x86_64"], known["socket"], family) == refused(errno.EAFNOSUPPORT)
    assert decide(code, AUDIT["x86_64"], known["socketpair"], 1) == ALLOW


@pytest.mark.parametrize(("architecture", "number"), [(0x40000003, 1), (AUDIT["aarch64"], 64), (AUDIT["x86_64"], 0x40000000 | 1)])
def test_a_call_by_another_table_ends_the_process(architecture: int, number: int) -> None:
    """B31: i386, another machine's, and x32, where the same numbers are other calls."""
    assert decide(program("x86_64", own_network=True), architecture, number) == KILL
