"""Payments on later days whose hours come: the last ones to cancel, and days of which no bank tells.

These cases go on where `connector_clocks.py` ends, and put the same clocks forward.
"""

from __future__ import annotations

import functools

from cases import each
from connector_days import CANCELLED, ScheduledOrder, daily, scheduled
from connector_ground import DONE, FAILED, OLD, PENDING, Ground
from expectations import equal
from institution.schedules import moment_of

NEEDS = ("follows_clock", "has_schedules")
# An initiator finds out by itself, and after a day looks at the banks' keys again.
BY_ITSELF_SECONDS = 90


@functools.cache
def waiting(ground: Ground) -> dict[str, ScheduledOrder]:
    """Orders of three days, made before any of them comes."""
    banks = {"4.1.0": ground.fresh(OLD)}
    return {
        name: scheduled(ground, banks.get(name, ground.plain), schedule=daily(ground, 3)).waits()
        for name in ("5.0.0", "4.1.0", "midnight", "untold")
    }


def put_clock_to(ground: Ground, day: str, hour: float) -> None:
    """Puts everybody's clock to an hour of a day in Brasília."""
    ground.move_clock(int(moment_of(day, hour) - ground.world.now()) + 1)


@each(("5.0.0", (PENDING, CANCELLED, CANCELLED)), ("4.1.0", (CANCELLED, CANCELLED, CANCELLED)))
def on_the_eve(ground: Ground, version: str, expected: tuple[str, ...]) -> None:
    """clocks/schedules/eve: from 22:00 on the end of all leaves the next day, which alone can still be cancelled."""
    order = waiting(ground)[version]
    if version == "5.0.0":
        put_clock_to(ground, order.days[0], -1.5)
    equal(order.cancels(), True, "whether the cancellation of all was taken")
    order.says(*expected, seconds=BY_ITSELF_SECONDS)
    if PENDING in expected:
        equal(order.cancels(0), True, "whether the cancellation of the day was taken")
    order.ends(CANCELLED, CANCELLED, CANCELLED)


def at_midnight(ground: Ground) -> None:
    """clocks/schedules/midnight: a day that has begun is not cancelled, alone or with the rest, and comes."""
    order = waiting(ground)["midnight"]
    put_clock_to(ground, order.days[0], 0.5)
    equal(order.cancels(0), False, "whether the cancellation of the day was taken")
    order.stays_open()
    equal(order.cancels(), True, "whether the cancellation of the rest was taken")
    order.says(PENDING, CANCELLED, CANCELLED)
    order.comes(0)
    order.ends(DONE, CANCELLED, CANCELLED)


def untold(ground: Ground) -> None:
    """clocks/schedules/untold: what became of a day is found out on the day, although no bank tells."""
    order, said = waiting(ground)["untold"], [PENDING, PENDING, PENDING]
    for number, is_settled in enumerate((True, False, True)):
        # The bank acts before the hour at which the initiator looks.
        order.bank.payments.end(order.payments[number], is_settled, "SALDO_INSUFICIENTE")
        put_clock_to(ground, order.days[number], 1 + number)
        said[number] = DONE if is_settled else FAILED
        order.finds_out(*said, seconds=BY_ITSELF_SECONDS)
    order.ends(*said)
