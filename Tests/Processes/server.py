"""Runs `chave serve --sandbox` as a process of its own, and the other commands beside it."""

import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import time
import urllib.parse


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """One data directory and, between `start` and the end, one process on it."""

    def __init__(self, program, folder, *arguments, prefix=(), surroundings=None):
        self.program = str(program)
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "server"
        self.port = free_port()
        self.base_url = f"http://localhost:{self.port}"
        self.arguments, self.prefix = list(arguments), list(prefix)
        self.surroundings = surroundings or {}  # variables of the server alone
        self.log = self.folder / "server.log"
        self.process = None
        self.browser_pass = None  # the cookie of `page_with_pass`

    @property
    def pid(self):
        """The server itself, also where a prefix such as strace started it."""
        if not self.prefix:
            return self.process.pid
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for _ in range(500):
            found = children.read_text().split()
            if found:
                return int(found[-1])
            time.sleep(0.01)
        raise AssertionError(f"{self.prefix[0]} did not start the server")

    @property
    def keys(self):
        return json.loads((self.data / "sandbox.json").read_text())

    @property
    def environment(self):
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("CHAVE_")},
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "xdg"),
        }

    def spawn(self):
        # The server replaces `env`; a preloaded library sets its variables there, and not inside the server: Swift
        # finds the arguments by the address of `environ` at the start.
        prefix = [*self.prefix, *(["env"] if self.surroundings else [])]
        command = [*prefix, self.program, "serve", "--sandbox"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command + self.arguments,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env={**self.environment, **self.surroundings},
            )

    def start(self, wait=60):
        self.spawn()
        deadline = time.monotonic() + wait
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}: {self.said()[-2000:]}")
            if self.status("/readyz") == 200:
                return self
            time.sleep(0.02)
        raise AssertionError(f"the server is not ready after {wait} s: {self.said()[-2000:]}")

    def status(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except OSError:
            return None
        except http.client.HTTPException:
            return None
        finally:
            connection.close()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, number=signal.SIGTERM, wait=25):
        """Asks it to end; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(wait)

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def said(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def run(self, *arguments, timeout=60, environment=None, text=None, prefix=()):
        """Another command of the program, with this server's surroundings."""
        return subprocess.run(
            [*prefix, self.program, *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=timeout,
            env={**self.environment, **(environment or {})},
            input=text if text is not None else "",
        )

    def link_to_keys(self):
        """A new link that shows one browser the sandbox's keys and mails."""
        # By the server's own clock, which may be a year ahead; `env` as in `spawn`.
        made = self.beside("keys", "link", environment=self.surroundings, prefix=["env"] if self.surroundings else [])
        assert made.returncode == 0, made.stderr
        return made.stdout.strip()

    def page_with_pass(self, path):
        """A page for a browser that opened such a link; gets another link when the pass is over."""
        answer = self._get(path, {"Cookie": self.browser_pass}) if self.browser_pass else None
        if answer is None or answer.status == 403:
            link = urllib.parse.urlsplit(self.link_to_keys())
            opened = self._get(f"{link.path}?{link.query}", {})
            assert opened.status == 303, opened.status
            self.browser_pass = opened.headers["Set-Cookie"].partition(";")[0]
            answer = self._get(path, {"Cookie": self.browser_pass})
        assert answer.status == 200, f"{path}: {answer.status}"
        return answer.text

    def _get(self, path, headers):
        connection = http.client.HTTPConnection("localhost", self.port, timeout=30)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.text = answer.read().decode()
            return answer
        finally:
            connection.close()

    def beside(self, *arguments, **more):
        """The same, with this server's data directory and address."""
        more["environment"] = {
            "CHAVE_DATA": str(self.data),
            "CHAVE_BASE_URL": self.base_url,
            "CHAVE_DEVICE_DIR": str(self.folder / "device"),
            **(more.get("environment") or {}),
        }
        return self.run(*arguments, **more)
