"""V14: after a fault the process holds no more than before it."""

import pathlib

SPARE_FILES, SPARE_THREADS, SPARE_BYTES = 16, 8, 96 << 20


def sample(pid):
    """What a process holds now."""
    folder = pathlib.Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
    return {
        "rss": int(status["VmRSS"].split()[0]) << 10,
        "fds": len(list((folder / "fd").iterdir())),
        "threads": int(status["Threads"]),
    }


def judge_processes(books, history):
    wrong, samples = [], history.processes
    if len(samples) > 1:
        (_, first), (label, last) = samples[0], samples[-1]
        for name, spare in (("rss", SPARE_BYTES), ("fds", SPARE_FILES), ("threads", SPARE_THREADS)):
            if last[name] > first[name] + spare:
                wrong.append(f"{label}: {name} {last[name]}, it began with {first[name]}")
    return max(0, len(samples) - 1), wrong
