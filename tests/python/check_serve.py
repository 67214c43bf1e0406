#!/usr/bin/python3
"""The service, asked as clients ask: `cordee serve` in a process of its own.

  check_serve.py CORDEE FOLDER [REQUESTS]     says ok or not ok of each; REQUESTS come at once (40)"""
import concurrent.futures
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

DAY = "instances/day-10.json"
failed = 0


def check(name, good, found=""):
    global failed
    failed += not good
    print("ok %s" % name if good else "not ok %s: %s" % (name, str(found)[:600]), flush=True)
    return good


class Server:
    """One that runs, on a free port."""

    def __init__(self, cordee, folder, *options):
        self.words = [cordee, "serve", "--port", "0", "--folder", folder, "--threads", "1", "--backend", "cpu", *options]
        self.folder = folder
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.words, stdout=subprocess.PIPE, env=dict(os.environ, CORDEE_PYTHON=sys.executable), encoding="utf-8")
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        self.port = int(found[1]) if found else 0

    def ask(self, method, path, body=None, token=None):
        """(status, JSON or text)"""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        link.request(method, path, body, {"Authorization": "Bearer " + token} if token else {})
        answer = link.getresponse()
        text = answer.read().decode("utf-8")
        link.close()
        return answer.status, json.loads(text) if answer.headers.get_content_type() == "application/json" and text else text

    def submit(self, path, **query):
        with open(path, "rb") as file:
            return self.ask("POST", "/jobs?name=%s&%s" % (os.path.basename(path), "&".join("%s=%s" % item for item in query.items())), file.read())

    def wait(self, job, *states, seconds=120):
        end = time.monotonic() + seconds
        told = {}
        while time.monotonic() < end:
            told = self.ask("GET", "/jobs/" + job)[1]
            if told.get("state") in states:
                break
            time.sleep(0.1)
        return told

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(60)
        return self.process.returncode


ENDED = ("done", "incomplete", "failed", "cancelled")


def answers(cordee, server, folder):
    status, job = server.submit(DAY, time=1, seed=3)
    check("submitted", status == 201 and job["state"] in ("queued", "running") and job["size"] == 10, (status, job))
    told = server.wait(job["id"], *ENDED)
    check("solved", told["state"] == "done" and told["cost"] == 9008, told)
    status, answer = server.ask("GET", "/jobs/%s/answer" % job["id"])
    check("answer", status == 200 and answer["summary"]["cost"] == 9008, (status, answer))
    for form in ("sol", "csv", "geojson"):
        status, text = server.ask("GET", "/jobs/%s/answer?form=%s" % (job["id"], form))
        path = os.path.join(folder, "answer." + form)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        check("answer-" + form, status == 200 and len(text) > 60, (status, text))
    judged = subprocess.run([cordee, "verify", DAY, os.path.join(folder, "answer.sol")], stdout=subprocess.PIPE, encoding="utf-8", check=False)
    check("answer-verifies", judged.returncode == 0 and "9008" in judged.stdout, judged)
    status, events = server.ask("GET", "/jobs/%s/events" % job["id"])
    parts = events.strip().split("\n\n")
    check("events", parts[0].startswith("event: progress\ndata: {") and parts[-1].startswith("event: end\n") and '"done"' in parts[-1], events)
    status, tour = server.submit("instances/uniform-60-1.tsp", time=0.5)
    told = server.wait(tour["id"], *ENDED)
    status, text = server.ask("GET", "/jobs/%s/answer?form=sol" % tour["id"])
    check("tour", told["state"] == "done" and "TOUR_SECTION" in text, (told, text))
    status, short = server.submit("instances/stops-10.csv", time=1, vehicles=2, capacity=30, speed=30)
    told = server.wait(short["id"], *ENDED)
    check("incomplete", told["state"] == "incomplete" and told["exit_code"] == 4, told)
    check("removed", server.ask("DELETE", "/jobs/" + short["id"])[0] == 204 and server.ask("GET", "/jobs/" + short["id"])[0] == 404)
    return job["id"]


