"""Python imports this file at its start where its folder is on PYTHONPATH.

Every attempt of a process, or of one that it starts, to reach another machine is refused and
written down, a line each, in the file that CONNECTIONS names.
"""

import os
import sys

ASKING = {
    "socket.connect": 1,
    "socket.sendto": 1,
    "socket.getaddrinfo": 0,
    "socket.gethostbyname": 0,
}
"""Events of Python's audit, and which of an event's values names the other machine."""

HERE = ("127.", "::1", "localhost")


def watch(event: str, values: tuple) -> None:
    """Refuse and write down what leaves this machine; sockets in the file system do not."""
    if event not in ASKING:
        return
    host = values[ASKING[event]]
    host = host[0] if isinstance(host, tuple) else host
    host = host.decode() if isinstance(host, bytes) else host
    if not host or host.startswith(("/", "\0", *HERE)):
        return
    with open(os.environ["CONNECTIONS"], "a", encoding="utf-8") as file:
        file.write(f"{event} {host} {' '.join(sys.argv)}\n")
    raise PermissionError(f"no connection to {host} in a test")


if "CONNECTIONS" in os.environ:
    sys.addaudithook(watch)

if "BACKWARDS" in os.environ:
    import backwards  # noqa: F401  (beside this file)
