"""The description of the service (OpenAPI 3.1), at /openapi.json."""
from __future__ import annotations

from typing import Any, Dict

from .options import OPTIONS

ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
ERROR = {"type": "object", "required": ["error"], "properties": {"error": {
    "type": "object", "required": ["message"],
    "properties": {"message": {"type": "string"}, "line": {"type": "integer"}, "path": {"type": "string", "description": "of the fault in a JSON problem"}}}}}
JOB = {"type": "object", "required": ["id", "name", "state", "created", "options"], "properties": {
    "id": {"type": "string"}, "name": {"type": "string"}, "state": {"enum": ["queued", "running", "done", "incomplete", "failed", "cancelled"]},
    "created": {"type": "string", "format": "date-time"}, "ended": {"type": "string", "format": "date-time"},
    "options": {"type": "object", "additionalProperties": {"type": "string"}}, "instance": {"type": "string"}, "size": {"type": "integer"},
    "notes": {"type": "array", "items": {"type": "string"}, "description": "how the problem was taken where that is not plain"}, "cost": {"type": ["number", "null"]}, "elapsed_s": {"type": ["number", "null"]},
    "position": {"type": "integer", "description": "in the queue, from 1"}, "exit_code": {"type": ["integer", "null"]}, "message": {"type": "string"}}}


def said(what: str, schema: Dict[str, Any], kind: str = "application/json") -> Dict[str, Any]:
    return {"description": what, "content": {kind: {"schema": schema}}}


def refused(*codes: int) -> Dict[str, Any]:
    words = {400: "the problem or an option is malformed", 401: "no token, or a wrong one", 404: "there is no such job", 409: "there is no solution yet, or none in this form",
             413: "the problem is larger than may be", 503: "as many jobs wait as may"}
    return {str(code): said(words[code], {"$ref": "#/components/schemas/Error"}) for code in (401,) + codes}


def described(version: str) -> Dict[str, Any]:
    query = [{"name": "name", "in": "query", "schema": {"type": "string", "default": "problem.json"}, "description": "of the file; its suffix counts"}]
    query += [{"name": name, "in": "query", "schema": schema, "description": "as --%s of cordee solve" % name} for name, schema in OPTIONS.items()]
    job, jobs = {"$ref": "#/components/schemas/Job"}, {"type": "object", "properties": {"jobs": {"type": "array", "items": {"$ref": "#/components/schemas/Job"}}}}
    form = {"name": "form", "in": "query", "schema": {"enum": ["json", "sol", "csv", "geojson"], "default": "json"}}
    body = {"required": True, "content": {"application/octet-stream": {"schema": {}}, "application/json": {"schema": {}}, "text/plain": {"schema": {}}}}
    paths = {
        "/jobs": {
            "post": {"operationId": "submit", "summary": "Solve the problem in the body, a file as cordee reads it", "parameters": query, "requestBody": body,
                     "responses": {"201": said("it waits", job), **refused(400, 413, 503)}},
            "get": {"operationId": "list", "summary": "The jobs, the newest first, a thousand at most", "responses": {"200": said("the jobs", jobs), **refused()}}},
        "/jobs/{id}": {
            "get": {"operationId": "look", "summary": "How a job stands", "parameters": [ID], "responses": {"200": said("the job", job), **refused(404)}},
            "delete": {"operationId": "cancel", "summary": "Stop a job, which keeps its best solution; remove one that has ended", "parameters": [ID],
                       "responses": {"202": said("it is being stopped", job), "204": {"description": "it is removed"}, **refused(404)}}},
        "/jobs/{id}/answer": {"get": {"operationId": "answer", "summary": "The best solution, also of a job that runs", "parameters": [ID, form],
                                      "responses": {"200": {"description": "the solution in that form"}, **refused(400, 404, 409)}}},
        "/jobs/{id}/events": {"get": {"operationId": "events", "summary": "Progress as server-sent events; the last one, end, has the job", "parameters": [ID],
                                      "responses": {"200": said("the events", {}, "text/event-stream"), **refused(404)}}}}
    return {"openapi": "3.1.0", "info": {"title": "cordee", "version": version, "description": "Tours, vehicle routing and task matching as a service."},
            "paths": paths, "components": {"schemas": {"Job": JOB, "Error": ERROR}, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}}}