def refusals(server):
    for name, path, body, code, words in (
            ("bad-json", "/jobs", b'{"vehicles": [', 400, '"line": 1'), ("bad-member", "/jobs", b'{"vehicles":[{"id":1,"start":[1,2]}],"jobs":[{"id":2,"location":"x"}]}', 400,
             '"path": "jobs[0].location"'), ("empty", "/jobs", b"", 400, "found none"), ("unknown-option", "/jobs?out=/etc/passwd", b"{}", 400, "out: expected one of"),
            ("bad-number", "/jobs?time=-1", b"{}", 400, "time: expected a number from 0 to 3600"), ("long", "/jobs?time=1e9", b"{}", 400, "time: expected"),
            ("bad-name", "/jobs?name=../../x.json", b"{}", 400, "name: expected"), ("own-name", "/jobs?name=run.h5", b"{}", 400, "name: expected"),
            ("option-as-name", "/jobs?name=--out", b"{}", 400, "name: expected"), ("name-of-a-folder", "/jobs?name=..", b"{}", 400, "name: expected"),
            ("name-with-a-folder", "/jobs?name=a%2fb.json", b"{}", 400, "name: expected"), ("name-with-a-zero", "/jobs?name=a%00.json", b"{}", 400, "name: expected"),
            ("name-of-two-lines", "/jobs?name=a%0ab.json", b"{}", 400, "name: expected"), ("absolute-name", "/jobs?name=%2fetc%2fpasswd", b"{}", 400, "name: expected"),
            ("checkpoint-elsewhere", "/jobs?checkpoint=/tmp/x.h5", b"{}", 400, "checkpoint: expected one of"), ("start-elsewhere", "/jobs?initial=/etc/passwd", b"{}", 400, "initial: expected one of"),
            ("word-of-a-shell", "/jobs?method=$(touch%20x)", b"{}", 400, "method: expected"), ("too-large", "/jobs", b" " * (1 << 21), 413, "at most 1048576 bytes"),
            ("twice", "/jobs?seed=1&seed=2", b"{}", 400, "several times")):
        status, told = server.ask("POST", path, body)
        check("refuses-" + name, status == code and words in json.dumps(told), (status, told))
    check("no-leftovers", not [name for name in os.listdir(server.folder) if not os.path.exists(os.path.join(server.folder, name, "job.json"))])
    check("own-folder", os.stat(server.folder).st_mode & 0o077 == 0, oct(os.stat(server.folder).st_mode))
    for name, path in (("up", "/jobs/../../etc/passwd"), ("up-encoded", "/jobs/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), ("up-twice-encoded", "/jobs/%252e%252e/answer"), ("folder", "/jobs/."),
                       ("absolute", "/jobs//etc/passwd"), ("zero", "/jobs/a%00b/answer"), ("events-up", "/jobs/..%2f../events")):
        check("leaves-not-" + name, server.ask("GET", path)[0] == 404 and server.ask("DELETE", path)[0] in (404, 405))
    check("form-up", server.ask("GET", "/jobs/none/answer?form=../../etc/passwd")[0] in (400, 404))
    check("unknown-job", server.ask("GET", "/jobs/none")[0] == 404 and server.ask("GET", "/jobs/..%2f..%2fetc/answer")[0] == 404)
    check("unknown-method", server.ask("PUT", "/jobs", b"")[0] == 405)
    described = server.ask("GET", "/openapi.json")[1]
    check("described", described["openapi"] == "3.1.0" and set(described["paths"]) == {"/jobs", "/jobs/{id}", "/jobs/{id}/answer", "/jobs/{id}/events"}, described)


def cancelling(server):
    _, first = server.submit("instances/trips-30-1.vrp", time=600)
    server.wait(first["id"], "running")
    waiting = [server.submit(DAY, time=1)[1] for _ in range(4)]
    status, told = server.submit(DAY, time=1)
    check("full", status == 503, (status, told))
    server.ask("DELETE", "/jobs/" + waiting[0]["id"])
    check("cancelled-in-the-queue", server.wait(waiting[0]["id"], *ENDED)["state"] == "cancelled")
    end = time.monotonic() + 60
    while time.monotonic() < end and server.ask("GET", "/jobs/%s/answer?form=sol" % first["id"])[0] != 200:
        time.sleep(0.2)
    status, best = server.ask("GET", "/jobs/%s/answer?form=sol" % first["id"])
    check("best-so-far", status == 200 and "Route #1" in best and server.ask("GET", "/jobs/" + first["id"])[1]["state"] == "running", (status, best))
    server.ask("DELETE", "/jobs/" + first["id"])
    told = server.wait(first["id"], *ENDED)
    check("cancelled", told["state"] == "cancelled" and server.ask("GET", "/jobs/%s/answer?form=sol" % first["id"])[0] == 200, told)
    check("others-run", all(server.wait(job["id"], *ENDED)["state"] == "done" for job in waiting[1:]))


def killed(server, done):
    """A server that is killed loses neither what has ended nor what runs or waits."""
    before = server.ask("GET", "/jobs/" + done)[1]
    _, running = server.submit("instances/trips-30-1.vrp", time=4)
    _, waiting = server.submit(DAY, time=0.5)
    server.wait(running["id"], "running")
    run = os.path.join(server.folder, running["id"], "run.h5")
    end = time.monotonic() + 60
    while time.monotonic() < end and not os.path.exists(run + ".prev"):
        time.sleep(0.1)
    server.end(signal.SIGKILL)
    server.start()
    check("kept", server.ask("GET", "/jobs/" + done)[1] == before)
    told = server.wait(running["id"], *ENDED)
    check("went-on", told["state"] == "done" and told["elapsed_s"] >= 2, told)
    with open(os.path.join(server.folder, running["id"], "log.jsonl"), encoding="utf-8") as file:
        check("from-its-checkpoint", '"event": "resume"' in file.read())
    check("waited-on", server.wait(waiting["id"], *ENDED)["state"] == "done")


def stopped(server):
    """A server that is asked to end does so soon, and its jobs go on later."""
    _, running = server.submit("instances/trips-30-1.vrp", time=5)
    server.wait(running["id"], "running")
    time.sleep(1)
    begun = time.monotonic()
    code = server.end()
    check("ends", time.monotonic() - begun < 40 and code in (0, -signal.SIGTERM), code)
    server.start()
    check("goes-on-later", server.wait(running["id"], *ENDED)["state"] == "done")


def many(server, count):
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        jobs = list(pool.map(lambda k: server.submit(DAY, time=5, epochs=2, seed=k), range(count)))
    check("all-accepted", all(status == 201 for status, _ in jobs), [told for status, told in jobs if status != 201][:3])
    states = [server.wait(job["id"], *ENDED, seconds=600)["state"] for status, job in jobs if status == 201]
    check("all-solved", states == ["done"] * count, states)
    print("# %d requests at once, %.1f s" % (count, time.monotonic() - begun))


def tokens(cordee, folder):
    path = os.path.join(folder, "token")
    with open(path, "w", encoding="utf-8") as file:
        file.write("a long secret\n")
    refused = subprocess.run([cordee, "serve", "--host", "0.0.0.0", "--port", "0", "--folder", os.path.join(folder, "none")], stderr=subprocess.PIPE, encoding="utf-8",
                             env=dict(os.environ, CORDEE_PYTHON=sys.executable), check=False)
    check("open-host-needs-a-token", refused.returncode == 64 and "--token-file" in refused.stderr, refused)
    server = Server(cordee, os.path.join(folder, "guarded"), "--token-file", path)
    check("no-token", server.ask("GET", "/jobs")[0] == 401 and server.ask("POST", "/jobs", b"{}")[0] == 401 and server.ask("GET", "/jobs", token="another")[0] == 401)
    check("token", server.ask("GET", "/jobs", token="a long secret")[0] == 200 and server.ask("GET", "/")[0] == 200)
    server.end()


def browser(server):
    program = shutil.which("chromium")
    if not program:
        print("skip browser: no chromium")
        return
    shown = subprocess.run([program, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", "--dump-dom", "http://127.0.0.1:%d/" % server.port],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", check=False).stdout
    check("page", "day-10.json" in shown and ">9008<" in shown and 'class="done"' in shown, shown[-1500:])


def main(cordee, folder, count):
    os.makedirs(folder, exist_ok=True)
    cordee = os.path.abspath(cordee)
    server = Server(cordee, os.path.join(folder, "jobs"), "--megabytes", "1", "--queue", "4")
    try:
        done = answers(cordee, server, folder)
        refusals(server)
        cancelling(server)
        browser(server)
        killed(server, done)
        stopped(server)
    finally:
        server.end()
    server = Server(cordee, os.path.join(folder, "many"), "--jobs", "2")
    try:
        many(server, count)
    finally:
        server.end()
    tokens(cordee, folder)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 40))
