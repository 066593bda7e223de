"""V14: after a fault a process holds no more than before it."""

import pathlib

SPARE = {"rss": 96 << 20, "fds": 16, "threads": 8, "connections": 0}


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
    """Of several processes, told apart by what a sample is `of`, each is compared with itself."""
    wrong, samples = [], {}
    for label, one in history.processes:
        samples.setdefault(one.get("of"), []).append((label, one))
    for of, taken in samples.items():
        (_, first), (label, last) = taken[0], taken[-1]
        for name, spare in SPARE.items():
            if last.get(name, 0) > first.get(name, 0) + spare:
                wrong.append(f"{of or label}: {name} {last[name]}, it began with {first[name]}")
    return sum(len(taken) - 1 for taken in samples.values()), wrong
