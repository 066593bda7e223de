"""Small operations: how often a second on one core, and how many instructions each is."""

import concurrent.futures
import tempfile

from instructions import Counter


def run(tools, sizes):
    lines = tools.lines("--seconds", sizes.micro_seconds, "micro")
    taken = {name: line for name, line in lines.items() if "refused" not in line}
    found = {
        "per_core_second": {name: line["per_processor_second"] for name, line in taken.items()},
        "refused": {name: line["refused"] for name, line in lines.items() if "refused" in line},
    }
    with tempfile.TemporaryDirectory(prefix="chave-instructions-") as folder:
        counter = Counter(tools, folder)
        found["counted_by"] = counter.way
        if counter.way == "nothing":
            return found
        # Two at a time: what else the machine does changes no count.
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            names = [name for name in taken if name.startswith(sizes.instructions_of)]
            counts = pool.map(lambda name: counter.each(name, sizes.instruction_rounds), names)
            found["instructions"] = dict(zip(names, counts))
    return found
