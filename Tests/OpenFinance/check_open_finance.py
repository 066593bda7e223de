"""Tries `chave bank serve` and `chave directory serve` as an initiator that is not ours.

    check_open_finance.py <chave> [--matrix FILE | --write-matrix FILE] [--only TEXT] [--verbose]

`--matrix` checks that the file has the names and results of this run, `--write-matrix` writes it.
`--only` runs the cases with the text in one of their names, and asks for no others.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import matrix
import tests_assertions
import tests_banks
import tests_certificates
import tests_consents
import tests_directory
import tests_document
import tests_doors
import tests_encryption
import tests_enrollment_codes
import tests_enrollments
import tests_hostile
import tests_idempotency
import tests_institutions
import tests_nodes
import tests_payments
import tests_registration
import tests_schedules
import tests_security
import tests_settings
import tests_tls
import tests_tokens
import tests_webhooks
from cases import Case, Tally, cases_of
from ground import Ground

MODULES = (
    tests_enrollments,
    tests_enrollment_codes,
    tests_consents,
    tests_payments,
    tests_idempotency,
    tests_schedules,
    tests_banks,
    tests_security,
    tests_assertions,
    tests_tokens,
    tests_hostile,
    tests_encryption,
    tests_certificates,
    tests_tls,
    tests_directory,
    tests_document,
    tests_doors,
    tests_registration,
    tests_institutions,
    tests_webhooks,
    tests_nodes,
    tests_settings,
)


def every_name(results: list) -> None:
    """open-finance/every-name-stands: each name of the plans has a case or a reason, and no name has two."""
    missing = matrix.forgotten(results)
    assert not missing, "; ".join(missing)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program", help="the chave binary")
    parser.add_argument("--matrix", type=pathlib.Path, help="checks that the file has these names and results")
    parser.add_argument("--write-matrix", type=pathlib.Path, help="writes names, results and functions as Markdown")
    parser.add_argument("--only", help="a part of the names of the cases to run")
    parser.add_argument("--verbose", action="store_true", help="tells the time of each case")
    arguments = parser.parse_args()
    tally, started = Tally(arguments.verbose), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="open-finance-") as folder:
        ground = Ground(str(pathlib.Path(arguments.program).resolve()), pathlib.Path(folder))
        try:
            ground.start()
            for module in MODULES:
                for case in cases_of(module):
                    if arguments.only is None or any(arguments.only in name for name in case.names):
                        tally.take(case, ground)
        finally:
            ground.end()
        if any(not result.holds for result in tally.results):
            for name, text in ground.logs().items():
                print(f"--- the end of {name}\n{text}", file=sys.stderr)
    if arguments.only is None:
        tally.take(Case(("open-finance/every-name-stands",), "", every_name, ()), tally.results.copy())
    if arguments.write_matrix is not None:
        matrix.write(arguments.write_matrix, tally.results)
    if arguments.matrix is not None:
        results = tally.results.copy()

        def is_current(_: object) -> None:
            """open-finance/matrix: the table in docs has the names and results of this run."""
            assert matrix.is_current(arguments.matrix, results), (
                f"{arguments.matrix} is another one than this run gives; write it anew with --write-matrix"
            )

        tally.take(Case(("open-finance/matrix",), "", is_current, ()), tally.results)
    print(f"{time.monotonic() - started:.0f} seconds")
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
