"""The bank on the wire, asked by the initiator of Tests/OpenFinance."""

import json
import subprocess

from tools import PACKAGE

ROOT = PACKAGE.parent


def run(tools, sizes):
    numbers = [sizes.wire_enrollments, sizes.wire_payments, sizes.wire_rate, sizes.wire_seconds, sizes.wire_connections]
    command = [ROOT / ".venv-open-finance/bin/python", PACKAGE / "peer/wire_initiator.py", tools.chave, *numbers]
    told = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True, timeout=900)
    return json.loads(told.stdout)
