"""What the relay can do to an exchange. Each act gets the exchange's line."""

import json
import threading

from .exchanges import Reply

# The platform waits ten seconds for an answer.
LATE = 11
# A gate that nobody opens is open after so long, so that nothing hangs.
LONGEST = 110


def passes(line):
    line.give(line.ask())


# --- Cuts


def cut_before(line):
    """The request never reaches the bank."""
    line.cut()


def cut_after(line):
    """The bank does its work, and the answer is lost."""
    line.ask()
    line.cut()


def cut_within(line):
    """The connection ends in the middle of the answer's bytes."""
    line.give(line.ask(), part=0.5)


# --- Time


def late(line):
    """The answer comes after the platform's time is over."""
    answer = line.ask()
    line.until_gone(LATE)
    line.give(answer)


def overdue(line):
    """The request reaches the bank when the platform has given it up, and may be sending it again."""
    line.until_gone(LATE)
    line.ask()


def silent(line):
    """Neither the request nor any answer passes."""
    line.until_gone(LATE)
    line.cut()


class Gate:
    """Holds exchanges until it is opened: `before` the bank gets them, `after` it did the work, or `either`."""

    def __init__(self):
        self.opened, self.lock, self.held = threading.Event(), threading.Lock(), 0

    def open(self):
        self.opened.set()

    def _wait(self):
        with self.lock:
            self.held += 1
        self.opened.wait(LONGEST)

    def before(self, line):
        self._wait()
        line.give(line.ask())

    def after(self, line):
        answer = line.ask()
        self._wait()
        line.give(answer)


# --- The same twice, and in another order


def twice(line):
    """The bank gets the same bytes twice, and its first answer counts."""
    answer = line.ask()
    line.ask()
    line.give(answer)


def second_of_two(line):
    """The bank gets the same bytes twice, and its second answer counts."""
    line.ask()
    line.give(line.ask())


class Swap:
    """Gives two calls each the other's answer, under its own interaction id."""

    def __init__(self):
        self.met, self.answers = threading.Barrier(2), {}

    def swapped(self, line):
        answer, own = line.ask(), line.exchange.header("x-fapi-interaction-id")
        self.answers[own] = answer
        self.met.wait(LATE)
        other = next(answer for name, answer in self.answers.items() if name != own)
        line.give(other.having(x_fapi_interaction_id=own))


# --- Answers of a gateway


def gateway(status, code, **headers):
    """A plain answer in the form of Open Finance, to a request that the bank never got."""

    def answers(line):
        line.give(plain(line, status, code, headers))

    answers.__name__ = f"answered_{status}"
    return answers


def lost_to(status, code):
    """The bank does its work, and a gateway says something else."""

    def answers(line):
        line.ask()
        line.give(plain(line, status, code, {}))

    answers.__name__ = f"lost_to_{status}"
    return answers


def plain(line, status, code, headers):
    error = {"code": code, "title": "Not now", "detail": "The relay says so."}
    body = json.dumps({"errors": [error], "meta": {"requestDateTime": "2026-11-28T00:00:00Z"}}).encode()
    interaction = line.exchange.header("x-fapi-interaction-id")
    named = [("x-fapi-interaction-id", interaction)] if interaction else []
    return Reply(status, [("Content-Type", "application/json"), *named, *headers.items()], body)


# --- Wrong answers


def altered(line):
    """One character of the answer is another: a signature does not hold, a text is no JSON."""
    answer = line.ask()
    if not answer.body:
        return line.give(answer.having(x_fapi_interaction_id="00000000-0000-4000-8000-000000000000"))
    middle = len(answer.body) // 2
    other = b"A" if answer.body[middle : middle + 1] != b"A" else b"B"
    return line.give(answer.having(body=answer.body[:middle] + other + answer.body[middle + 1 :]))


def of_another_call(line):
    """The answer has an interaction id that is not the call's."""
    line.give(line.ask().having(x_fapi_interaction_id="00000000-0000-4000-8000-000000000000"))
