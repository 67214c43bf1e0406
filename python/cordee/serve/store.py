"""A job as a folder of files: what is there survives the server.

    job.json     what was asked: id, name, options, created
    NAME         the problem, as it came
    run.h5       the checkpoint, while it runs and after it
    log.jsonl    progress, a line each
    answer.sol   the best solution at the end
    said.txt     what `cordee` printed
    result.json  how it ended; without this file the job has not ended"""
from __future__ import annotations

import json
import os
import secrets
import shutil
import time
from typing import Any, Dict, List, Optional

ENDED = ("done", "incomplete", "failed", "cancelled")
TAIL = 8192  # bytes of a log that hold its last line


def write(path: str, value: Any) -> None:
    """JSON, whole or not at all."""
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".tmp", path)


def read(path: str) -> Optional[Dict[str, Any]]:
    """None: there is none, or it is damaged."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
        return value if isinstance(value, dict) else None
    except (OSError, ValueError):
        return None


def now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


class Job:
    """One problem. state: queued, running, or one of ENDED; options: {name: text} of `cordee solve`."""

    def __init__(self, folder: str, asked: Dict[str, Any]) -> None:
        self.folder, self.asked = folder, asked
        self.id: str = asked["id"]
        self.options: Dict[str, str] = asked["options"]
        self.result = read(self.path("result.json"))
        self.state: str = self.result["state"] if self.result else "queued"
        self.cancelled = os.path.exists(self.path("cancelled"))

    @classmethod
    def make(cls, root: str, name: str, options: Dict[str, str], about: Dict[str, Any]) -> Job:
        """A new one, without its problem: keep() puts it into the store."""
        one = time.strftime("%Y%m%d-%H%M%S-", time.gmtime()) + secrets.token_hex(4)
        folder = os.path.join(root, one)
        os.makedirs(folder)
        return cls(folder, {"id": one, "name": name, "options": options, "created": now(), "about": about})

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    @property
    def problem(self) -> str:
        return self.path(self.asked["name"])

    def has_checkpoint(self) -> bool:
        return any(os.path.exists(self.path(name)) for name in ("run.h5", "run.h5.prev"))

    def keep(self) -> None:
        write(self.path("job.json"), self.asked)

    def drop(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def cancel(self) -> None:
        """From now on, also after the server was started again."""
        self.cancelled = True
        with open(self.path("cancelled"), "w", encoding="utf-8"):
            pass

    def end(self, state: str, code: Optional[int], message: str) -> None:
        last = self.last()
        self.result = {"state": state, "exit_code": code, "message": message, "ended": now(), "cost": last.get("best"),
                       "elapsed_s": last.get("elapsed_s", 0.0)}
        write(self.path("result.json"), self.result)
        self.state = state

    def lines(self, begin: int = 0) -> List[bytes]:
        """Whole lines of the log from that byte on."""
        try:
            with open(self.path("log.jsonl"), "rb") as file:
                file.seek(begin)
                text = file.read()
        except OSError:
            return []
        return text[:text.rfind(b"\n") + 1].splitlines(keepends=True)

    def last(self) -> Dict[str, Any]:
        """The last line of the log that tells of a best; {}: none."""
        try:
            size = os.path.getsize(self.path("log.jsonl"))
        except OSError:
            return {}
        for line in reversed(self.lines(max(0, size - TAIL))):
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict) and "elapsed_s" in value:
                return value
        return {}

    def told(self, position: Optional[int] = None) -> Dict[str, Any]:
        """What a client sees. position: of a queued one, from 1."""
        last = self.last() if self.state == "running" else {}
        about = self.result or {"cost": last.get("best"), "elapsed_s": last.get("elapsed_s", 0.0)}
        told = {"id": self.id, "name": self.asked["name"], "state": self.state, "created": self.asked["created"], "options": self.options,
                **self.asked.get("about", {}), "cost": about.get("cost"), "elapsed_s": about.get("elapsed_s")}
        if self.result:
            told.update({name: self.result[name] for name in ("ended", "exit_code", "message")})
        if position is not None:
            told["position"] = position
        return told


def stored(root: str) -> List[Job]:
    """The jobs of the folder, the oldest first. A folder without job.json was never accepted, and goes."""
    jobs = []
    for name in sorted(os.listdir(root)):
        folder = os.path.join(root, name)
        asked = read(os.path.join(folder, "job.json"))
        if asked and asked.get("id") == name:
            jobs.append(Job(folder, asked))
        elif os.path.isdir(folder) and name[:8].isdigit():
            shutil.rmtree(folder, ignore_errors=True)
    return jobs
