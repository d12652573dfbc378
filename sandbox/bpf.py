"""The seccomp filter, made from the tables of `policy.py`: a list of classic BPF instructions, as the kernel takes it."""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterator, Sequence

from sandbox.policy import (
    ALLOWED,
    CONDITIONS,
    NOT_THERE,
    OWN_SCHEDULING,
    REFUSED,
    REFUSED_TO_THE_CALLERS_USER,
    SOCKET_PAIRS,
    SOCKETS_IN_NAMESPACE,
    SOCKETS_ON_HOST,
    Condition,
)
from sandbox.syscalls import numbers

# struct seccomp_data: int nr; u32 arch; u64 instruction pointer; u64 args[6] (both architectures are little-endian)
_NR, _ARCH, _ARGS = 0, 4, 16
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, constant


def program(architecture: str, *, own_network: bool = True, callers_user: bool = False) -> bytes:
    """The filter for `architecture`. KeyError where the tables do not cover it.

    own_network: the program has a network namespace. callers_user: it runs as the caller's user, on the host's files and processes.
    A call by another architecture's table (i386, x32) ends the process: its numbers mean other calls.
    """
    known = numbers(architecture)
    sockets = SOCKETS_IN_NAMESPACE if own_network else SOCKETS_ON_HOST
    scheduling = OWN_SCHEDULING if callers_user else ()
    conditions = {condition.call: condition for condition in (*CONDITIONS, sockets, SOCKET_PAIRS, *scheduling)}
    refused = [*_names(REFUSED), *(_names(REFUSED_TO_THE_CALLERS_USER) if callers_user else ())]
    code: list[Instruction] = [(_LOAD, 0, 0, _ARCH), (_EQUAL, 1, 0, _AUDIT_ARCH[architecture]), _return(_KILL_PROCESS), (_LOAD, 0, 0, _NR)]
    if architecture == "x86_64":
        code += [(_AT_LEAST, 0, 1, _X32_BIT), _return(_KILL_PROCESS)]
    for name in _names(*ALLOWED.values()):
        if name in known and name not in refused:
            code += _when(known[name], _checked(conditions[name]) if name in conditions else [_return(_ALLOW)])
    for name in refused:
        if name in known and name not in NOT_THERE.split():
            code += _when(known[name], [_return(_ERROR | errno.EPERM)])
    code.append(_return(_ERROR | errno.ENOSYS))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in code)


def _names(*tables: str) -> Iterator[str]:
    for table in tables:
        yield from table.split()


def _return(value: int) -> Instruction:
    return (_RETURN, 0, 0, value)


def _when(number: int, then: Sequence[Instruction]) -> list[Instruction]:
    """`then` (which ends in a return on every path) for one call; the call's number stays loaded for the next."""
    return [(_EQUAL, 0, len(then), number), *then]


def _checked(condition: Condition) -> list[Instruction]:
    low = _ARGS + 8 * condition.argument
    refuse, allow = _return(_ERROR | condition.error), _return(_ALLOW)
    load: Instruction = (_LOAD, 0, 0, low)
    if condition.test == "masked":
        return [load, (_ANY_BIT, 0, 1, condition.values[0]), refuse, allow]
    hit, miss = (allow, refuse) if condition.test == "one of" else (refuse, allow)
    tests: list[Instruction] = []
    for value in condition.values:
        tests += [(_EQUAL, 0, 1, value), hit]
    return [load, *tests, miss]
