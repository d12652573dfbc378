"""Attacks on the host from inside the sandbox, by the classes that are known (B1 to B34, B45), each in every tier, each with its control:
the same program without the sandbox gets what it is after, or the test says why that cannot be shown here."""

from __future__ import annotations

import os
import platform
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from sandbox_support import Host, err, every_tier, host, out, run, run_bare

from sandbox.inside import processes
from sandbox.syscalls import numbers

pytestmark = pytest.mark.sandbox

_FRAME = """
import ctypes, errno, mmap, os, signal, socket, stat, struct, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)

def kernel(name, *arguments):
    result = libc.syscall(N[name], *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result

def in_child(function):
    # True where the function returned something true in a child that then ended by itself
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if function() else 1)
        except OSError as error:
            print("refused:", error, flush=True)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

def reads(path):
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError as error:
        print("refused:", error)
        return b""

def attack():
%s

try:
    got = attack()
except OSError as error:
    print("refused:", error)
    got = False
print("BREACH" if got else "HELD")
"""

# id -> program of `attack`: it returns something true where it got what it was after, and false or OSError where it was held.
ATTACKS = {
    "B1 a route to the outside": """
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.connect(("192.0.2.1", 9))  # sends nothing; needs a route
            return True
    """,
    "B2 a datagram to the host": """
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.connect(("127.0.0.1", HOST["udp"]))
            s.send(b"x")
            time.sleep(0.05)
            s.send(b"x")  # the answer to the first, port unreachable, is raised here
            return True
    """,
    "B3 a service on loopback": """
        with socket.create_connection(("127.0.0.1", HOST["tcp"]), timeout=2):
            return True
    """,
    "B4 a socket by path": """
        with socket.socket(socket.AF_UNIX) as s:
            s.connect(HOST["unix"])
            return True
    """,
    "B4 a socket by abstract name": """
        with socket.socket(socket.AF_UNIX) as s:
            s.connect("\\0" + HOST["abstract"])
            return True
    """,
    "B5 vsock": "return socket.socket(40, socket.SOCK_STREAM)",
    "B5 netlink": "return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)",
    "B5 the kernel's crypto": "return socket.socket(38, socket.SOCK_SEQPACKET)",
    "B5 raw packets": "return socket.socket(17, socket.SOCK_RAW, 0)",
    "B6 a descriptor of the parent": """
        for number in range(3, 256):
            try:
                found = os.pread(number, 64, 0)
            except OSError:
                continue
            if HOST["token_head"].encode() in found:
                return True
    """,
    "B7 the address of a cloud's metadata": """
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.connect(("169.254.169.254", 80))  # sends nothing; needs a route
            return True
    """,
    "B8 a file of the user": "return HOST['token_head'].encode() in reads(HOST['secret'])",
    "B8 the shadow file": "return reads('/etc/shadow')",
    "B8 the password file": "return reads('/etc/passwd')",
    "B8 the home of root": "return os.listdir('/root') != ['.pyenv'] and os.listdir('/root')",
    "B9 environments of processes": """
        for name in os.listdir("/proc"):
            if name.isdecimal() and name != str(os.getpid()):
                if reads(f"/proc/{name}/environ").replace(b"HOME=/\\0", b""):  # which is all that gVisor gives to process 1
                    return True
    """,
    "B10 a command line of the host": """
        for name in os.listdir("/proc"):
            if name.isdecimal() and b"sleep\\x00600" in reads(f"/proc/{name}/cmdline"):
                return True
    """,
    "B11 host paths in the command line of process 1": "return HOST['bare'] or b'/usr/bin/bwrap' in reads('/proc/1/cmdline')",
    "B12 addresses of the kernel": "return any(not line.startswith(b'0' * 16) for line in reads('/proc/kallsyms').splitlines())",
    "B12 the kernel's memory": "return reads_head('/proc/kcore') if HOST['bare'] else reads('/proc/kcore')",
    "B12 the kernel's log": "return kernel('syslog', 10, None, 0) >= 0",
    "B13 a block device": """
        os.mknod("disk", stat.S_IFBLK | 0o600, os.makedev(259, 0))
        return True
    """,
    "B13 a character device": """
        os.mknod("memory", stat.S_IFCHR | 0o600, os.makedev(1, 1))
        return True
    """,
    "B15 a file of the host": """
        with open(HOST["outside"] + "/new", "w"):
            return True
    """,
    "B15 the interpreter": """
        if HOST["bare"]:
            return os.access(sys.executable, os.W_OK)
        for path in ("/proc/self/exe", os.path.realpath(sys.executable), sys.executable):
            try:
                with open(path, "r+b"):
                    return True
            except OSError as error:
                print("refused:", error)
    """,
    "B15 the packages of the environment": """
        if HOST["bare"]:
            return os.access(os.path.dirname(os.__file__), os.W_OK)
        for folder in (p for p in sys.path if p.endswith(("packages", "lib-dynload")) or p == os.path.dirname(os.__file__)):
            try:
                with open(folder + "/evil.pth", "w"):
                    return True
            except OSError as error:
                print("refused:", error)
    """,
    "B16 the root, /dev and /etc": """
        for folder in [HOST["outside"]] if HOST["bare"] else ["/", "/dev", "/etc", "/usr", "/proc", "/corrigenda", "/var/tmp"]:
            try:
                with open(folder + "/new", "w"):
                    return True
            except OSError as error:
                print("refused:", error)
    """,
    "B18 a hard link to a host's file": """
        os.link(HOST["secret"], "mine")
        return True
    """,
    "B23 a file that was absent at the start": """
        os.makedirs(HOST["outside"] + "/.config/made")  # in the sandbox's own /tmp that is no harm; the test looks at the host's
        return HOST["bare"]
    """,
    "the mode of a host's file": """
        os.chmod(HOST["secret"], 0o644)
        return True
    """,
    "the times of a host's file": """
        os.utime(HOST["secret"])
        return True
    """,
    "the scheduling of a host's process": """
        os.sched_setaffinity(HOST["victim"], os.sched_getaffinity(0))
        return True
    """,
    "B24 a new user namespace": """
        return in_child(lambda: kernel("unshare", 0x10000000) == 0)
    """,
    "B24 clone into a new namespace": """
        pid = kernel("clone", 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
        return True
    """,
    "B24 clone3": """
        arguments = struct.pack("=11Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0)
        pid = kernel("clone3", arguments, 88)
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
        return True
    """,
    "B25 a mount": """
        def mounts():
            kernel("unshare", 0x20000)
            libc.mount(None, b"/", None, 0x44000, None)
            os.makedirs("mount", exist_ok=True)
            return libc.mount(b"none", os.path.abspath("mount").encode(), b"tmpfs", 0, None) == 0
        return in_child(mounts)
    """,
    "B25 a change of the root": """
        return in_child(lambda: kernel("chroot", b".") == 0)
    """,
    "B26 tracing a process of the host, or process 1": """
        for pid in [HOST["victim"]] if HOST["bare"] else [1, os.getppid(), HOST["victim"]]:
            try:
                return kernel("ptrace", 0x4206, pid, 0, 0) >= 0
            except OSError as error:
                print("refused:", error)
    """,
    "B26 reading the memory of a process": """
        for pid in [HOST["victim"]] if HOST["bare"] else [1, os.getppid(), HOST["victim"]]:
            try:
                with open(f"/proc/{pid}/mem", "rb"):
                    return True
            except OSError as error:
                print("refused:", error)
    """,
    "B26 a descriptor of process 1": """
        targets = [HOST["victim"]] if HOST["bare"] else [1, os.getppid(), HOST["victim"]]
        for pid in targets:
            try:
                names = os.listdir(f"/proc/{pid}/fd")
            except OSError as error:
                print("refused:", error)
                continue
            for name, mode in ((name, mode) for name in names for mode in (os.O_RDONLY, os.O_WRONLY)):
                try:
                    return os.open(f"/proc/{pid}/fd/{name}", mode | os.O_NONBLOCK) >= 0
                except OSError as error:
                    print("refused:", error)
    """,
    "B27 io_uring": """
        return kernel("io_uring_setup", 4, ctypes.create_string_buffer(256)) >= 0
    """,
    "B28 a BPF map": """
        return kernel("bpf", 0, struct.pack("=IIII", 2, 4, 4, 1) + bytes(112), 128) >= 0
    """,
    "B28 performance counters": """
        return kernel("perf_event_open", struct.pack("=IIQ", 1, 128, 0) + bytes(112), 0, -1, -1, 0) >= 0
    """,
    "B28 userfaultfd": "return kernel('userfaultfd', 1) >= 0",
    "B29 the keyring": "return kernel('add_key', b'user', b'name', b'value', 5, -3) >= 0",
    "B30 a file by handle": """
        handle, mount = ctypes.create_string_buffer(struct.pack("=Ii", 128, 0) + bytes(128)), ctypes.c_int()
        return kernel("name_to_handle_at", -100, b".", handle, ctypes.byref(mount), 0) >= 0
    """,
    "B31 the system calls of 32 bits": """
        def by_the_old_gate():
            code = mmap.mmap(-1, 4096, prot=7)
            code.write(bytes.fromhex("b814000000cd80c3"))  # mov eax, 20 (getpid); int 0x80; ret
            return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))() == os.getpid()
        return in_child(by_the_old_gate)
    """,
    "B32 typing into a terminal": """
        import fcntl, termios
        master, slave = os.openpty()
        def types():
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            fcntl.ioctl(slave, termios.TIOCSTI, b"x")
            return True
        return in_child(types)
    """,
    "B33 capabilities": """
        status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
        return int(status["CapEff"], 16) or int(status["CapPrm"], 16) or libc.prctl(39, 0, 0, 0, 0) != 1
    """,
    "B33 becoming root": """
        if HOST["bare"]:
            return os.getuid() == 0
        os.setresuid(0, 0, 0)
        return True
    """,
    "B34 a file without a name": "return kernel('memfd_create', b'x', 0) >= 0",
    "B37 System V memory": """
        key = kernel("shmget", 0, 4096, 0o600 | 0o1000)
        libc.shmctl(key, 0, None)
        return True
    """,
    "B45 signals to processes of the host": """
        for pid in [HOST["victim"]] if HOST["bare"] else [HOST["victim"], HOST["test"]]:
            try:
                os.kill(pid, 0)
                return True
            except OSError as error:
                print("refused:", error)
    """,
    "another personality": """
        before = kernel("personality", 0xFFFFFFFF)
        return kernel("personality", before | 0x0040000) >= 0
    """,
    "the limits of process 1": """
        import resource
        pid = HOST["victim"] if HOST["bare"] else os.getppid()
        resource.prlimit(pid, resource.RLIMIT_CPU)
        return True
    """,
}  # fmt: skip

