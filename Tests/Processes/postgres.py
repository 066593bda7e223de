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
OWNER = "chave"  # a superuser, which may connect when all others are refused
ROLE = "node"  # the role of the nodes


def program(name):
    versions = sorted((int(folder.name) for folder in ROOT.glob("*") if folder.name.isdigit()), reverse=True)
    for version in versions:
        found = ROOT / str(version) / "bin" / name
        if found.exists():
            return str(found)
    raise AssertionError(f"{name} is not there: scripts/setup test installs PostgreSQL")


class Postgres:
    """PostgreSQL refuses root: under root its own user runs it, in a folder of that user."""

    def __init__(self, folder, name="postgres", **settings):
        self.folder = pathlib.Path(folder) / name
        self.port = free_port()
        self.settings = settings
        self.database = "postgres"
        self.log = self.folder.parent / f"{name}.log"
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

    @classmethod
    def standby_of(cls, primary, folder, name="standby"):
        """A copy that follows `primary` from its start, and has every commit that the primary acknowledges from then on."""
        conninfo = f"host=127.0.0.1 port={primary.port} user={OWNER} application_name={name}"
        standby = cls(folder, name, primary_conninfo=conninfo)
        standby.run("pg_basebackup", "-d", primary.owner_url, "-D", standby.data, "-R", "-c", "fast", "--no-sync")
        standby.start()
        primary.ask(f"ALTER SYSTEM SET synchronous_standby_names TO '{name}'; SELECT pg_reload_conf()")
        deadline = time.monotonic() + 60
        while primary.ask("SELECT sync_state FROM pg_stat_replication") != [["sync"]]:
            if time.monotonic() > deadline:
                raise AssertionError("the standby does not follow: " + standby.said()[-1000:])
            time.sleep(0.05)
        return standby

    @property
    def data(self):
        return self.folder / "data"

    @property
    def url(self):
        """As the nodes are given it."""
        return f"postgres://{ROLE}@127.0.0.1:{self.port}/{self.database}"

    @property
    def owner_url(self):
        return f"postgres://{OWNER}@127.0.0.1:{self.port}/{self.database}"

    def run(self, name, *arguments, **more):
        """One of PostgreSQL's programs, as the user whose files these are."""
        command = [*self.identity, program(name), *map(str, arguments)]
        return subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **more)

    def start(self):
        """Starts the server, the first time over new files; a killed one recovers first."""
        is_new = not self.data.exists()
        if is_new:
            self.run("initdb", "-D", self.data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        deadline = time.monotonic() + 60
        while True:
            self._spawn()
            while self.process.poll() is None:
                if self.is_ready():
                    if is_new:
                        self.ask(f"CREATE ROLE {ROLE} LOGIN; GRANT CREATE ON DATABASE postgres TO {ROLE}")
                    return self
                if time.monotonic() > deadline:
                    raise AssertionError("PostgreSQL did not start: " + self.said()[-1000:])
                time.sleep(0.02)
            # Those that a killed one left behind may still be ending.
            if time.monotonic() > deadline:
                raise AssertionError("PostgreSQL did not start: " + self.said()[-1000:])
            time.sleep(0.1)

    def _spawn(self):
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "max_connections": 100,
            **self.settings,
        }
        arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.identity, program("postgres"), "-D", str(self.data), *arguments],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
            )

    def is_ready(self):
        return subprocess.run([program("pg_isready"), "-q", "-d", self.owner_url]).returncode == 0

    # --- What is done to it

    def stop_at_once(self):
        """Stops like `pg_ctl stop -m immediate`: the next start replays the log."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(60)

    def kill(self):
        """kill -9 of the first process; the others notice and end."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def processes(self):
        """The first one and all that it started."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def backends(self):
        """The processes that serve nodes."""
        found = self.ask(f"SELECT pid FROM pg_stat_activity WHERE usename = '{ROLE}'")
        return [int(pid) for [pid] in found]

    def stand_still(self):
        """Sends SIGSTOP to every process; a second look finds those that started meanwhile."""
        stopped = set()
        while fresh := set(self.processes()) - stopped:
            for pid in fresh:
                send(pid, signal.SIGSTOP)
            stopped |= fresh
        return stopped

    def go_on(self):
        for pid in reversed(self.processes()):
            send(pid, signal.SIGCONT)

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.go_on()
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:  # only this ends a commit that waits for a standby
                self.stop_at_once()

    # --- What it says

    def ask(self, sql):
        """The rows of an answer, read by PostgreSQL's own program: each a list of texts."""
        asked = [program("psql"), "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-d", self.owner_url]
        done = subprocess.run(asked, input=sql + ";", capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f"PostgreSQL refused: {done.stderr[:600]}")
        return [line.split("\t") for line in done.stdout.splitlines() if line]

    def said(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass
