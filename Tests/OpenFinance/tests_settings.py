"""What a bank may decide by itself: how often a client may ask, and the scope of a payment's confirmation."""

from __future__ import annotations

import functools
import threading
from concurrent.futures import ThreadPoolExecutor

from expectations import equal, oauth_error, plain_error
from ground import LOW, Ground
from initiator.device import Enrollment, Payment
from initiator.net import Answer, Wire, client_context
from initiator.payments import Terms
from registrations import registered

RATE = 20
MOST_READS = 400


@functools.cache
def _strict(ground: Ground) -> Ground:
    """Another directory and a bank with stricter settings; they end with the first ground."""
    folder = ground.folder / "strict"
    folder.mkdir()
    strict = Ground(ground.program, folder, options=("--client-rate", str(RATE), "--nrp-consents"))
    ground.closing.append(strict.end)
    strict.start()
    return strict


def _ask_too_often(strict: Ground, enough: threading.Event) -> Answer:
    """Asks until it is enough, by a connection of its own; the last refusal for asking too often."""
    ours = strict.initiator.participant
    wire = Wire(client_context(ours.authority, ours.transport_certificate, ours.transport_key))
    answers: list[Answer] = []
    while not enough.is_set():
        answers.append(strict.bank(LOW).authorization.user_info("none", wire))
    wire.close()
    return next(answer for answer in reversed(answers) if answer.status == 429)


def rate(ground: Ground) -> None:
    """settings/rate: who asks too often is told 429 with Retry-After, at the interfaces and at the token endpoint."""
    strict = _strict(ground)
    bank, other = strict.bank(LOW), strict.bank_of_second(LOW)
    ours, theirs = Enrollment.create(bank), Enrollment.create(other)
    with ThreadPoolExecutor(1) as pool:
        enough = threading.Event()
        refused = pool.submit(_ask_too_often, strict, enough)
        try:
            for _ in range(MOST_READS):
                reply = bank.enrollments.read(ours.id, is_patient=False)
                if reply.status == 429:
                    break
        finally:
            enough.set()
    plain_error(reply, 429)
    oauth_error(refused.result(), "temporarily_unavailable", statuses=(429,))
    assert int(reply.answer.header("retry-after") or 0) >= 1, "the answer does not say when to ask again"
    equal(other.enrollments.read(theirs.id).status, 200, "the status of another client's request")
    equal(strict.bank().payments.read_consent("urn:chave:none").status, 404, "the status at another institution")


def confirmation_scope(ground: Ground) -> None:
    """settings/nrp-consents: a bank may demand the scope for confirming a payment."""
    bank = _strict(ground).bank_of_second()
    with registered(bank, scope="openid payments"):
        payment = Payment.authorised(Enrollment.authorised(bank), Terms(amount="1.11"))
        reply = bank.payments.create([payment.entry()], payment.device.refresh())
        plain_error(reply, 403)
    paid = Payment.authorised(Enrollment.authorised(bank), Terms(amount="1.12")).pay()
    assert paid["paymentId"], "the scope was not enough"
