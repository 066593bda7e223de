"""Runs the scripts of Examples/curl against a server, and sees that a wrong answer ends them.

    check_curl.py <chave>
"""

import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

from checks import Checks
from server import Server
from wallet import API

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "Examples" / "curl"


def run(server, script, work, **more):
    environment = {
        **server.environment,
        "CHAVE": server.program,
        "CHAVE_BASE_URL": server.base_url,
        "CHAVE_KEYS": str(server.data / "sandbox.json"),
        "CHAVE_WORK": str(work),
        "CHAVE_POLL_SECONDS": "0.1",
        "TMPDIR": str(server.folder),
        **more,
    }
    return subprocess.run([SCRIPTS / script], env=environment, capture_output=True, text=True, timeout=180)


class Wrong(http.server.BaseHTTPRequestHandler):
    """A server that answers everything with 200 and an empty object."""

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_POST = do_GET

    def log_message(self, *_):
        pass


def wrong_answers(checks, server, work):
    """Each step, its predecessors' results in place, against a server that answers nonsense."""
    wrong = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Wrong)
    threading.Thread(target=wrong.serve_forever, daemon=True).start()
    base = f"http://localhost:{wrong.server_port}"
    for step in sorted(SCRIPTS.glob("[0-9]*")):
        done = run(server, step.name, work, CHAVE_BASE_URL=base)
        checks.that(f"{step.name} ends with an error when the answer is wrong", done.returncode != 0, done.stderr)
    wrong.shutdown()


def check_work_folder(checks, server, folder):
    """Steps leave keys and responses: no other user may have created the folder or may change its content."""
    home = folder / "home"
    done = run(server, "01-institutions", "", HOME=str(home), XDG_STATE_HOME="")
    own = home / ".local" / "state" / "chave-curl"
    checks.that("without CHAVE_WORK the folder is the user's own", done.returncode == 0 and own.is_dir(), done.stderr)
    checks.that("and nobody else reads it", own.is_dir() and own.stat().st_mode & 0o077 == 0)
    shared = folder / "shared"
    for mode in (0o777, 0o770, 0o1777):
        shared.mkdir(exist_ok=True)
        shared.chmod(mode)
        done = run(server, "01-institutions", shared)
        checks.that(
            f"a folder of mode {mode:o} is refused and stays empty",
            done.returncode == 1 and "CHAVE_WORK" in done.stderr and not any(shared.iterdir()),
            done.stderr,
        )
    if os.geteuid() != 0:
        return  # nobody else's folder can be made here
    theirs = folder / "theirs"
    theirs.mkdir(mode=0o700)
    os.chown(theirs, 65_534, 65_534)
    done = run(server, "01-institutions", theirs)
    checks.that("a folder of somebody else is refused", done.returncode == 1 and "CHAVE_WORK" in done.stderr, done.stderr)


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="chave-curl-") as folder:
        server = Server(pathlib.Path(sys.argv[1]).resolve(), folder)
        work = pathlib.Path(folder) / "work"
        try:
            server.start()
            done = run(server, "run-all", work)
            steps = sorted(path.name for path in SCRIPTS.glob("[0-9]*"))
            for step in steps:
                checks.that(f"{step} ran", f"== {step}" in done.stdout)
            checks.that("run-all ends with 0", done.returncode == 0, done.stdout[-600:] + done.stderr[-600:])
            listed = API.merchant(server.base_url, server.keys).everything("/payment-intents/")
            ends = sorted(intent["status"] for intent in listed)
            checks.that("the server says what the scripts say", ends == ["CANCELED", "FAILED", "SUCCEEDED"], ends)
            for step in steps[:8]:
                done = run(server, step, work)
                checks.that(f"{step} works by itself", done.returncode == 0, done.stdout[-300:] + done.stderr[-600:])
            check_work_folder(checks, server, pathlib.Path(folder))
            done = run(server, "02-customer", work)
            checks.that("a step can be run again", done.returncode == 0, done.stderr)
            wrong_answers(checks, server, work)
            readme = (SCRIPTS / "README.md").read_text()
            checks.that("the README names each step", all(f"]({step})" in readme for step in steps))
            checks.that("the server ends with 0", server.stop() == 0)
        finally:
            server.end()
    checks.finish()


main()
