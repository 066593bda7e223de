"""Measures, keeps what was found as JSON, and makes the tables and charts of Benchmarks/README.md of it.

    Benchmarks/run                     everything, about twenty minutes after the build
    Benchmarks/run waiting growth      some parts: rates, counts, micro, ceremony_peers, sdk, service, nodes, starting,
                                       profile, growth, waiting, wire, banks, sdks
    Benchmarks/run --quick             everything but `sdks` with tiny sizes, to see that it works; README.md stays
    Benchmarks/run --tables            only the tables and charts, of what was measured before

`--no-build` takes the programs that are there. `--gate` fails where an operation needs over a twentieth more
instructions than when README.md was made, or a payment more statements, allocations, pages or syncs, and writes nothing:
`Benchmarks/run --gate micro counts`.
"""

import argparse
import importlib
import os
import pathlib
import sys
import time
import traceback

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(1, str(ROOT / "Tests" / "Processes"))

import counts  # noqa: E402
import postgres  # noqa: E402
import self_test  # noqa: E402
from charts import CHARTS  # noqa: E402
from instructions import changes  # noqa: E402
from readme import filled  # noqa: E402
from results import Results  # noqa: E402
from sizes import QUICK, WHOLE  # noqa: E402
from surroundings import QUIET, describe  # noqa: E402
from tables import PARTS, PLACES  # noqa: E402
from tools import PACKAGE, Tools  # noqa: E402


def say(words):
    print(words, file=sys.stderr, flush=True)


def chosen(names, quick):
    """Parts in their order; `rates` stands before and after all others."""
    if not names:
        return [part for part in PARTS if not (quick and part == "sdks")]
    known = {part.removesuffix("-before").removesuffix("-after") for part in PARTS}
    for name in names:
        if name not in known:
            sys.exit(f"no part {name}: {', '.join(sorted(known))}")
    return [part for part in PARTS if part.removesuffix("-before").removesuffix("-after") in names]


def measure(parts, tools, sizes, results):
    """The parts that could not be measured."""
    failed = []
    for part in parts:
        surroundings = describe(ROOT, postgres.program("postgres"))
        if surroundings["busy_before"] > QUIET:
            say(f"WARNING: the machine is not quiet before {part}: {surroundings['busy_before']:.0%} of it is in use")
        began = time.monotonic()
        module = importlib.import_module(part.split("-")[0])
        try:
            results.write(part, module.run(tools, sizes), surroundings)
            say(f"{part}: {time.monotonic() - began:.0f} s")
        except Exception:
            failed.append(part)
            say(f"{part}: not measured after {time.monotonic() - began:.0f} s\n{traceback.format_exc()}")
    return failed


def gate(recorded, results):
    """Tells what needs more or less than was recorded: instructions, and what a payment is counted by; what needs more."""
    operations = changes(recorded.read("micro"), results.read("micro"))
    payment = counts.changes(recorded.read("counts"), results.read("counts"))
    for name, factor in operations:
        say(f"{name}: {factor:.2f} × the instructions that were recorded")
    for name, factor in payment:
        say(f"{name}: {factor:.2f} × what was recorded")
    return [name for name, factor in [*operations, *payment] if factor > 1]


def write(results, readme, charts):
    """The same results make the same bytes."""
    charts.mkdir(parents=True, exist_ok=True)
    for name, draw in CHARTS.items():
        (charts / f"{name}.svg").write_text(draw(results))
    text = (PACKAGE / "README.md").read_text()
    readme.write_text(filled(text, {name: make(results) for name, make in PLACES.items()}))


def main():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/run", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--gate", action="store_true")
    options = parser.parse_args()
    home = PACKAGE / ".build" / ("quick" if options.quick else "gate") if options.quick or options.gate else PACKAGE
    results, failed = Results(home / "results"), []
    if options.quick:
        self_test.run()
    if not options.tables:
        tools = Tools.built(not options.no_build)
        parts = chosen(options.parts, options.quick)
        failed = measure(parts, tools, QUICK if options.quick else WHOLE, results)
    if options.gate:
        slower = gate(Results(PACKAGE / "results"), results)
        sys.exit(f"more than recorded: {', '.join(slower)}" if slower or failed else 0)
    write(results, home / "README.md", home / "charts")
    say(f"tables in {os.path.relpath(home / 'README.md')}, charts beside it")
    if failed:
        sys.exit(f"not measured: {', '.join(failed)}")


main()
