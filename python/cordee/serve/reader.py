"""Reads problems in a process of its own: a line of JSON in, {"path", "options"}; a line out, {"error"} or what is known of the instance.

A problem that takes the process down takes no server down."""
from __future__ import annotations

import asyncio
import json
import re
import sys
import warnings
from typing import Any, Dict, Optional

SECONDS = 120.0  # that reading may take
FAULT = re.compile(r"^(?P<file>[^:]*):(?P<line>\d+): (?:(?P<path>[\w.]+(?:\[\d+\][\w.]*)*): )?expected")


def answer(asked: Dict[str, Any]) -> Dict[str, Any]:
    import cordee
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            one = cordee.read(asked["path"], **asked["options"])
        except (cordee.Error, TypeError, ValueError) as error:
            return {"error": str(error)}
    return {"instance": one.name, "size": one.size, "notes": [str(note.message) for note in told] + ([one.remark] if one.remark else [])}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


class Reader:
    """The process, started when it is first needed, and again when it has died."""

    def __init__(self) -> None:
        self.process: Optional[asyncio.subprocess.Process] = None
        self.turn = asyncio.Lock()

    async def ask(self, path: str, options: Dict[str, str]) -> Dict[str, Any]:
        async with self.turn:
            if self.process is None or self.process.returncode is not None:
                self.process = await asyncio.create_subprocess_exec(sys.executable, "-m", "cordee.serve.reader", stdin=asyncio.subprocess.PIPE,
                                                                    stdout=asyncio.subprocess.PIPE)
            assert self.process.stdin and self.process.stdout
            try:
                self.process.stdin.write(json.dumps({"path": path, "options": options}).encode() + b"\n")
                await self.process.stdin.drain()
                line = await asyncio.wait_for(self.process.stdout.readline(), SECONDS)
                found = json.loads(line)
            except asyncio.TimeoutError:
                found = {"error": "expected a problem that is read within %g s" % SECONDS}
                self.close()
            except (ValueError, ConnectionError):
                found = {"error": "expected a problem, found one that ends the program that reads it"}
                self.close()
            assert isinstance(found, dict)
            return found

    def close(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
        self.process = None


def fault(message: str, folder: str) -> Dict[str, Any]:
    """The message without the server's own paths, and the line and the JSON path in it."""
    message = message.replace(folder + "/", "")
    found = FAULT.match(message)
    told: Dict[str, Any] = {"message": message}
    if found:
        told["line"] = int(found["line"])
        if found["path"]:
            told["path"] = found["path"]
    return told


if __name__ == "__main__":
    main()
