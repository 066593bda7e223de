"""Runs a program on a terminal of its own and answers what it asks there, as a person would."""

import fcntl
import os
import select
import signal
import subprocess
import tempfile
import termios
import time


class Done:
    def __init__(self, returncode, stdout, stderr, terminal):
        self.returncode, self.stdout, self.stderr, self.terminal = returncode, stdout, stderr, terminal


def on_terminal(command, environment, answers, timeout=120, press_ctrl_c_when=None):
    """`answers` are pairs of a part of a question and what is typed; the output stays apart from the terminal.

    Presses Ctrl-C when `press_ctrl_c_when` becomes true.
    """
    ours, theirs = os.openpty()

    def take_terminal():
        os.setsid()
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=theirs,
            stdout=out,
            stderr=err,
            preexec_fn=take_terminal,
            pass_fds=[theirs],
        )
        os.close(theirs)
        shown = _converse(process, ours, answers, time.monotonic() + timeout, press_ctrl_c_when)
        if process.poll() is None:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
        os.close(ours)
        out.seek(0)
        err.seek(0)
        return Done(process.returncode, out.read(), err.read(), shown)


def _converse(process, terminal, answers, deadline, press_ctrl_c_when):
    shown, fresh = "", ""
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                text = os.read(terminal, 4096).decode(errors="replace")
            except OSError:
                break
            if not text:
                break
            shown, fresh = shown + text, fresh + text
        elif process.poll() is not None:
            break
        if press_ctrl_c_when and press_ctrl_c_when():
            os.write(terminal, b"\x03")
            press_ctrl_c_when = None
        for question, answer in answers:
            if question in fresh:
                os.write(terminal, f"{answer}\n".encode())
                fresh = ""
                break
    return shown


PIN = "2580"
# The order matters: the first that is found in what is shown is answered.
PIN_ANSWERS = [("Choose one of 4", PIN), ("Once more", PIN), ("PIN, or nothing to refuse:", PIN)]
