"""A person's no on a terminal: exit code 2 wherever it is said, at the PIN or at the bank, and nothing done."""

import json
import subprocess
import urllib.parse

from person import on_terminal
from wallet import CALLBACK, Browser

NOTHING = [("PIN, or nothing to refuse:", "")]
PERSON = ("76109277673", "senha-1")


def at_the_pin(line, *command):
    """Nothing typed at the PIN."""
    done = on_terminal([line.server.program, *command], line.environment(), NOTHING, timeout=30)
    line.expect(f"nothing typed at the PIN of {' '.join(command[:2])} is a no", done, done.returncode == 2)
    return done


def at_the_bank(line):
    """The person opens the bank's page by hand, and refuses there."""
    command = [line.server.program, "device", "enroll", "--yes", "--manual", "--json", "--callback-url", CALLBACK]
    ends = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, env=line.environment(), text=True, **ends)
    try:
        page = next(words.strip() for words in process.stderr if words.startswith("http"))
        answer = urllib.parse.urlencode(Browser(*PERSON).visit(page, decision="refuse"))
        out, err = process.communicate(f"{CALLBACK}?{answer}\n", timeout=60)
    finally:
        process.kill()
        process.wait()
    done = subprocess.CompletedProcess(command, process.returncode, out, err)
    line.expect("a no at the bank ends the enrollment with 2", done, done.returncode == 2 and "approved" not in err)
    line.checks.that("which has failed", json.loads(out)["status_reason_code"] == "rejected_by_user", out)


def codes_are_listed(line):
    """The help of the program lists the codes of all commands."""
    shown = line.server.run("--help").stdout
    for code in (0, 1, 2, 64, 65, 130):
        line.checks.that(f"exit code {code} stands in the help", f"\n  {code} " in shown, shown[-900:])
