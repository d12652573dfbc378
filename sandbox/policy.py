"""What a program in the sandbox may ask of the kernel, as tables. Pure data; `bpf.py` makes the filter of it.

A call that no table names fails with ENOSYS, as on an older kernel, so that a C library falls back instead of failing; a call that is
refused on purpose fails with EPERM. What is not listed here is denied.
"""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import Literal

ALLOWED: dict[str, str] = {
    "files": """
        read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 open openat openat2 creat close close_range lseek
        stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2 fcntl flock ioctl dup dup2 dup3 fsync fdatasync
        sync sync_file_range syncfs truncate ftruncate fallocate fadvise64 readahead copy_file_range sendfile getdents getdents64
        getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat readlink
        readlinkat mknod mknodat chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat umask utime utimes futimesat utimensat
        getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr setxattr lsetxattr fsetxattr removexattr lremovexattr
        fremovexattr inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
    """,
    "memory": """
        brk mmap munmap mremap mprotect madvise mincore msync mlock mlock2 munlock mlockall munlockall pkey_alloc pkey_free
        pkey_mprotect get_mempolicy set_mempolicy mbind membarrier cachestat map_shadow_stack
    """,
    "processes": """
        fork vfork clone execve execveat exit exit_group wait4 waitid kill tkill tgkill getpid getppid gettid getpgid getpgrp setpgid
        getsid setsid getuid geteuid getgid getegid getresuid getresgid getgroups capget prctl arch_prctl set_tid_address
        set_robust_list get_robust_list rseq futex futex_waitv futex_wake futex_wait futex_requeue getrlimit setrlimit prlimit64
        getrusage times sched_yield sched_getaffinity sched_setaffinity sched_getparam sched_setparam sched_getscheduler
        sched_setscheduler sched_getattr sched_setattr sched_get_priority_max sched_get_priority_min sched_rr_get_interval getpriority
        setpriority ioprio_get ioprio_set getcpu pidfd_open pidfd_send_signal restart_syscall personality landlock_create_ruleset
        landlock_add_rule landlock_restrict_self
    """,
    "signals": """
        rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_tgsigqueueinfo rt_sigsuspend
        sigaltstack pause alarm getitimer setitimer signalfd signalfd4
    """,
    "time": """
        time gettimeofday clock_gettime clock_getres clock_nanosleep nanosleep timer_create timer_settime timer_gettime
        timer_getoverrun timer_delete timerfd_create timerfd_settime timerfd_gettime
    """,
    "polling": """
        poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2 pipe
        pipe2 io_setup io_destroy io_submit io_cancel io_getevents io_pgetevents
    """,
    "sockets": """
        socket socketpair bind listen accept accept4 connect getsockname getpeername getsockopt setsockopt sendto recvfrom sendmsg
        recvmsg sendmmsg recvmmsg shutdown
    """,
    "machine": """
        uname sysinfo getrandom
    """,
}

# Refused with EPERM. clone3 alone answers ENOSYS (NOT_THERE): its flags lie in memory where a filter cannot see them, and C libraries then
# use clone, whose flags are checked. memfd_create and System V and POSIX queues hold memory that no supervisor can see.
REFUSED = """
    unshare setns mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr ptrace
    process_vm_readv process_vm_writev pidfd_getfd kcmp process_madvise process_mrelease io_uring_setup io_uring_enter
    io_uring_register userfaultfd perf_event_open bpf seccomp add_key request_key keyctl open_by_handle_at name_to_handle_at
    memfd_create memfd_secret shmget shmat shmctl shmdt semget semop semtimedop semctl msgget msgsnd msgrcv msgctl mq_open
    mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr setuid setgid setreuid setregid setresuid setresgid setfsuid
    setfsgid setgroups capset sethostname setdomainname settimeofday clock_settime clock_adjtime adjtimex init_module finit_module
    delete_module kexec_load kexec_file_load reboot swapon swapoff acct quotactl quotactl_fd syslog iopl ioperm modify_ldt vhangup
    fanotify_init fanotify_mark lookup_dcookie nfsservctl splice tee vmsplice move_pages migrate_pages remap_file_pages uselib
    ustat sysfs set_mempolicy_home_node
"""

# Without a user of its own, and without namespaces, a program could reach what belongs to the caller by these: Landlock says nothing on a
# file's mode, owner, times and attributes, nor on one process setting the scheduling of another.
REFUSED_TO_THE_CALLERS_USER = """
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat setxattr lsetxattr fsetxattr
    removexattr lremovexattr fremovexattr setpriority ioprio_set inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
"""

NOT_THERE = "clone3 io_uring_setup io_uring_enter io_uring_register"


@dataclass(frozen=True)
class Condition:
    """An allowed call is allowed only where argument `argument` passes; else it fails with `error`.

    test: "masked" (no bit of any value is set), "one of" (the low 32 bits equal a value), "none of" (they equal none).
    """

    call: str
    argument: int
    test: Literal["masked", "one of", "none of"]
    values: tuple[int, ...]
    error: int


_AF_UNIX, _AF_INET, _AF_INET6 = 1, 2, 10
_NEW_NAMESPACES = 0x7E020000  # every CLONE_NEW* flag that clone takes
_TIOCSTI, _TIOCLINUX, _TIOCSETD = 0x5412, 0x541C, 0x5423
_PERSONALITIES = (0, 0xFFFFFFFF)  # the usual one, and the question which it is

CONDITIONS = (
    Condition("clone", 0, "masked", (_NEW_NAMESPACES,), errno.EPERM),
    Condition("ioctl", 1, "none of", (_TIOCSTI, _TIOCLINUX, _TIOCSETD), errno.EPERM),
    Condition("personality", 0, "one of", _PERSONALITIES, errno.EPERM),
    # Its own limits alone: a program of the same user could else lower those of the supervising process.
    Condition("prlimit64", 0, "one of", (0,), errno.EPERM),
)

OWN_SCHEDULING = tuple(
    Condition(call, 0, "one of", (0,), errno.EPERM)
    for call in ("sched_setaffinity", "sched_setparam", "sched_setscheduler", "sched_setattr")
)

# In a network namespace of its own a program may talk to itself (torch.distributed does). Without one it gets no socket at all, since a
# path or abstract name could reach a service of the host. Either way vsock, netlink, packet and the kernel's crypto are closed.
SOCKETS_IN_NAMESPACE = Condition("socket", 0, "one of", (_AF_UNIX, _AF_INET, _AF_INET6), errno.EAFNOSUPPORT)
SOCKETS_ON_HOST = Condition("socket", 0, "one of", (), errno.EAFNOSUPPORT)
SOCKET_PAIRS = Condition("socketpair", 0, "one of", (_AF_UNIX,), errno.EAFNOSUPPORT)
