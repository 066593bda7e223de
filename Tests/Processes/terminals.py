"""Terminals with a program in each, typed on as a person would; several at a time."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time

CONTROL = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])")


class Silence(AssertionError):
    """The expected output did not arrive."""


class Terminal:
    """A terminal of 100 columns, one program after the other on it; all that they wrote is kept."""

    def __init__(self, name, environment):
        self.name, self.environment = name, environment
        self.ours, self.theirs = os.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 100, 0, 0))
        self.raw, self.seen, self.process = "", 0, None
        self.lock = threading.Lock()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        while True:
            if not select.select([self.ours], [], [], 0.1)[0]:
                continue
            try:
                text = os.read(self.ours, 65_536).decode(errors="replace")
            except OSError:
                return
            with self.lock:
                self.raw += text

    def run(self, program, *arguments, shown=None):
        """Starts a program, with the line by which a shell would show it."""
        line = shown or " ".join(["chave", *map(str, arguments)])
        with self.lock:
            self.raw += f"$ {line}\r\n"

        def take_terminal():
            os.setsid()
            fcntl.ioctl(self.theirs, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [str(program), *map(str, arguments)],
            env=self.environment,
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            preexec_fn=take_terminal,
            pass_fds=[self.theirs],
        )
        return self

    def until(self, pattern, timeout=30):
        """Waits until the unread output shows the pattern; returns the match."""
        deadline = time.monotonic() + timeout
        while True:
            with self.lock:
                text = plain(self.raw)
                found = re.compile(pattern).search(text, self.seen)
                if found:
                    self.seen = found.end()
                    return found
            now = time.monotonic()
            if now > deadline or (self.process.poll() is not None and now > deadline - timeout + 2):
                raise Silence(f"{self.name} does not show {pattern!r}: {self.screen()[-600:]!r}")
            time.sleep(0.02)

    def type(self, text):
        os.write(self.ours, f"{text}\n".encode())

    def ctrl_c(self):
        os.write(self.ours, b"\x03")

    def end(self, timeout=30):
        """The exit code of the program."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            raise Silence(f"{self.name} does not end: {self.screen()[-600:]!r}") from None
        finally:
            time.sleep(0.15)  # The last output is read.
            with self.lock:
                self.seen = len(plain(self.raw))

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.theirs)

    def screen(self):
        """The visible text with the lines that have scrolled away."""
        with self.lock:
            return rendered(self.raw)


def plain(raw):
    """The text without control sequences, also without an incomplete one at the end."""
    return re.sub(r"\x1b[^A-Za-z]*$", "", CONTROL.sub("", raw))


def rendered(raw):
    """The lines that stand there after all cursor movements that these programs make."""
    lines, row, column, position = [""], 0, 0, 0
    while position < len(raw):
        control = CONTROL.match(raw, position)
        if control:
            count, name = control[1], control[2]
            if name == "A":
                row = max(row - int(count or 1), 0)
            elif name == "K":
                lines[row] = lines[row][:column]
            elif name == "J":
                lines[row] = lines[row][:column]
                del lines[row + 1 :]
            elif name != "m":
                raise AssertionError(f"an unknown control: {control[0]!r}")
            position = control.end()
            continue
        character = raw[position]
        position += 1
        if character == "\r":
            column = 0
        elif character == "\n":
            row += 1
            if row == len(lines):
                lines.append("")
        else:
            line = lines[row].ljust(column)
            lines[row] = line[:column] + character + line[column + 1 :]
            column += 1
    return "\n".join(line.rstrip() for line in lines).rstrip("\n")
