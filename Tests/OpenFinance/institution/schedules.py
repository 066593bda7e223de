"""Payments on later days (payments 4.1.0 and 5.0.0): the days of a schedule, and until when they are cancelled."""

from __future__ import annotations

import datetime
from typing import Any

from .resources import Refusal

# Brasília has had no summer time since 2019.
BRASILIA = datetime.timezone(datetime.timedelta(hours=-3))
WEEKDAYS = ("SEGUNDA_FEIRA", "TERCA_FEIRA", "QUARTA_FEIRA", "QUINTA_FEIRA", "SEXTA_FEIRA", "SABADO", "DOMINGO")
MOST_YEARS = 2
# Instruments of payments that recur.
INSTRUMENTS = ("MANU", "DICT", "QRES")


def day_at(moment: float, days: int = 0) -> str:
    """The day in Brasília at a moment, or so many days after it."""
    at = datetime.datetime.fromtimestamp(moment, BRASILIA).date()
    return (at + datetime.timedelta(days=days)).isoformat()


def moment_of(day: str, hour: float = 0) -> float:
    """When that hour of the day begins in Brasília."""
    return datetime.datetime.fromisoformat(day).replace(tzinfo=BRASILIA).timestamp() + hour * 3_600


# --- The days -------------------------------------------------------------------------------------------------------


def days_of(schedule: dict[str, Any]) -> list[str]:
    """The days of a schedule, in their order."""
    if "single" in schedule:
        return [schedule["single"]["date"]]
    if "custom" in schedule:
        return sorted(schedule["custom"]["dates"])
    [(name, rule)] = [(name, schedule[name]) for name in ("daily", "weekly", "monthly") if name in schedule]
    start, count = datetime.date.fromisoformat(rule["startDate"]), range(rule["quantity"])
    if name == "monthly":
        day = rule["dayOfMonth"]
        first = start.year * 12 + start.month - 1 + (start.day > day)
        return [_day_of_month(first + number, day).isoformat() for number in count]
    ahead = (WEEKDAYS.index(rule["dayOfWeek"]) - start.weekday()) % 7 if name == "weekly" else 0
    step = 7 if name == "weekly" else 1
    return [(start + datetime.timedelta(days=ahead + step * number)).isoformat() for number in count]


def _day_of_month(month: int, day: int) -> datetime.date:
    """That day of a month counted from year 0; where the month has none, the first day of the next one."""
    try:
        return datetime.date(month // 12, month % 12 + 1, day)
    except ValueError:
        return datetime.date((month + 1) // 12, (month + 1) % 12 + 1, 1)


def last_day(today: str) -> str:
    """The same day and month, two years later."""
    day = datetime.date.fromisoformat(today)
    try:
        return day.replace(year=day.year + MOST_YEARS).isoformat()
    except ValueError:
        return day.replace(year=day.year + MOST_YEARS, day=28).isoformat()


# --- What a bank takes ----------------------------------------------------------------------------------------------


def purpose_of(payment: dict[str, Any]) -> str:
    """The purpose that goes with the days of a consent's payment."""
    if "schedule" not in payment:
        return "IMMEDIATE"
    return "SINGLE_SCHEDULED" if "single" in payment["schedule"] else "RECURRENT_SCHEDULED"


def require_terms(payment: dict[str, Any], today: str) -> None:
    """Refuses a consent whose days are no days of later payments; its form was checked before."""
    schedule = payment.get("schedule")
    if schedule is None:
        return
    if "date" in payment:
        raise Refusal("PARAMETRO_INVALIDO")
    days = days_of(schedule)
    if len(set(days)) != len(days):
        raise Refusal("PARAMETRO_INVALIDO")
    if not today < days[0] <= days[-1] <= last_day(today):
        raise Refusal("DATA_PAGAMENTO_INVALIDA")
    if "single" not in schedule and payment["details"]["localInstrument"] not in INSTRUMENTS:
        raise Refusal("DETALHE_PAGAMENTO_INVALIDO")


def day_named(end_to_end_id: str) -> str:
    """The day of an end-to-end id of 15:00 UTC; empty for any other time."""
    digits = end_to_end_id[9:21]
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}" if digits[8:] == "1500" else ""


def require_payments(end_to_end_ids: list[str], schedule: dict[str, Any] | None) -> list[str]:
    """The days of the payments of one call: exactly those of the schedule; an empty one for a payment at once."""
    if len(end_to_end_ids) != (1 if schedule is None else len(days_of(schedule))):
        raise Refusal("PAGAMENTO_DIVERGENTE_CONSENTIMENTO")
    if len(set(end_to_end_ids)) != len(end_to_end_ids):
        raise Refusal("PARAMETRO_INVALIDO")
    if schedule is None:
        return [""]
    days = [day_named(each) for each in end_to_end_ids]
    if sorted(days) != days_of(schedule):
        raise Refusal("PARAMETRO_INVALIDO")
    return days


def cancels_until(day: str, is_alone: bool, major: int) -> float:
    """Until when a payment of that day is cancelled: midnight, or 22:00 of the eve where version 5 cancels all."""
    return moment_of(day, 0 if is_alone or major < 5 else -2)
