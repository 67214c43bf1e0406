"""Jobs that wait, run and end. A job that runs is a process of `cordee solve`, or of `cordee resume` after the server was started again."""
from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import tempfile
from collections import deque
from typing import Deque, Dict, List, Optional, Tuple

from .store import Job, stored

GRACE = 20.0  # seconds for a process to write its best after SIGTERM
FORMS = ("json", "sol", "csv", "geojson")
ANSWER = "answer.sol"  # at the end, in the problem's own form
STATES = {0: "done", 4: "incomplete"}
RESUMABLE = 75  # exit code of a run that a signal stopped


class Full(Exception):
    """As many jobs wait as may."""


class NoAnswer(Exception):
    """There is no solution yet, or none in that form."""


def follow() -> None:
    """In the child: SIGTERM when the server dies, so that its checkpoint is free (prctl, PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)


class Jobs:
    """program: of `cordee`. at_once: processes; most: jobs that may wait; longest: seconds of a job."""

    def __init__(self, root: str, program: str, at_once: int, most: int, longest: float, backend: str, threads: int) -> None:
        self.root, self.program, self.at_once, self.most, self.longest = root, program, at_once, most, longest
        self.backend, self.threads = backend, threads or max(1, (os.cpu_count() or 1) // at_once)
        os.makedirs(root, mode=0o700, exist_ok=True)  # problems are not for the host's other users
        self.all: Dict[str, Job] = {job.id: job for job in stored(root)}
        self.waiting: Deque[Job] = deque(job for job in self.all.values() if job.state == "queued")
        self.running: Dict[str, asyncio.subprocess.Process] = {}
        self.news = asyncio.Condition()
        self.workers: List[asyncio.Task[None]] = []
        self.closed = False

    def begin(self) -> None:
        self.workers = [asyncio.create_task(self.work()) for _ in range(self.at_once)]

    async def close(self) -> None:
        """Stops what runs, with checkpoints from which the next server goes on."""
        self.closed = True
        for process in list(self.running.values()):
            process.terminate()
        for worker in self.workers:
            if not self.running:
                worker.cancel()
        async with self.news:
            self.news.notify_all()
        await asyncio.wait(self.workers, timeout=GRACE)

    def check_room(self) -> None:
        if len(self.waiting) >= self.most:
            raise Full

    async def add(self, job: Job) -> None:
        job.keep()
        self.all[job.id] = job
        self.waiting.append(job)
        async with self.news:
            self.news.notify_all()

    def told(self, job: Job) -> Dict[str, object]:
        return job.told(self.waiting.index(job) + 1 if job in self.waiting else None)

    async def cancel(self, job: Job) -> None:
        job.cancel()
        if job in self.waiting:
            self.waiting.remove(job)
            job.end("cancelled", None, "cancelled before it began")
        elif job.id in self.running:
            self.running[job.id].terminate()
        async with self.news:
            self.news.notify_all()

    def remove(self, job: Job) -> None:
        del self.all[job.id]
        job.drop()

    # ---- running ----

    async def next(self) -> Optional[Job]:
        async with self.news:
            await self.news.wait_for(lambda: self.waiting or self.closed)
            if self.closed:
                return None
            job = self.waiting.popleft()
        job.state = "running"
        return job

    async def work(self) -> None:
        while True:
            job = await self.next()
            if job is None:
                return
            try:
                await self.run(job)
            except OSError as error:
                job.end("failed", None, str(error))
            async with self.news:
                self.news.notify_all()

    def words(self, job: Job) -> List[str]:
        """The command line. A checkpoint that is there is gone on from, for the time that is left."""
        again = job.has_checkpoint()
        time = float(job.options["time"])
        words = [self.program, "resume", "run.h5"] if again else [self.program, "solve", job.asked["name"], "--checkpoint", "run.h5"]
        if again:
            time = max(0.05, time - float(job.last().get("elapsed_s", 0.0)))
        words += ["--time", "%g" % time, "--checkpoint-every", "1", "--log", "log.jsonl", "--out", ANSWER, "--quiet", "--backend", self.backend,
                  "--threads", str(self.threads)]
        given = {} if again else {name: value for name, value in job.options.items() if name != "time"}
        for name, value in given.items():
            words += ["--" + name, value]
        return words

    async def run(self, job: Job) -> None:
        with open(job.path("said.txt"), "wb") as said:
            process = await asyncio.create_subprocess_exec(*self.words(job), cwd=job.folder, stdin=asyncio.subprocess.DEVNULL, stdout=said, stderr=said,
                                                           preexec_fn=follow)
        self.running[job.id] = process
        if job.cancelled or self.closed:
            process.terminate()
        code = await process.wait()
        del self.running[job.id]
        if not self.closed or code not in (RESUMABLE, -signal.SIGTERM) or job.cancelled:
            self.end(job, code)

    def end(self, job: Job, code: int) -> None:
        with open(job.path("said.txt"), encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file if line.strip()]
        message = (lines[-1] if lines else "").replace(job.folder + "/", "")
        state = "cancelled" if job.cancelled else STATES.get(code, "failed")
        job.end(state, code, message)

    # ---- answers ----

    async def show(self, job: Job, *words: str) -> Tuple[int, bytes, str]:
        """The exit code of `cordee show` of the checkpoint, its output, and the last line of what it says."""
        process = await asyncio.create_subprocess_exec(self.program, "show", "run.h5", *words, cwd=job.folder, stdout=asyncio.subprocess.PIPE,
                                                       stderr=asyncio.subprocess.PIPE)
        out, said = await process.communicate()
        code: int = process.returncode or 0
        return code, out, (said.decode("utf-8", "replace").strip().splitlines() or [""])[-1].replace(job.folder + "/", "")

    async def answer(self, job: Job, form: str) -> str:
        """The path of the best solution so far in that form. NoAnswer says why there is none."""
        if form == "sol" and job.result and os.path.exists(job.path(ANSWER)):
            return job.path(ANSWER)
        if not job.has_checkpoint():
            raise NoAnswer("there is no solution yet")
        best = job.path("best." + form)
        code, _, said = await self.show(job, "--quiet", "--out", best)
        if code and form == "json" and job.last().get("best") is not None:  # a problem without a form of its own: all that is known of the run
            code, out, said = await self.show(job, "--json")
            with tempfile.NamedTemporaryFile(dir=job.folder, delete=False) as file:
                file.write(out)
            os.replace(file.name, best)  # whole, also where two clients ask at once
        if code:
            raise NoAnswer(said)
        return best
