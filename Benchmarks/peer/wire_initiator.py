"""What a bank on the wire costs: an initiator in Python enrolls, pays and asks, and looks at the bank's processor.

    wire_initiator.py CHAVE ENROLLMENTS PAYMENTS RATE SECONDS CONNECTIONS

Prints JSON. It runs with the packages of Tests/OpenFinance/requirements.txt; the initiator is that of Tests/OpenFinance.
"""

import json
import os
import pathlib
import resource
import socket
import sys
import tempfile
import threading
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "OpenFinance"))
sys.dont_write_bytecode = True

from cryptography.hazmat.primitives import hashes  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import padding, rsa  # noqa: E402
from ground import LIMITLESS, Ground  # noqa: E402
from initiator import schemas  # noqa: E402
from initiator.device import Enrollment, Payment  # noqa: E402
from initiator.holder import ALICE  # noqa: E402
from initiator.net import Wire, client_context  # noqa: E402
from initiator.payments import Terms  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_mib(pid):
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1024


def signature_milliseconds():
    """One PS256 signature of OpenSSL on one core: the bank signs with BoringSSL, which is near it."""
    key = rsa.generate_private_key(65537, 2048)
    pss, count, began = padding.PSS(padding.MGF1(hashes.SHA256()), 32), 0, time.process_time()
    while time.process_time() - began < 1:
        key.sign(b"x" * 800, pss, hashes.SHA256())
        count += 1
    return (time.process_time() - began) / count * 1000


def cost(pid, ground, count, work):
    """Milliseconds of the bank's processor for one piece of work, and how many signed answers it got."""
    signed = []
    ground.initiator.mutual.observer = lambda answer: signed.append(answer.media_type == "application/jwt")
    began, started = processor_seconds(pid), time.monotonic()
    for number in range(count):
        work(number)
    taken, spent = time.monotonic() - started, processor_seconds(pid) - began
    ground.initiator.mutual.observer = None
    return {"milliseconds": spent / count * 1000, "signed": sum(signed) / count, "exchanges": len(signed) / count,
            "seconds": taken / count}


def at_rate(ground, url, rate, seconds, threads=16):
    """Latencies from the scheduled moment of each request, in milliseconds."""
    ours, token = ground.initiator.participant, ground.bank().authorization.client_credentials()
    begin, lock, places, found, faults = time.monotonic() + 0.5, threading.Lock(), iter(range(rate * seconds)), [], []

    def ask():
        wire = Wire(client_context(ours.authority, ours.transport_certificate, ours.transport_key))
        while True:
            with lock:
                number = next(places, None)
            if number is None:
                return wire.close()
            due = begin + number / rate
            time.sleep(max(0, due - time.monotonic()))
            headers = {"Authorization": f"Bearer {token}", "Accept": "application/jwt",
                       "x-fapi-interaction-id": str(uuid.uuid4())}
            try:
                answer = wire.send("GET", url, headers)
            except OSError as fault:
                faults.append(str(fault))
                continue
            (found if answer.status == 200 else faults).append((time.monotonic() - due) * 1000)

    running = [threading.Thread(target=ask) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    found.sort()
    whole = time.monotonic() - begin
    return {"asked": rate * seconds, "answered": len(found), "per_second": len(found) / whole,
            **{f"p{part}": found[int(len(found) * part / 100)] for part in (50, 95, 99)}}


def connected(ground, count):
    """Connections that stay, each after a handshake with a certificate."""
    ours = ground.initiator.participant
    context = client_context(ours.authority, ours.transport_certificate, ours.transport_key)
    host, kept = "matls.ipe.bank.test", []
    for _ in range(count):
        plain = socket.create_connection(("127.0.0.1", ground.bank_port + 1), 10)
        kept.append(context.wrap_socket(plain, server_hostname=host))
    return kept


def main():
    program, numbers = sys.argv[1], [int(text) for text in sys.argv[2:]]
    enrollments, payments, rate, seconds, connections = numbers
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    schemas.checks_bodies = False
    with tempfile.TemporaryDirectory(prefix="open-finance-") as folder:
        ground = Ground(str(pathlib.Path(program).resolve()), pathlib.Path(folder))
        try:
            ground.start()
            pid = ground._processes[-1].process.pid
            device = ground.device()
            found = {"signature_milliseconds": signature_milliseconds()}
            found["enrollment"] = cost(
                pid, ground, enrollments, lambda _: Enrollment.authorised(ground.bank(), ALICE, LIMITLESS)
            )

            def pay(number):
                payment = Payment.authorised(device, Terms(amount=f"{number // 100 + 1}.{number % 100:02}"))
                payment.pay()

            found["payment"] = cost(pid, ground, payments, pay)
            consent = ground.consent()
            url = ground.bank().payments.consents_url(consent.consent_id)
            began = processor_seconds(pid)
            found["rate"] = at_rate(ground, url, rate, seconds)
            found["rate"]["milliseconds"] = (processor_seconds(pid) - began) / max(1, found["rate"]["answered"]) * 1000
            before, began, started = resident_mib(pid), processor_seconds(pid), time.monotonic()
            kept = connected(ground, connections)
            found["connections"] = {
                "count": len(kept), "milliseconds": (processor_seconds(pid) - began) / len(kept) * 1000,
                "seconds": time.monotonic() - started, "mib": resident_mib(pid) - before,
                "rate": at_rate(ground, url, max(1, rate // 3), seconds),
            }
            for each in kept:
                each.close()
        finally:
            ground.end()
    print(json.dumps(found))


main()
