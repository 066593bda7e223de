"""Whether a server with a million enrollments answers as soon as one with a thousand."""

import signal
import statistics
import tempfile
import time

from filling import fill
from processes import on_cores, resident_mib
from server import Server
from service import SERVER_CORE, chave_load, shape
from starting import starts
from wallet import Device


class Grown:
    """A server whose databases hold so many enrollments."""

    def __init__(self, tools, count):
        self.count, self.folder = count, tempfile.TemporaryDirectory(prefix="chave-growth-")
        self.server = Server(tools.chave, self.folder.name, "--drain-delay-seconds", "0")
        self.server.start()
        Device(self.server.base_url, self.server.keys).enroll()
        self.server.stop(signal.SIGTERM)
        began = time.monotonic()
        fill(self.server.data, count)
        self.found = {
            "enrollments": count,
            "filled_in_seconds": time.monotonic() - began,
            "mib": sum(file.stat().st_size for file in self.server.data.glob("*.sqlite")) / 2**20,
            "start": starts(self.server, 3),
            "authorize_p95": [],
            "to_succeeded_p95": [],
        }
        with on_cores(SERVER_CORE):
            self.server.start()

    def pay(self, sizes):
        """One round of payments by schedule."""
        found = chave_load(
            self.server, *shape(sizes, rate=sizes.growth_rate, duration=sizes.growth_seconds, devices=sizes.devices)
        )
        for name in ("authorize", "to_succeeded"):
            self.found[f"{name}_p95"].append(found["milliseconds"][name]["p95"])

    def end(self):
        if self.server.process.poll() is None:
            self.found["resident_mib"] = resident_mib(self.server.pid)
        self.server.end()
        self.folder.cleanup()


def run(tools, sizes):
    """The servers pay in turns, so that what else the machine does meets all of them."""
    grown = []
    try:
        for count in sizes.growth:
            grown.append(Grown(tools, count))
        for one in grown:
            one.pay(sizes)
            one.found["authorize_p95"].clear()
            one.found["to_succeeded_p95"].clear()
        for _ in range(sizes.growth_rounds):
            for one in grown:
                one.pay(sizes)
    finally:
        for one in grown:
            one.end()
    lines = [one.found for one in grown]
    for line in lines:
        line["p95"] = statistics.median(line["authorize_p95"])
        line["to_succeeded"] = statistics.median(line["to_succeeded_p95"])
    return {
        "lines": lines,
        "rate": sizes.growth_rate,
        "times": lines[-1]["p95"] / lines[0]["p95"],
        "times_to_succeeded": lines[-1]["to_succeeded"] / lines[0]["to_succeeded"],
    }
