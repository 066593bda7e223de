"""Payments on later days at honest banks: each rule in each version, days that come or fail, and cancellations."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

from cases import each
from connector_days import CANCELLED, ScheduledOrder, daily, of_rule, scheduled
from connector_ground import DONE, FAILED, OLD, OLDEST, PENDING, Bank, Ground, Plan, until
from drivers import Charge
from expectations import equal
from institution import HOLDER, schedules
from institution.ledger import Ledger, Movement
from institution.payments import Payment
from institution.resources import Refusal

NEEDS = ("has_schedules",)
RULES = ("single", "daily", "weekly", "monthly", "custom")
VERSIONS = ("5.0.0", "4.1.0", "4.0.1", "all-dialects")
SINGLE = {"single": {"date": "2027-02-01"}}

# --- The judge ------------------------------------------------------------------------------------------------------


@each(
    ("single", SINGLE, ["2027-02-01"]),
    ("daily", {"daily": {"startDate": "2027-02-27", "quantity": 3}}, ["2027-02-27", "2027-02-28", "2027-03-01"]),
    ("weekly", {"weekly": {"dayOfWeek": "TERCA_FEIRA", "startDate": "2027-02-03", "quantity": 2}},
     ["2027-02-09", "2027-02-16"]),
    ("monthly", {"monthly": {"dayOfMonth": 30, "startDate": "2026-12-31", "quantity": 4}},
     ["2027-01-30", "2027-03-01", "2027-03-30", "2027-04-30"]),
    ("end-of-year", {"monthly": {"dayOfMonth": 31, "startDate": "2027-11-02", "quantity": 3}},
     ["2027-12-01", "2027-12-31", "2028-01-31"]),
    ("custom", {"custom": {"dates": ["2027-05-02", "2027-01-31"]}}, ["2027-01-31", "2027-05-02"]),
)
def days_at_the_bank(_ground: Ground, _: str, schedule: dict[str, Any], days: list[str]) -> None:
    """schedules/bank/days: the bank's own days of a schedule."""
    equal(schedules.days_of(schedule), days, "the days")


@each(
    ("date-beside", {"schedule": SINGLE, "date": "2027-02-01"}, "PARAMETRO_INVALIDO"),
    ("one-day-twice", {"schedule": {"custom": {"dates": ["2027-02-01", "2027-02-01"]}}}, "PARAMETRO_INVALIDO"),
    ("today", {"schedule": {"single": {"date": "2027-01-10"}}}, "DATA_PAGAMENTO_INVALIDA"),
    ("after-two-years", {"schedule": {"single": {"date": "2029-01-11"}}}, "DATA_PAGAMENTO_INVALIDA"),
    ("ends-too-late", {"schedule": {"custom": {"dates": ["2029-01-10", "2029-01-11"]}}}, "DATA_PAGAMENTO_INVALIDA"),
    ("another-instrument", {"schedule": {"daily": {"startDate": "2027-02-01", "quantity": 2}},
                            "details": {"localInstrument": "QRDN"}}, "DETALHE_PAGAMENTO_INVALIDO"),
)
def terms_at_the_bank(_ground: Ground, _: str, payment: dict[str, Any], code: str) -> None:
    """schedules/bank/consents: the bank takes no days that are none of later payments."""
    try:
        schedules.require_terms({"details": {"localInstrument": "MANU"}, **payment}, "2027-01-10")
        raise AssertionError("the consent was taken")
    except Refusal as refusal:
        equal(refusal.code, code, "the refusal")


def _id(minute: str, number: int = 0) -> str:
    return f"E53316143{minute}{number:011}"


