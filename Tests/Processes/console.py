"""Runs the commands that a document shows, and compares what they print with what it says they print.

A block begins with ```console; in it `$ ` begins a command, `> ` goes on with it, and everything else is output.
All commands of a document share one shell and one folder, as they would in a reader's terminal.
"""

import re
import subprocess

MARK = "--- end of command ---"


def commands(text):
    """Each command with what it prints, as the document has it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(([line[2:]], []))
            elif line.startswith("> "):
                found[-1][0].append(line[2:])
            else:
                found[-1][1].append(line)
    return [("\n".join(command), "\n".join(output)) for command, output in found]


def printed(commands, folder, environment):
    """What each command prints, standard error included."""
    script = "".join(f"{command}\nprintf '%s\\n' '{MARK}'\n" for command, _ in commands)
    done = subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    return [part.strip("\n") for part in done.stdout.split(f"{MARK}\n")[:-1]]


def check(checks, document, folder, environment):
    shown = commands(document.read_text())
    found = printed(shown, folder, environment)
    checks.that(f"{document.name} shows commands, and all of them end", shown and len(found) == len(shown), len(found))
    for (command, output), real in zip(shown, found):
        first = command.splitlines()[0]
        checks.that(f"{document.name}: {first[:90]}", real == output, f"it prints {real!r}")
