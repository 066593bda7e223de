"""Injects faults into a server and judges the result; F2 and F4 have their own programs (crash, sync).

    check_faults.py <chave> [F1 …]

CHAVE_FAULTS_SEED repeats a run; CHAVE_FAULTS_LONG=1 does every point instead of a sample, as `make soak` does.
"""

import importlib
import os
import pathlib
import pkgutil
import random
import sys
import time
import traceback

import faults
from checks import Checks
from faults.ground import Ground


def every_fault():
    names = [module.name for module in pkgutil.iter_modules(faults.__path__) if module.name.startswith("f")]
    modules = [importlib.import_module(f"faults.{name}") for name in sorted(names)]
    return {module.NAME: module for module in modules}


def do(checks, fault, program, seed, is_long):
    print(f"{fault.NAME}: {fault.TEXT} (seed {seed})", flush=True)
    began, ground = time.monotonic(), Ground(checks, program, seed, is_long)
    try:
        fault.run(ground)
    except Exception as error:
        traceback.print_exc(limit=6)
        checks.that(f"{fault.NAME} came to its end", False, repr(error)[:600])
    times = sum(ground.strikes.values())
    listed = ", ".join(f"{how} {count}" for how, count in sorted(ground.strikes.items()))
    only_lacks = ground.lacks and not times
    what = f"{fault.NAME} struck {times} times in {time.monotonic() - began:.0f} s: {listed or '; '.join(ground.lacks)}"
    checks.that(what, times > 0 or only_lacks)


def main():
    program, wanted = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    seed = int(os.environ.get("CHAVE_FAULTS_SEED") or random.randrange(2**32))
    is_long = os.environ.get("CHAVE_FAULTS_LONG") == "1"
    checks, known = Checks(), every_fault()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        sys.exit(f"error: no fault is called {unknown}; there are {sorted(known)}")
    print(f"CHAVE_FAULTS_SEED={seed}{' CHAVE_FAULTS_LONG=1' if is_long else ''}", flush=True)
    for name in wanted or known:
        do(checks, known[name], program, seed, is_long)
    checks.finish()


main()
