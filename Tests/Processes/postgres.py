"""A PostgreSQL of a check's own: its files in the check's folder, on a free port, with the settings that keep commits."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import time

from server import free_port

ROOT = pathlib.Path("/usr/lib/postgresql")


def program(name):
    versions = sorted((int(folder.name) for folder in ROOT.glob("*") if folder.name.isdigit()), reverse=True)
    for version in versions:
        found = ROOT / str(version) / "bin" / name
        if found.exists():
            return str(found)
    raise AssertionError(f"{name} is not there: scripts/setup test installs PostgreSQL")


class Postgres:
    """PostgreSQL refuses root: then its own user runs it, in a folder that is given to that user."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder) / "postgres"
        self.port = free_port()
        self.url = f"postgres://chave@127.0.0.1:{self.port}/postgres"
        self.log = self.folder / "log"
        self.process = None
        self.folder.mkdir()
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            shutil.chown(self.folder, owner.pw_uid, owner.pw_gid)
            above = self.folder.parent
            above.chmod(above.stat().st_mode | 0o011)  # passing through is enough
            self.identity = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups", "--"]
        else:
            self.identity = []
        made = [program("initdb"), "-D", str(self.folder / "data"), "-U", "chave", "-A", "trust", "-E", "UTF8"]
        subprocess.run(
            [*self.identity, *made, "--locale=C", "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd=self.folder
        )

    def start(self):
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "max_connections": 100,
        }
        arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder.parent / "postgres.log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.identity, program("postgres"), "-D", str(self.folder / "data"), *arguments],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
            )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            if subprocess.run([program("pg_isready"), "-q", "-d", self.url]).returncode == 0:
                return self
            time.sleep(0.05)
        raise AssertionError("PostgreSQL did not start")

    def stop_at_once(self):
        """As `pg_ctl stop -m immediate`: the next start goes through its log."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(60)

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)

    def ask(self, sql):
        """The rows of an answer, read by PostgreSQL's own program: each a list of texts."""
        asked = [program("psql"), "-X", "-A", "-t", "-F", "\t", "-d", self.url, "-c", sql]
        done = subprocess.run(asked, check=True, capture_output=True, text=True)
        return [line.split("\t") for line in done.stdout.splitlines() if line]
