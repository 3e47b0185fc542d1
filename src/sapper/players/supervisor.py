"""Runs one program and, when it or its host has ended, ends everything that it started.

The host (host.py) runs this file as a script, with a socket and the command. The program
inherits standard input, output and error. The end of the socket is the order to stop: it
comes even when the host is killed. Imports nothing of Sapper, so that it starts at once.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from contextlib import suppress

# The one file that only POSIX systems can run; elsewhere the host does not start it.
assert sys.platform != "win32"

_CANNOT_RUN = 127  # the exit code of shells; the socket has the reason
_PR_SET_CHILD_SUBREAPER = 36


def main(socket: int, command: list[str]) -> int:
    os.set_inheritable(socket, False)
    if sys.platform == "linux":  # a process that loses its parent becomes a child of ours
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    reset = [signal.SIGPIPE, signal.SIGXFSZ]  # Python ignores them
    try:
        program = os.posix_spawnp(command[0], command, os.environ, setpgroup=0, setsigdef=reset)
    except OSError as error:
        os.write(socket, (error.strerror or str(error)).encode())
        return _CANNOT_RUN
    os.closerange(0, 2)  # so that the host sees when the program closes them
    threading.Thread(target=_end_with_host, args=(socket, program), daemon=True).start()
    _, status = os.waitpid(program, 0)
    _end_descendants(program)
    return os.waitstatus_to_exitcode(status)


def _end_with_host(socket: int, program: int) -> None:
    with suppress(OSError):
        os.read(socket, 1)  # nothing is ever sent: this waits for the end
        os.kill(program, signal.SIGKILL)


def _end_descendants(program: int) -> None:
    """End the rest of the program's group and, on Linux, all of its descendants."""
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    while True:
        for process in _descendants():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _descendants() -> list[int]:
    """List the descendants of this process; they may have left its session."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):  # no /proc
        for entry in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError), open(f"/proc/{entry}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(entry))
    found = [os.getpid()]
    for process in found:
        found += children.get(process, [])
    return found[1:]


def _end_alike(code: int) -> None:
    """End as the program did, by the same exit code or signal."""
    if code < 0:
        with suppress(OSError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    _end_alike(main(int(sys.argv[1]), sys.argv[2:]))