@each(
    ("too-few", [_id("202702011500")], "PAGAMENTO_DIVERGENTE_CONSENTIMENTO"),
    ("too-many", [_id("202702011500"), _id("202702021500"), _id("202702031500")], "PAGAMENTO_DIVERGENTE_CONSENTIMENTO"),
    ("one-id-twice", [_id("202702011500"), _id("202702011500")], "PARAMETRO_INVALIDO"),
    ("one-day-twice", [_id("202702011500"), _id("202702011500", 1)], "PARAMETRO_INVALIDO"),
    ("another-day", [_id("202702011500"), _id("202702031500")], "PARAMETRO_INVALIDO"),
    ("another-hour", [_id("202702011500"), _id("202702021459")], "PARAMETRO_INVALIDO"),
)
def payments_at_the_bank(_ground: Ground, _: str, ids: list[str], code: str) -> None:
    """schedules/bank/payments: the bank takes no payments but exactly those of the days."""
    try:
        schedules.require_payments(ids, {"daily": {"startDate": "2027-02-01", "quantity": 2}})
        raise AssertionError("the payments were taken")
    except Refusal as refusal:
        equal(refusal.code, code, "the refusal")


@each(
    ("truth", "done", [(DONE, "ACSC"), (CANCELLED, "CANC"), (FAILED, "RJCT")], 0),
    ("open", "pending", [(PENDING, "ACSC"), (PENDING, "SCHD"), (PENDING, "RJCT")], 0),
    ("failed-and-moved", "done", [(FAILED, "ACSC"), (DONE, "ACSC")], 1),
    ("failed-and-open", "failed", [(FAILED, "RJCT"), (FAILED, "SCHD")], 1),
    ("cancelled-and-open", "failed", [(CANCELLED, "SCHD"), (FAILED, "RJCT")], 1),
    ("done-and-open", "done", [(DONE, "ACSC"), (DONE, "SCHD")], 1),
    ("cancelled-and-rejected", "failed", [(CANCELLED, "RJCT")], 1),
    ("whole-too-early", "done", [(DONE, "ACSC"), (PENDING, "SCHD")], 1),
    ("whole-fails", "failed", [(DONE, "ACSC"), (FAILED, "RJCT")], 1),
    ("left-out", "failed", [("", "SCHD"), (FAILED, "RJCT")], 1),
    ("scheduled", "scheduled", [(PENDING, "SCHD"), (DONE, "ACSC")], 0),
    ("scheduled-in-part", "scheduled", [(PENDING, "SCHD")], 1),
)
def judge(ground: Ground, _: str, state: str, days: list[tuple[str, str]], lies: int) -> None:
    """schedules/judge: what an initiator says falsely of a day, or of all of them, is found."""
    ledger, payments, charges = Ledger(), [], []
    for number, (said, status) in enumerate(days):
        end_to_end = _id("202702011500", number)
        payments.append(Payment("", None, None, {"endToEndId": end_to_end}, 0, status, has_moved=status == "ACSC"))
        charges += [Charge(str(number), end_to_end, "2027-02-01", said)] if said else []
        if status == "ACSC":
            ledger.move(Movement("banco", "1.00", end_to_end, "consent", str(number), str(number)))
    bank = SimpleNamespace(name="Banco", payments=SimpleNamespace(of_amount=lambda _: payments))
    driver = SimpleNamespace(payment=lambda _: state, charges=lambda _: charges)
    made = SimpleNamespace(done=lambda: True, exception=lambda: None, result=lambda: "order")
    stand_in = SimpleNamespace(driver=driver, world=SimpleNamespace(ledger=ledger))
    order = ScheduledOrder(stand_in, bank, "1.00", made, daily(ground))
    equal(len(order.lies()), lies, f"the number of lies in {order.lies()}")


def doubled(_ground: Ground) -> None:
    """schedules/judge/twice: two debits of one day are found, and those of two days are none."""
    ledger = Ledger()
    for number, day in enumerate(("2027-02-01", "2027-02-02", "2027-02-02")):
        ledger.move(Movement("banco", "1.00", _id("202702011500", number), "consent", str(number), day))
    equal(ledger.doubled, ["amount 1.00 2027-02-02 has 2 debits", "consent consent 2027-02-02 has 2 debits"], "them")


# --- Each rule ------------------------------------------------------------------------------------------------------


@functools.cache
def of_all_rules(ground: Ground) -> dict[tuple[str, str], ScheduledOrder]:
    """An order of each rule in each version, all under way at the same time."""
    banks = {"5.0.0": ground.plain, "4.1.0": ground.banks[OLD], "4.0.1": ground.banks[OLDEST]}
    return {
        (version, rule): scheduled(ground, banks.get(version, ground.strange), schedule=of_rule(ground, rule))
        for version in VERSIONS
        for rule in RULES
    }


