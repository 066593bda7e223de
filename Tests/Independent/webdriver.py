"""Drives Chromium over WebDriver, with virtual authenticators (WebAuthn Level 3, section 11), by the standard library."""

import http.server
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request


class Page(http.server.BaseHTTPRequestHandler):
    """An empty page: what runs in it comes over WebDriver."""

    def do_GET(self):
        body = b"<!doctype html><title>page</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve_page():
    """A server on a free port of this machine, in a thread of its own."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Browser:
    """Chromium without a window, its profile in a temporary folder; a context, which ends all that it began."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="chave-chromium-")
        self.session, self.driver = None, None
        # The programs of this machine are never behind a proxy.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def _start(self):
        # In its own process group, so that none of its processes outlives this one.
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0", f"--log-path={self.profile}/driver.log"],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.base = f"http://127.0.0.1:{self._port()}/session"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
        arguments.append(f"--user-data-dir={self.profile}/profile")
        options = {"args": arguments, "binary": shutil.which("chromium")}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options, "timeouts": {"script": 30_000}}}
        self.session = self.call("POST", "", capabilities=capabilities)["sessionId"]
        self.base += "/" + self.session

    def _port(self):
        stop = threading.Timer(60, self.driver.kill)
        stop.start()
        try:
            for line in self.driver.stdout:
                if "started successfully on port" in line:
                    return int(line.rstrip(". \n").rsplit(" ", 1)[1])
        finally:
            stop.cancel()
        raise RuntimeError("chromedriver did not start")

    def call(self, method, path, **body):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.base + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with self.opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, url):
        self.call("POST", "/url", url=url)

    def script(self, body, *arguments):
        """The result of the promise that `body` returns; `args` has the arguments."""
        wrapped = (
            "const done = arguments[arguments.length - 1]; const args = arguments;"
            f"(async () => {{ {body} }})().then(value => done({{value}}), error => done({{error: String(error)}}));"
        )
        outcome = self.call("POST", "/execute/async", script=wrapped, args=list(arguments))
        if "error" in outcome:
            raise RuntimeError(outcome["error"])
        return outcome["value"]

    def add_authenticator(self, **members):
        return self.call("POST", "/webauthn/authenticator", **members)

    def remove_authenticator(self, identifier):
        self.call("DELETE", f"/webauthn/authenticator/{identifier}")

    def close(self):
        try:
            if self.session:
                self.call("DELETE", "")
        except Exception:
            pass  # It is ended below, whatever it says.
        if self.driver:
            try:
                os.killpg(self.driver.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.driver.wait()
            self.driver.stdout.close()
        for _ in range(50):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                return
            time.sleep(0.1)