# What a kernel may be built or set without; then there is nothing to hold.
MAY_FAIL_BARE = frozenset(
    {
        "B1 a route to the outside", "B5 vsock", "B5 netlink", "B5 the kernel's crypto", "B5 raw packets",
        "B7 the address of a cloud's metadata", "B8 the shadow file", "B8 the home of root", "B12 addresses of the kernel",
        "B12 the kernel's memory", "B12 the kernel's log", "B13 a block device", "B13 a character device", "B15 the interpreter",
        "B15 the packages of the environment", "B18 a hard link to a host's file", "B24 a new user namespace",
        "B24 clone into a new namespace", "B25 a mount", "B25 a change of the root", "B26 tracing a process of the host, or process 1",
        "B26 reading the memory of a process", "B27 io_uring", "B28 a BPF map", "B28 performance counters", "B28 userfaultfd",
        "B29 the keyring", "B30 a file by handle", "B31 the system calls of 32 bits", "B32 typing into a terminal", "B33 becoming root",
    }
)  # fmt: skip


def _program(name: str, target: Host, *, bare: bool) -> str:
    body = textwrap.indent(textwrap.dedent(ATTACKS[name]).strip(), "    ")
    helper = "\ndef reads_head(path):\n    with open(path, 'rb') as stream:\n        return stream.read(4)\n"
    return f"{target.prelude(bare=bare)}N = {numbers(platform.machine())}\n{helper}{_FRAME % body}"


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("host")
    for path in (folder, *folder.parents):  # the host's secret is to be open to all users, so that the sandbox alone keeps it
        if path.stat().st_uid == os.getuid() and path != Path("/"):
            path.chmod(path.stat().st_mode | 0o055)
    with host(folder) as made:
        descriptor = os.open(made.folder / "secret.txt", os.O_RDONLY)
        os.set_inheritable(descriptor, True)
        try:
            yield made
        finally:
            os.close(descriptor)


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("tier", every_tier())
def test_an_attack_is_held(tier: str, attack: str, target: Host) -> None:
    """In each tier the program gets nothing of what it is after, and runs on to its end."""
    before = processes.descendants(os.getpid())
    result = run(tier, _program(attack, target, bare=False))
    assert processes.descendants(os.getpid()) == before
    assert (result.ending, result.exit_code) == ("exited", 0), (result.reason, err(result))
    assert out(result).splitlines()[-1] == "HELD", out(result)
    assert target.is_untouched()


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_same_attack_without_the_sandbox_succeeds(attack: str, target: Host, tmp_path: Path) -> None:
    """Each attack is a real one: bare, it gets what it is after."""
    done = run_bare(_program(attack, target, bare=True), tmp_path, inherit=attack.startswith("B6"))
    target.restore()
    assert done.returncode == 0, done.stderr
    if attack in MAY_FAIL_BARE and done.stdout.splitlines()[-1] == "HELD":
        pytest.skip(f"this host does not allow it to anybody: {done.stdout.splitlines()[0]}")
    assert done.stdout.splitlines()[-1] == "BREACH", done.stdout
