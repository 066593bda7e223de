"""What a process uses, and on which core it runs."""

import contextlib
import os
import pathlib
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")


def _fields(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def processor_seconds(pid):
    """Of all cores, by one process."""
    fields = _fields(pid)
    return (int(fields[11]) + int(fields[12])) / TICKS


def tree_processor_seconds(pid):
    """The same with all that it started, whether that still runs or not."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                parents.setdefault(int(_fields(entry)[1]), []).append(int(entry))
    total, left = 0.0, [pid]
    while left:
        one = left.pop()
        left += parents.get(one, ())
        with contextlib.suppress(OSError):
            fields = _fields(one)
            total += sum(int(fields[number]) for number in (11, 12, 13, 14)) / TICKS
    return total


def resident_mib(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmRSS")


@contextlib.contextmanager
def on_cores(cores):
    """What is started meanwhile runs on these cores only; all of them for `None`."""
    before = os.sched_getaffinity(0)
    if cores is not None and set(cores) <= before:
        os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def until_at_rest(processes, seconds=60):
    """Until all of them have done next to nothing for a quarter of a second."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        before = sum(map(tree_processor_seconds, processes.values()))
        time.sleep(0.25)
        if sum(map(tree_processor_seconds, processes.values())) - before <= 0.02:
            return
    raise AssertionError(f"{', '.join(processes)} still busy after {seconds} s")


class Sampler:
    """How busy processes were, moment by moment, so that a part of a run can be looked at afterwards."""

    def __init__(self, measure=tree_processor_seconds, **processes):
        self.measure, self.processes, self.samples, self.ends = measure, processes, [], threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        while not self.ends.is_set():
            with contextlib.suppress(OSError):
                used = {name: self.measure(pid) for name, pid in self.processes.items()}
                self.samples.append((time.monotonic(), used))
            self.ends.wait(0.2)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def cores_busy(self, first, last):
        """By name, between two moments of `time.monotonic`."""
        inside = [sample for sample in self.samples if first <= sample[0] <= last]
        if len(inside) < 2:
            return {}
        (start, before), (end, after) = inside[0], inside[-1]
        return {name: (after[name] - before[name]) / (end - start) for name in before}
