"""Two nodes of the bank over one PostgreSQL: each exchange of a journey may be with the other one."""

from __future__ import annotations

import functools
import pathlib
import sys
import threading
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Processes"))

import postgres as postgresql
from expectations import equal, plain_error
from ground import Ground
from initiator import enrollments as e
from initiator.api import Call, Reply
from initiator.device import Enrollment, Payment
from initiator.holder import ALICE
from initiator.net import Wire, client_context
from initiator.payments import Terms


@functools.cache
def _nodes(ground: Ground) -> Ground:
    """Another directory and two banks that share a database; they end with the first ground."""
    folder = ground.folder / "nodes"
    folder.mkdir()
    folder.chmod(0o755)
    ground.folder.chmod(0o711)
    database = postgresql.Postgres(folder)
    database.start()
    nodes = Ground(ground.program, folder, database.url)
    ground.closing += [nodes.end, database.end]
    nodes.start()
    return nodes


def journey(ground: Ground) -> None:
    """nodes/journey: registration, enrollment and payment, with each connection at the other node than the last."""
    nodes = _nodes(ground)
    payment = Payment.authorised(nodes.device(), Terms(amount="8.08"))
    paid = payment.settled(payment.pay()["paymentId"])
    equal(paid["status"], "ACSC", "the payment")


def message_once(ground: Ground) -> None:
    """nodes/jti: a message that one node has seen does not count at the other."""
    bank, jti = _nodes(ground).bank(), str(uuid.uuid4())
    text = bank.server.signed(e.CREATE, bank.enrollments.url(), Call(e.creation(ALICE.cpf), claims={"jti": jti}))
    bank.enrollments.create({}, text=text).expecting(201)
    for _ in range(2):
        plain_error(bank.enrollments.create({}, text=text), 403)


def same_key_at_once(ground: Ground) -> None:
    """nodes/idempotency: one key at both nodes at once is one payment."""
    nodes = _nodes(ground)
    payment, key = Payment.authorised(nodes.device(), Terms(amount="6.06")), str(uuid.uuid4())
    entry, token = payment.entry(), nodes.device().refresh()
    answers: list[Reply] = []
    ours = nodes.initiator.participant

    def pay() -> None:
        wire = Wire(client_context(ours.authority, ours.transport_certificate, ours.transport_key))
        payments = nodes.bank().payments
        answers.append(payments.create([entry], token, wire=wire, idempotency_key=key, is_repeated=True))
        wire.close()

    threads = [threading.Thread(target=pay) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    paid = {reply.expecting(201).data[0]["paymentId"] for reply in answers}
    equal((len(answers), len(paid)), (2, 1), "answers and payments")


def ended_enrollment(ground: Ground) -> None:
    """nodes/end: an enrollment that ended at one node has ended at the other."""
    nodes = _nodes(ground)
    device = Enrollment.authorised(nodes.bank(), ALICE)
    nodes.bank().enrollments.end(device.id, e.revocation(ALICE.cpf)).expecting(204)
    for _ in range(2):
        equal(device.status, "REVOKED", "the enrollment")
