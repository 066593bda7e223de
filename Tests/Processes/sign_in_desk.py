"""The setup for trying sign-in: a server, three terminals that are three devices, and commands beside them."""

import html
import re
import subprocess

from outcomes import one_line, shown
from terminals import Terminal


class Desk:
    def __init__(self, checks, server):
        self.checks, self.server = checks, server
        self.first = self.terminal("first terminal", "first")
        self.second = self.terminal("second terminal", "second")
        self.third = self.terminal("third terminal", "rotating")
        self.user = None

    def terminal(self, name, directory):
        return Terminal(name, self.environment(directory))

    def environment(self, directory):
        server = self.server
        return {
            **server.environment,
            "CHAVE_DATA": str(server.data),
            "CHAVE_BASE_URL": server.base_url,
            "CHAVE_DEVICE_DIR": str(server.folder / directory),
            "TERM": "xterm-256color",
        }

    def beside(self, directory, *arguments, **more):
        """A command without a terminal on one of the devices."""
        more["environment"] = {
            "CHAVE_DEVICE_DIR": str(self.server.folder / directory),
            **(more.get("environment") or {}),
        }
        return self.server.beside(*arguments, **more)

    def detached(self, directory, *arguments):
        return subprocess.run(
            [self.server.program, *arguments],
            env=self.environment(directory),
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            timeout=60,
        )

    def expect(self, what, done, holds):
        return self.checks.that(what, holds, shown(done))

    def fails(self, what, done, *parts):
        self.expect(what, done, done.returncode == 1 and one_line(done, *parts))

    def ends(self, what, terminal, code):
        found = terminal.end()
        self.checks.that(what, found == code, f"exit {found}: {terminal.screen()[-600:]!r}")

    def newest_link(self):
        page = html.unescape(self.server.page_with_pass("/outbox"))
        return re.search(r"http://[^\s\"'<>]+/bind\?token=[\w-]{43}", page)[0]
