"""Checks the initiator without any server: signatures, envelopes, ceremonies, schemas, forms and TLS.

    check_initiator_itself.py

A check that would let everything pass is no check: each rule is shown to refuse something.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

import itself_jose
import itself_net
import itself_schemas
import itself_steps
from cases import Tally, cases_of
from itself_ground import Ground


def main() -> int:
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        ground = Ground(pathlib.Path(folder))
        for module in (itself_jose, itself_schemas, itself_steps, itself_net):
            for case in cases_of(module):
                tally.take(case, ground)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
