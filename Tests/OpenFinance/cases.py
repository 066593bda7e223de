"""Named cases: functions whose docstring begins with the names that they stand for.

    def without_exp(ground):
        '''FAPI1AdvancedFinalEnsureRequestObjectWithoutExpFails: a request object without `exp` is refused.'''

A case fails by an exception. Several names are separated by commas; `@each` makes a case of each value.
"""

from __future__ import annotations

import inspect
import sys
import time
import traceback
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from initiator.faults import Unexpected, WireFault


@dataclass(frozen=True)
class Case:
    names: tuple[str, ...]
    sentence: str
    function: Callable[..., None]
    arguments: tuple[Any, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.function.__module__}.{self.function.__name__}"


@dataclass(frozen=True)
class Result:
    case: Case
    # Empty when the case holds.
    failure: str
    seconds: float

    @property
    def holds(self) -> bool:
        return not self.failure


def each(*variants: tuple[Any, ...]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a case of each tuple: its first member is the end of the name, and all go to the function."""

    def mark(function: Callable[..., None]) -> Callable[..., None]:
        function.variants = variants  # type: ignore[attr-defined]
        return function

    return mark


def cases_of(module: types.ModuleType) -> list[Case]:
    """The cases of a module in the order of their lines; functions without a name in the docstring are no cases."""
    found: list[Case] = []
    for _, function in inspect.getmembers(module, inspect.isfunction):
        told = inspect.getdoc(function) or ""
        head, colon, sentence = told.partition("\n\n")[0].replace("\n", " ").partition(": ")
        if function.__module__ != module.__name__ or function.__name__.startswith("_") or not colon:
            continue
        names = tuple(name.strip() for name in head.split(","))
        if any(" " in name for name in names):
            continue
        variants = getattr(function, "variants", None)
        if variants is None:
            found.append(Case(names, sentence, function))
            continue
        for variant in variants:
            found.append(Case(tuple(f"{name}/{variant[0]}" for name in names), sentence, function, variant))
    return sorted(found, key=lambda case: case.function.__code__.co_firstlineno)


def run(case: Case, *ground: Any) -> Result:
    started = time.monotonic()
    try:
        case.function(*ground, *case.arguments)
        failure = ""
    except AssertionError as fault:
        failure = f"{fault or 'the check does not hold'} ({_line(fault, case)})"
    except (WireFault, Unexpected) as fault:
        failure = f"{fault} ({_line(fault, case)})"
    except Exception as fault:  # A case that breaks off has failed, and the next one runs.
        failure = f"{type(fault).__name__}: {fault} ({_line(fault, case)})"
        traceback.print_exc(file=sys.stderr)
    return Result(case, failure, time.monotonic() - started)


def _line(fault: BaseException, case: Case) -> str:
    """The last line of the case's own file on the way to the fault."""
    own = [
        each
        for each in traceback.extract_tb(fault.__traceback__)
        if each.filename == case.function.__code__.co_filename
    ]
    return f"{case.place}:{own[-1].lineno}" if own else case.place


class Tally:
    """Runs cases, prints each, and closes with one line."""

    def __init__(self, is_verbose: bool = False):
        self.results: list[Result] = []
        self.is_verbose = is_verbose

    def take(self, case: Case, *ground: Any) -> Result:
        result = run(case, *ground)
        self.results.append(result)
        if result.holds:
            time_told = f" ({result.seconds:.1f} s)" if self.is_verbose or result.seconds > 5 else ""
            print(f"ok      {', '.join(case.names)}{time_told}", flush=True)
        else:
            print(f"FAILED  {', '.join(case.names)}: {result.failure}", flush=True)
        return result

    def finish(self) -> int:
        """Prints the closing line; the exit code."""
        failed = [result for result in self.results if not result.holds]
        for result in failed:
            print(f"error: {', '.join(result.case.names)}: {result.failure}")
        print(f"{len(self.results) - len(failed)} passed, {len(failed)} failed")
        return 1 if failed or not self.results else 0


def refuses(work: Callable[[], Any], part: str = "") -> WireFault:
    """The fault that the work ends with; its sentence has the part."""
    try:
        work()
    except WireFault as fault:
        assert part in str(fault), f"it was refused, but by: {fault}"
        return fault
    raise AssertionError("it was accepted")
