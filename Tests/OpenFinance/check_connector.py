"""Tries an initiator of Open Finance Brasil against banks that are not its own: honest ones, then one fault at a time.

    check_connector.py PROGRAM [--driver FILE] [--only TEXT] [--verbose]

The driver starts PROGRAM and speaks for the payer's device; drivers/chave.py is the usual one, and README.md says how
another is written. The judge is the banks' ledger: no payment twice, none said to have failed that moved, none said to
be paid that did not.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib.util
import pathlib
import signal
import sys
import tempfile
import time
import types
from collections.abc import Callable

sys.dont_write_bytecode = True

import connector_answers
import connector_clocks
import connector_cuts
import connector_honest
import connector_identity
import connector_names
import connector_network
import connector_schedules
import connector_schedules_clocks
import connector_schedules_kept
import connector_schedules_made
import connector_time
from cases import Case, Tally, cases_of
from connector_ground import Ground
from drivers import Driver

HERE = pathlib.Path(__file__).resolve().parent
# Modules that put clocks forward come last.
MODULES = (
    connector_honest, connector_identity, connector_answers, connector_cuts, connector_network, connector_schedules,
    connector_schedules_made, connector_schedules_kept, connector_time, connector_clocks, connector_schedules_clocks,
)
# The abilities that modules need of a driver, and the reason that is told where one is missing.
LACKS = {
    "follows_clock": "the program does not follow the clock of the run",
    "has_schedules": "the driver orders no payments on later days",
}


def driver_of(file: pathlib.Path) -> type[Driver]:
    specification = importlib.util.spec_from_file_location(f"drivers.{file.stem}", file)
    if specification is None or specification.loader is None:
        raise SystemExit(f"{file} is no Python file")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.Driver


def every_name(_: Ground, tried: list[str]) -> None:
    """judge/every-name: each name of the plan for clients has a case or a reason, and none has two."""
    found = connector_names.forgotten(tried)
    assert not found, "; ".join(found)


def no_complaint(ground: Ground) -> None:
    """judge/no-complaint: every message of the initiator is as the specifications say."""
    told = ground.world.complaints
    assert not told, f"{len(told)} complaints of banks: {'; '.join(told[:5])}"


def truth(ground: Ground) -> None:
    """judge/ledger: no payment twice, none said to have failed that moved, none said to be paid that did not."""
    found = ground.judged()
    assert not found, "; ".join(found)


def no_open_order(ground: Ground) -> None:
    """judge/nothing-open: at the end every order has its last word."""
    found = ground.open_orders()
    assert not found, "; ".join(found)


def own_case(judge: Callable[..., None]) -> Case:
    return Case(((judge.__doc__ or "").partition(":")[0],), "", judge)


def chosen(driver: Driver) -> list[types.ModuleType]:
    """The modules that a driver can be tried by; says which ones are left out, and why."""
    found = []
    for module in MODULES:
        lacking = [LACKS[name] for name in getattr(module, "NEEDS", ()) if not getattr(driver, name, False)]
        if lacking:
            print(f"left out {module.__name__.removeprefix('connector_')}: {' and '.join(lacking)}")
        else:
            found.append(module)
    return found


def stop_in_order(*_: object) -> None:
    """The end by a time limit: says where it stood, and leaves no process behind."""
    faulthandler.dump_traceback()
    raise SystemExit(143)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program", help="what the driver starts: for chave.py the chave binary")
    parser.add_argument("--driver", type=pathlib.Path, default=HERE / "drivers" / "chave.py", help="a Python file")
    parser.add_argument("--only", help="a part of the names of the cases to run")
    parser.add_argument("--verbose", action="store_true", help="tells the time of each case")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, stop_in_order)
    tally, started = Tally(arguments.verbose), time.monotonic()
    program = str(pathlib.Path(arguments.program).resolve())
    with tempfile.TemporaryDirectory(prefix="connector-") as folder:
        ground = Ground(driver_of(arguments.driver), program, pathlib.Path(folder))
        try:
            ground.start()
            modules = chosen(ground.driver)
            # Cases that wait for long wait beside the others.
            for module in modules:
                if arguments.only is None or arguments.only in module.__name__.replace("connector_", ""):
                    for prepare in getattr(module, "EARLY", ()):
                        prepare(ground)
            for module in modules:
                for case in cases_of(module):
                    if arguments.only is None or any(arguments.only in name for name in case.names):
                        tally.take(case, ground)
            for judge in (no_complaint, truth, no_open_order):
                tally.take(own_case(judge), ground)
            if arguments.only is None:
                tried = [name for result in tally.results for name in result.case.names]
                tally.take(own_case(every_name), ground, tried)
        finally:
            ground.end()
        if any(not result.holds for result in tally.results):
            print(f"--- the end of the initiator's log\n{ground.driver.said()}", file=sys.stderr)
    print(f"{len(ground.orders)} orders, {len(ground.world.ledger)} payments, {time.monotonic() - started:.0f} seconds")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