@each(*[(f"{version}-{rule}", version, rule) for version in VERSIONS for rule in RULES])
def rules(ground: Ground, _: str, version: str, rule: str) -> None:
    """schedules/honest: the bank has a payment for each day of the rule, and the initiator a charge."""
    order = of_all_rules(ground)[version, rule]
    at_bank = [(payment.day, payment.order["endToEndId"]) for payment in order.payments]
    equal([(charge.day, charge.end_to_end_id) for charge in order.charges], at_bank, "the charges")
    order.waits()
    order.all_come()
    order.ends(*[DONE for _ in order.days])


def largest(ground: Ground) -> None:
    """schedules/largest: sixty payments, the most that a schedule has, are made by one call, and each has its end."""
    order = scheduled(ground, ground.plain, schedule=daily(ground, 60)).waits()
    order.all_come()
    order.ends(*[DONE] * 60)


# --- Days that come -------------------------------------------------------------------------------------------------


@each(("5.0.0",), ("4.1.0",))
def one_by_one(ground: Ground, version: str) -> None:
    """schedules/one-by-one: each day that comes ends its own charge, and the last one ends all of them."""
    bank = ground.plain if version == "5.0.0" else ground.banks[OLD]
    order = scheduled(ground, bank, schedule=daily(ground, 3))
    for number in range(3):
        order.says(*[DONE] * number, *[PENDING] * (3 - number))
        order.comes(number)
    order.ends(DONE, DONE, DONE)


@each(("first", False, True), ("last", True, False), ("both", False, False))
def failing_day(ground: Ground, _: str, *settled: bool) -> None:
    """schedules/failing-day: a day without money at its bank fails alone."""
    order = scheduled(ground, ground.plain)
    expected = [PENDING, PENDING]
    for number, is_settled in enumerate(settled):
        order.comes(number, is_settled)
        expected[number] = DONE if is_settled else FAILED
        order.says(*expected)
    order.ends(*expected)


def refused(ground: Ground) -> None:
    """schedules/refused: a signed 422 to the only try is the end of all days."""
    scheduled(ground, ground.plain, plan=Plan(refusal="VALOR_ACIMA_LIMITE")).fails()


@each(("5.0.0",), ("all-dialects",))
def rejected_later(ground: Ground, version: str) -> None:
    """schedules/rejected: a bank that cannot schedule all payments rejects all of them."""
    bank = ground.plain if version == "5.0.0" else ground.strange
    scheduled(ground, bank, plan=Plan("reject")).ends(FAILED, FAILED)


def scheduled_later(ground: Ground) -> None:
    """schedules/scheduled-later: a bank may take an hour to schedule payments that it has received."""
    order = scheduled(ground, ground.plain, plan=Plan("hold")).waits()
    equal([payment.status for payment in order.payments], ["RCVD", "RCVD"], "the payments at the bank")
    order.bank.payments.go_on(order.payments)
    order.told()
    order.stays_open()
    order.all_come()
    order.ends(DONE, DONE)


def restarted_bank(ground: Ground) -> None:
    """schedules/restarted-bank: a bank whose interfaces are away while days come is read when they are back."""
    bank = ground.fresh()
    order = scheduled(ground, bank, schedule=daily(ground, 3))
    order.comes(0)
    order.says(DONE, PENDING, PENDING)
    bank.is_down = True
    order.comes(1)
    order.comes(2, is_settled=False)
    asked = bank.asked("P3")
    until(lambda: bank.asked("P3") > asked, 20, "the bank is not asked")
    order.says(DONE, PENDING, PENDING)
    bank.restart()
    order.ends(DONE, DONE, FAILED, seconds=70)


