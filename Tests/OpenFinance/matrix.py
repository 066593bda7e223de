"""The table of names, results and functions, and the check that no name was forgotten."""

from __future__ import annotations

import pathlib

from case_names import ALL
from cases import Result
from not_applicable import NOT_APPLICABLE


def stands_for(case_name: str, name: str) -> bool:
    """A case of several values has the name in front, or at the end of its own."""
    return case_name == name or case_name.startswith(f"{name}/") or case_name.endswith(f"/{name}")


def forgotten(results: list[Result]) -> list[str]:
    """Sentences about names without a case, names with a case and an excuse, and excuses for no name."""
    tried = [name for result in results for name in result.case.names]
    found = []
    for name in ALL:
        has_case = any(stands_for(each, name) for each in tried)
        if not has_case and name not in NOT_APPLICABLE:
            found.append(f"{name} has neither a case nor a reason in not_applicable.py")
        if has_case and name in NOT_APPLICABLE:
            found.append(f"{name} has a case, and a reason in not_applicable.py as well")
    found += [
        f"not_applicable.py excuses {name}, which is no name of any plan" for name in NOT_APPLICABLE if name not in ALL
    ]
    doubled = {name for name in tried if tried.count(name) > 1}
    found += [f"the name {name} has several cases" for name in sorted(doubled)]
    return found


HEAD = """# The Open Finance matrix

What an initiator in Python, which shares no code with this project, found at `chave bank serve` and `chave directory serve`.
Names are those of the conformance plans of Open Finance Brasil and of the OpenID Foundation, and our own where a plan has
none; functions are in [`Tests/OpenFinance`](../Tests/OpenFinance). No certification was had: the plans' own programs did
not run here. `Tests/OpenFinance/check_open_finance.py CHAVE --write-matrix docs/open-finance-matrix.md` writes this file, and
`make test` checks that it is current.
"""


def text(results: list[Result]) -> str:
    lines = [HEAD, "| name | result | function |", "|---|---|---|"]
    for result in results:
        for name in result.case.names:
            told = "holds" if result.holds else f"fails: {_cell(result.failure)}"
            lines.append(f"| {_cell(name)} | {told} | `{result.case.place}` |")
    for name, reason in NOT_APPLICABLE.items():
        lines.append(f"| {_cell(name)} | does not apply: {_cell(reason)} | |")
    held = sum(result.holds for result in results)
    lines += ["", f"{held} hold, {len(results) - held} fail, {len(NOT_APPLICABLE)} do not apply."]
    return "\n".join(lines) + "\n"


def write(path: pathlib.Path, results: list[Result]) -> None:
    path.write_text(text(results), encoding="utf-8")


def is_current(path: pathlib.Path, results: list[Result]) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text(results)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")[:300]
