"""Checks the program of `scripts/two-nodes` from outside: its steps, the output of `--keep`, and that nothing stays
behind.

    check_two_nodes.py <chave>

It also compares Examples/compose, which has two nodes too, with the product (compose_example.py).
"""

import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import compose_example
from checks import Checks

HERE = pathlib.Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "docs" / "scaling.md"
SCRIPT = HERE.parent.parent / "scripts" / "two-nodes"


class Run:
    """The script's program with its own folder for its files; its output is read while it runs."""

    def __init__(self, folder, program, *arguments):
        self.folder, self.lines = pathlib.Path(folder), []
        # PostgreSQL's own user passes through it.
        self.folder.chmod(0o711)
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "two_nodes.py"), str(program), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "TMPDIR": str(folder)},
        )
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    @property
    def text(self):
        return "\n".join(self.lines)

    def until(self, words, seconds=120):
        until(lambda: words in self.text or self.process.poll() is not None, seconds)
        return words in self.text

    def end(self, number=None, seconds=90):
        """Its exit code; with a signal, if it is one that should make it end."""
        if number is not None and self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(seconds)
        finally:
            if self.process.poll() is None:
                self.process.kill()
        self.reader.join()
        return code

    def left_running(self):
        """Processes whose arguments name its folder."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
            except OSError:
                continue
            if str(self.folder).encode() in words and int(entry.name) != os.getpid():
                found.append(f"{entry.name} {words[:80]}")
        return found

    def commands(self):
        """The lines that a person is told to run, by their beginning."""
        return [line.strip() for line in self.lines if re.match(r"    (env|kill|/)", line)]


def until(holds, seconds=30):
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def steps(text):
    """Titles and the names of steps, without what differs from run to run."""
    found = []
    for line in text.splitlines():
        step = re.match(r"[✓✗] (\d+) +(.*?)  +[\d.]+ m?s", line)
        if step:
            found.append(f"{step[1]} {step[2]}")
        elif line and not line.startswith(" ") and not line.startswith(("✓", "✗")):
            found.append(line)
    return found


def shown():
    """The run that docs/scaling.md shows."""
    blocks = re.findall(r"```text\n(\nPostgreSQL, two nodes.*?)```", DOCUMENT.read_text(), re.S)
    if len(blocks) != 1:
        raise AssertionError(f"{DOCUMENT.name} shows {len(blocks)} runs")
    return steps(blocks[0])


def answered_by(text, step):
    line = next(line for line in text.splitlines() if step in line)
    return [int(number) for number in re.findall(r"node (\d) \(", line)]


def run_command(line, seconds=60):
    return subprocess.run(
        shlex.split(line), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, check=False
    )


def check_keeping(checks, program):
    """The whole walk, then the commands that it suggests to a person, then Ctrl-C."""
    with tempfile.TemporaryDirectory(prefix="chave-two-nodes-check-") as folder:
        run, again = Run(folder, program, "--keep"), None
        try:
            # To pay, and for each node to kill it and to start it.
            run.until("in another terminal")
            is_kept = until(lambda: len(run.commands()) == 5 or run.process.poll() is not None) and run.process.poll() is None
            checks.that("with --keep it comes to its last step and stays", is_kept, run.text[-2000:])
            pay, kill, start = run.commands()[:3]
            checks.that("the payment that it shows succeeds", run_command(pay).returncode == 0, pay)
            checks.that("kill -9 as it shows kills a node", run_command(kill).returncode == 0, kill)
            paid = run_command(pay)
            checks.that("the other node goes on", paid.returncode == 0, paid.stderr[-600:])
            again = subprocess.Popen(shlex.split(start), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL)
            port = re.search(r"--port (\d+)", start)[1]
            checks.that("the command that it shows starts the node again", is_ready(port, again), start)
            again.send_signal(signal.SIGTERM)
            checks.that("which ends in order", again.wait(40) == 0, again.returncode)
        finally:
            if again is not None and again.poll() is None:
                again.kill()
            code = run.end(signal.SIGINT)
        checks.that("Ctrl-C ends it with 0", code == 0, f"{code}: {run.text[-1500:]}")
        expected = shown()
        checks.that(f"its {len(expected)} titles and steps are those of {DOCUMENT.name}",
                    [line for line in steps(run.text) if "another terminal" not in line and "stays until" not in line]
                    == expected, steps(run.text))
        for step, nodes in (("12.34", [1, 2]), ("23.45", [2]), ("34.56", [1, 2])):
            found = answered_by(run.text, f"pays R$ {step}")
            checks.that(f"R$ {step} was answered by nodes {nodes}", found == nodes, found)
        checks.that("no process of it is left", not run.left_running(), run.left_running())
        checks.that("nor a file", not list(run.folder.iterdir()), list(run.folder.iterdir()))


def is_ready(port, process, seconds=60):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            time.sleep(0.05)
    return False


def check_failing(checks):
    """A server that does not start: exit code 1, and the folder with the logs stays and is named."""
    with tempfile.TemporaryDirectory(prefix="chave-two-nodes-check-") as folder:
        program = pathlib.Path(folder) / "no-server"
        program.write_text("#!/bin/sh\necho 'this server does not start' >&2\nexit 3\n")
        program.chmod(0o755)
        run = Run(folder, program)
        code = run.end()
        checks.that("a node that does not start ends it with 1", code == 1, code)
        checks.that("it says why", "✗ 2  node 1" in run.text and "this server does not start" in run.text, run.text)
        named = re.search(r"The logs are in (\S+):", run.text)
        log = pathlib.Path(named[1]) / "node1" / "server.log" if named else None
        checks.that("the logs are where it says", log is not None and "does not start" in log.read_text(), run.text)
        checks.that("and PostgreSQL has ended", not run.left_running(), run.left_running())


def check_script(checks):
    """The script that a person calls, when there is nothing to build."""
    done = subprocess.run([str(SCRIPT), "--stay"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    checks.that("the script says how it is called", done.returncode == 64 and "--keep" in done.stdout, done.stdout)


def check_broken_off(checks, program):
    with tempfile.TemporaryDirectory(prefix="chave-two-nodes-check-") as folder:
        run = Run(folder, program)
        began = run.until("✓ 2 ")
        code = run.end(signal.SIGTERM)
        checks.that("broken off in the middle it ends with 130", began and code == 130, f"{code}: {run.text}")
        checks.that("and leaves no process", not run.left_running(), run.left_running())
        nameless = "import subprocess, sys, two_nodes; subprocess.Popen(sys.argv[1:]); two_nodes.end_children()"
        waiting = ["tail", "-f", "/dev/null", str(run.folder)]
        done = subprocess.run([sys.executable, "-c", nameless, *waiting], cwd=HERE, stdin=subprocess.DEVNULL, timeout=60)
        left = run.left_running()
        checks.that("nor one that the signal left without a name", done.returncode == 0 and not left, left)


def main(program):
    # A person's terminal has none of the tests' own variables, and the server refuses unknown settings.
    for name in [name for name in os.environ if name.startswith("CHAVE_")]:
        del os.environ[name]
    checks = Checks()
    check_keeping(checks, program)
    check_script(checks)
    check_failing(checks)
    check_broken_off(checks, program)
    compose_example.check(checks, program)
    checks.finish()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
