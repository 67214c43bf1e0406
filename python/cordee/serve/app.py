"""What each address answers."""
from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import re
from typing import Any, AsyncIterator, Callable, Dict, Optional

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from . import openapi, options
from .running import FORMS, Full, Jobs, NoAnswer
from .reader import Reader, fault
from .store import ENDED, Job

LISTED = 1000  # jobs
BEAT = 0.5     # seconds between two looks at a log
NAME = re.compile(r"[\w][\w.+ -]{0,99}", re.ASCII)
RESERVED = re.compile(r"(run\.h5|best\.|answer\.|job\.json|result\.json|log\.jsonl|said\.txt|cancelled)")
KINDS = {"json": "application/json", "sol": "text/plain", "csv": "text/csv", "geojson": "application/geo+json"}


class Refused(HTTPException):
    """An answer that is an error; told: its members."""

    def __init__(self, code: int, message: str, **told: Any) -> None:
        super().__init__(code, message)
        self.told = dict(told, message=message)


async def refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = error.told if isinstance(error, Refused) else {"message": error.detail}
    headers = dict(getattr(error, "headers", None) or {})
    if error.status_code == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if error.status_code == 503:
        headers["Retry-After"] = "5"
    return JSONResponse({"error": told}, error.status_code, headers)


class Token:
    """Asks for the token at every address but the page's own, which holds no data."""

    def __init__(self, app: Any, token: str) -> None:
        self.app, self.token = app, token.encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"] != "/":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, b"Bearer " + self.token):
                await (await refused(Request(scope), Refused(401, "expected the token: Authorization: Bearer TOKEN")))(scope, receive, send)
                return
        await self.app(scope, receive, send)


class Service:
    def __init__(self, jobs: Jobs, largest: int, version: str) -> None:
        self.jobs, self.largest, self.version, self.reader = jobs, largest, version, Reader()
        self.leaving: Callable[[], bool] = lambda: False  # whether the server is about to end: streams end, too

    def find(self, request: Request) -> Job:
        job = self.jobs.all.get(request.path_params["id"])
        if job is None:
            raise Refused(404, "there is no job %s" % request.path_params["id"][:80])
        return job

    # ---- submitting ----

    def asked(self, request: Request) -> Dict[str, str]:
        found: Dict[str, str] = {}
        for name, text in request.query_params.multi_items():
            if name in found:
                raise Refused(400, "%s: expected once, found several times" % name[:80])
            try:
                found[name] = text if name == "name" else options.checked(name, text, self.jobs.longest)
            except options.Wrong as error:
                raise Refused(400, str(error))
        found.setdefault("name", "problem.json")
        if not NAME.fullmatch(found["name"]) or RESERVED.match(found["name"]):
            raise Refused(400, "name: expected that of a file, of letters, digits and . _ + -, found '%s'" % found["name"][:80])
        found.setdefault("time", "%g" % min(10.0, self.jobs.longest))
        return found

    async def body(self, request: Request, path: str) -> None:
        """Into the file."""
        size = 0
        with open(path, "wb") as file:
            async for part in request.stream():
                size += len(part)
                if size > self.largest:
                    raise Refused(413, "expected a problem of at most %d bytes" % self.largest)
                file.write(part)
        if not size:
            raise Refused(400, "expected a problem in the body, found none")

    async def submit(self, request: Request) -> Response:
        asked = self.asked(request)
        name = asked.pop("name")
        try:
            self.jobs.check_room()
            job = Job.make(self.jobs.root, name, asked, {})
            try:
                await self.accept(request, job)
            except BaseException:
                job.drop()
                raise
        except Full:
            raise Refused(503, "as many jobs wait as may: %d" % self.jobs.most)
        return JSONResponse(self.jobs.told(job), 201, {"Location": "/jobs/" + job.id})

    async def accept(self, request: Request, job: Job) -> None:
        await self.body(request, job.problem)
        read = {name: value for name, value in job.options.items() if name in options.OF_INSTANCES}
        found = await self.reader.ask(job.problem, read)
        if "error" in found:
            raise Refused(400, **fault(found["error"], job.folder))
        job.asked["about"] = {name: value for name, value in found.items() if value not in ("", [], None)}
        self.jobs.check_room()
        await self.jobs.add(job)

    # ---- asking ----

    async def list(self, _: Request) -> Response:
        newest = sorted(self.jobs.all.values(), key=lambda job: job.id, reverse=True)[:LISTED]
        return JSONResponse({"jobs": [self.jobs.told(job) for job in newest]})

    async def look(self, request: Request) -> Response:
        return JSONResponse(self.jobs.told(self.find(request)))

    async def cancel(self, request: Request) -> Response:
        job = self.find(request)
        if job.state in ENDED:
            self.jobs.remove(job)
            return Response(status_code=204)
        await self.jobs.cancel(job)
        return JSONResponse(self.jobs.told(job), 202)

    async def answer(self, request: Request) -> Response:
        job, form = self.find(request), request.query_params.get("form", "json")
        if form not in FORMS:
            raise Refused(400, "form: expected %s, found '%s'" % (", ".join(FORMS), form[:80]))
        try:
            path = await self.jobs.answer(job, form)
        except NoAnswer as error:
            raise Refused(409, str(error))
        return FileResponse(path, media_type=KINDS[form])

    async def events(self, request: Request) -> Response:
        job = self.find(request)
        return StreamingResponse(self.told(job), media_type="text/event-stream", headers={"Cache-Control": "no-cache"})

    async def told(self, job: Job) -> AsyncIterator[bytes]:
        """The log's lines as they come; `end` with the job at the end."""
        at = 0
        while True:
            ended = job.state in ENDED or self.leaving()
            for line in job.lines(at):
                at += len(line)
                yield b"event: progress\ndata: " + line.strip() + b"\n\n"
            if ended:
                break
            await asyncio.sleep(BEAT)
        yield b"event: end\ndata: " + json.dumps(self.jobs.told(job)).encode() + b"\n\n"

    async def jobs_asked(self, request: Request) -> Response:
        return await (self.submit if request.method == "POST" else self.list)(request)

    async def job_asked(self, request: Request) -> Response:
        return await (self.cancel if request.method == "DELETE" else self.look)(request)

    async def openapi(self, _: Request) -> Response:
        return JSONResponse(openapi.described(self.version))

    async def page(self, _: Request) -> Response:
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.html"), encoding="utf-8") as file:
            return HTMLResponse(file.read())

    # ---- the application ----

    def app(self, token: Optional[str]) -> Starlette:
        @contextlib.asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            self.jobs.begin()
            yield
            self.reader.close()
            await self.jobs.close()

        routes = [Route("/", self.page), Route("/openapi.json", self.openapi), Route("/jobs", self.jobs_asked, methods=["GET", "POST"]),
                  Route("/jobs/{id}", self.job_asked, methods=["GET", "DELETE"]), Route("/jobs/{id}/answer", self.answer), Route("/jobs/{id}/events", self.events)]
        return Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: refused},
                         middleware=[Middleware(Token, token=token)] if token else [])
