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


def compared(text, folder, environment):
    """Each command, whether it prints what the document says, and what it prints."""
    shown = commands(text)
    found = printed(shown, folder, environment)
    if not shown or len(found) != len(shown):
        raise AssertionError(f"{len(shown)} commands are shown, {len(found)} came to their end")
    return [(command, output == real, real) for (command, output), real in zip(shown, found)]


def check(checks, document, folder, environment):
    for command, holds, real in compared(document.read_text(), folder, environment):
        checks.that(f"{document.name}: {command.splitlines()[0][:90]}", holds, f"it prints {real!r}")
