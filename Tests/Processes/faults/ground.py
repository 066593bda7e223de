"""The common setup of every fault: a folder, a server with two organisations, a seed, and the count of its effects."""

import contextlib
import pathlib
import random
import select
import subprocess
import tempfile
import time

from server import Server
from workload import Town


class Ground:
    def __init__(self, checks, program, seed, is_long=False):
        self.checks, self.program, self.seed, self.is_long = checks, program, seed, is_long
        self.random = random.Random(seed)
        self.strikes, self.lacks, self.restarts = {}, [], []

    def struck(self, how, times=1):
        self.strikes[how] = self.strikes.get(how, 0) + times

    def lack(self, what):
        """This machine cannot do a part of the fault; said by name."""
        self.lacks.append(what)
        print(f"        not done here: {what}", flush=True)

    def either(self, short, long):
        return long if self.is_long else short

    @contextlib.contextmanager
    def town(self, devices=1, data=None, arguments=(), **more):
        """A running server with two organisations, everything recorded; shows the log's end when something breaks."""
        with tempfile.TemporaryDirectory(prefix="chave-fault-") as folder:
            server = Server(self.program, folder, *arguments, **more)
            self.folder = pathlib.Path(folder)
            if data is not None:
                server.data = pathlib.Path(data)
            town = Town(server, self.seed)
            try:
                with town:
                    server.start()
                    town.open(devices)
                    yield town
            except BaseException:
                print(server.said()[-2000:])
                raise
            finally:
                server.end()

    def restart(self, server):
        """Starts it again and notes how long it took until it was ready."""
        began = time.monotonic()
        server.start()
        self.restarts.append(time.monotonic() - began)

    def judge(self, town, what, needed=None):
        """Ends the server, lets it check its own files, and judges the invariants."""
        town.settle()
        town.read_metrics()
        server = town.server
        self.checks.that(f"{what}: the server ends with 0", server.stop() == 0)
        found = server.run("db", "check", "--data", server.data)
        self.checks.that(f"{what}: chave db check is sound", found.returncode == 0, found.stdout + found.stderr)
        town.judge(self.checks, what, needed)


class Strace:
    """Injects a fault into the N-th call of one kind that any one thread of a running server makes from now on."""

    WAIT = 20  # seconds for strace to take hold of the server, and to let go of it

    def __init__(self, pid, calls, action=None, when="1", folder="/tmp", path=None):
        self.log = pathlib.Path(folder) / f"strace-{pid}-{time.monotonic_ns()}"
        command = ["strace", "-f", "-p", str(pid), "-o", str(self.log), "-e", f"trace={calls}", "-e", "signal=none"]
        if path:
            command += ["-P", str(path)]  # only calls on this file
        if action:
            command += ["-e", f"inject={calls}:{action}:when={when}"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # The pipe was not read yet, so that its content is visible.
        heard = select.select([self.process.stderr], [], [], self.WAIT)[0]
        line = self.process.stderr.readline() if heard else f"nothing was heard of it for {self.WAIT} s"
        if "attached" not in line:
            self.process.kill()
            self.process.communicate()
            raise AssertionError(f"strace does not attach: {line}")

    def stop(self):
        """Lets go of the server, if it is still there; the lines that were traced."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.communicate(timeout=self.WAIT)
        except subprocess.TimeoutExpired:
            # The kernel releases everything that a dead tracer held.
            print(f"        strace did not end within {self.WAIT} s and was killed", flush=True)
            self.process.kill()
            self.process.communicate()
            time.sleep(0.5)  # one that it had killed is its parent's to bury now
        lines = self.log.read_text(errors="replace").splitlines()
        self.log.unlink()
        return lines

    @staticmethod
    def injected(lines):
        return sum("(INJECTED)" in line for line in lines)
