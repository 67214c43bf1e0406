"""The command line, whose options `cordee serve` checks: see `cordee help serve`."""
from __future__ import annotations

import argparse
import ipaddress
import os
import shutil
import socket
import sys
from typing import List, Optional

USAGE, NO_INPUT, UNAVAILABLE = 64, 66, 69


def ended(code: int, message: str) -> int:
    print("cordee: serve: " + message, file=sys.stderr)
    return code


def parsed(words: List[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cordee serve", description="answers problems over HTTP: see `cordee help serve`")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--token-file")
    parser.add_argument("--folder", default="cordee-jobs")
    for name, value in (("jobs", 1), ("queue", 1000), ("megabytes", 64), ("threads", 0)):
        parser.add_argument("--" + name, type=lambda text: int(float(text)), default=value)
    parser.add_argument("--longest", type=float, default=3600.0)
    parser.add_argument("--backend", default="auto")
    return parser.parse_args(words)


def loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def token_of(path: Optional[str]) -> Optional[str]:
    if path is None:
        return None
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(1024)
    return listener


def main(words: List[str]) -> int:
    asked = parsed(words)
    try:
        import uvicorn
        from .app import Service
    except ImportError as error:
        return ended(UNAVAILABLE, "%s: Debian and Ubuntu have it as python3-starlette and python3-uvicorn, pip as cordee[serve]" % error)
    from .running import Jobs
    program = os.environ.get("CORDEE_PROGRAM") or shutil.which("cordee")
    if not program:
        return ended(NO_INPUT, "expected the program cordee on PATH, or its path in CORDEE_PROGRAM")
    try:
        token = token_of(asked.token_file)
        listener = listening(asked.host, asked.port)
    except OSError as error:
        return ended(NO_INPUT, str(error))
    if token is not None and len(token) < 8:
        return ended(USAGE, "--token-file: expected a token of at least 8 characters in %s" % asked.token_file)
    if not loopback(asked.host) and token is None:
        return ended(USAGE, "--host %s: expected --token-file, as others than this host's programs may ask" % asked.host)
    import cordee
    jobs = Jobs(os.path.abspath(asked.folder), program, asked.jobs, asked.queue, asked.longest, asked.backend, asked.threads)
    host = "[%s]" % asked.host if ":" in asked.host else asked.host
    print("cordee serves http://%s:%d/, jobs in %s" % (host, listener.getsockname()[1], jobs.root), flush=True)
    service = Service(jobs, asked.megabytes << 20, cordee.version())
    server = uvicorn.Server(uvicorn.Config(service.app(token), log_level="warning"))
    service.leaving = lambda: bool(server.should_exit)
    server.run(sockets=[listener])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