def revoked(ground: Ground) -> None:
    """schedules/revoked-enrollment: what was approved before the enrollment ended goes on, and can be cancelled."""
    bank = ground.fresh()
    order = scheduled(ground, bank, schedule=daily(ground, 3)).waits()
    [enrollment] = bank.enrollments.all.values()
    with bank.lock:
        bank.enrollments.end(enrollment, {"revocationReason": "REVOGADO_MANUALMENTE"})
        bank.authorization.forget_access()
    equal(bank.notify("enrollment", enrollment.id), 202, "the answer to the webhook")
    device = ground.device(bank)
    until(lambda: ground.driver.enrollment(device) == FAILED, 20, "the enrollment is not ended")
    order.comes(0)
    order.says(DONE, PENDING, PENDING)
    equal(order.cancels(1), True, "whether the cancellation was taken")
    order.says(DONE, CANCELLED, PENDING)
    order.comes(2)
    order.ends(DONE, CANCELLED, DONE)


# --- Cancellations --------------------------------------------------------------------------------------------------


def _bank(ground: Ground, version: str) -> Bank:
    banks = {"5.0.0": ground.plain, "4.1.0": ground.banks[OLD], "4.0.1": ground.banks[OLDEST]}
    return banks.get(version, ground.strange)


@each(*[(version,) for version in VERSIONS])
def cancelled_day(ground: Ground, version: str) -> None:
    """schedules/cancel-one: a cancelled day moves no money, and the others go on."""
    order = scheduled(ground, _bank(ground, version), schedule=daily(ground, 3)).waits()
    equal(order.cancels(1), True, "whether the cancellation was taken")
    order.says(PENDING, CANCELLED, PENDING)
    order.comes(0)
    order.says(DONE, CANCELLED, PENDING)
    order.comes(2, is_settled=False)
    order.ends(DONE, CANCELLED, FAILED)


@each(*[(version,) for version in VERSIONS])
def cancelled_rest(ground: Ground, version: str) -> None:
    """schedules/cancel-all: what has come stays, and the rest ends."""
    order = scheduled(ground, _bank(ground, version), schedule=daily(ground, 3))
    order.comes(0)
    order.says(DONE, PENDING, PENDING)
    equal(order.cancels(), True, "whether the cancellation was taken")
    order.ends(DONE, CANCELLED, CANCELLED)


def cancelled_each(ground: Ground) -> None:
    """schedules/cancel-each: days that are cancelled one after the other end the order with the last."""
    order = scheduled(ground, ground.plain).waits()
    equal(order.cancels(1), True, "whether the first cancellation was taken")
    order.says(PENDING, CANCELLED)
    equal(order.cancels(0), True, "whether the second cancellation was taken")
    order.ends(CANCELLED, CANCELLED)


def cancelled_single(ground: Ground) -> None:
    """schedules/cancel-single: the only day is cancelled by the end of all."""
    order = scheduled(ground, ground.plain, schedule=of_rule(ground, "single")).waits()
    equal(order.cancels(), True, "whether the cancellation was taken")
    order.ends(CANCELLED)


@each(("nothing-comes",), ("a-day-comes",))
def cancelled_later(ground: Ground, name: str) -> None:
    """schedules/cancelled-later: a bank may carry out within the hour what it took; until then a day may come."""
    order = scheduled(ground, ground.plain, plan=Plan(cancels="later")).waits()
    equal(order.cancels(), True, "whether the cancellation was taken")
    order.stays_open()
    if name == "a-day-comes":
        order.comes(0)
        order.says(DONE, PENDING)
    order.bank.payments.carry_out()
    order.told(1)
    order.ends(DONE if name == "a-day-comes" else CANCELLED, CANCELLED)


@each(("one", 0), ("all", None))
def refused_cancellation(ground: Ground, _: str, number: int | None) -> None:
    """schedules/refused-cancellation: a bank that cancels nothing is believed, and the days come."""
    order = scheduled(ground, ground.plain, plan=Plan(cancels="never")).waits()
    equal(order.cancels(number), False, "whether the cancellation was taken")
    order.stays_open()
    order.all_come()
    order.ends(DONE, DONE)


def cancelled_at_the_bank(ground: Ground) -> None:
    """schedules/cancelled-at-the-bank: the payer may cancel there, and the initiator is told."""
    order = scheduled(ground, ground.plain)
    person = {"document": {"identification": HOLDER, "rel": "CPF"}}
    order.bank.payments.cancel(order.payments[0], person, "DETENTORA")
    order.told(0)
    order.says(CANCELLED, PENDING)
    order.comes(1)
    order.ends(CANCELLED, DONE)
