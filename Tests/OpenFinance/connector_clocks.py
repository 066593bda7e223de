"""Clocks that are put forward by hours and days, and a directory that is down for so long.

These cases come last, and none starts the initiator anew once its clock was moved: timers of a program that libfaketime
starts ahead of the machine's own clock may stand still.
"""

from __future__ import annotations

import time

from connector_ground import DONE, Ground, Plan
from connector_time import ASKED_AGAIN_SECONDS, new_keys, refused_at
from expectations import equal

NEEDS = ("follows_clock",)
HOUR = 3_600


def started_without_directory(ground: Ground) -> None:
    """clocks/directory-down/started: a start goes by the kept list; without keys nothing is believed."""
    new_keys(ground)
    bank, directory = ground.fresh(), ground.world.directory
    ground.device(bank)
    order = ground.order(bank, Plan("hold"))
    equal(order.payment.status, "RCVD", "the payment at the bank")
    directory.is_down.set()
    try:
        ground.driver.stop()
        bank.payments.end(order.payment, is_settled=True)
        ground.driver.start()
        time.sleep(2)
        order.stays_open()
    finally:
        directory.is_down.clear()
    # The keystore is asked again after a minute.
    ground.move_clock(ASKED_AGAIN_SECONDS)
    order.ends(DONE, 70)


def own_clock_off(ground: Ground) -> None:
    """clocks/own-clock: its own clock is put five minutes ahead, and right again: no payment is lost or doubled."""
    bank = ground.fresh()
    ground.device(bank)
    order = ground.order(bank, Plan("hold"))
    equal(order.payment.status, "RCVD", "the payment at the bank")
    ground.own_clock(300)
    bank.payments.end(order.payment, is_settled=True)
    bank.notify("payment", order.payment.id)
    time.sleep(2)
    ground.own_clock(0)
    bank.notify("payment", order.payment.id)
    order.ends(DONE, 120)


def own_keys_an_hour_later(ground: Ground) -> None:
    """clocks/own-keys: the new key signs an hour after the keystore shows it."""
    bank, initiator = ground.plain, ground.world.initiator
    new_keys(ground)
    ground.paid(bank)
    ground.move_clock(HOUR + 60)
    ground.paid(bank)
    equal(bank.kids_seen[-1], initiator.keys["signing"][-1].kid, "the key that signs")


def registration_after_a_minute(ground: Ground) -> None:
    """clocks/registration: a registration that was refused is sent again a minute later, with the next enrollment."""
    bank = refused_at(ground)
    ground.move_clock(61)
    ground.enrolled(bank)
    equal(len(bank.clients.all), 1, "the clients at the bank")


def directory_down_for_a_day(ground: Ground) -> None:
    """clocks/directory-down: for twenty hours payments go on; keys of more than a day ago prove nothing any more."""
    bank, directory = ground.fresh(), ground.world.directory
    ground.paid(bank)
    directory.is_down.set()
    try:
        ground.move_clock(20 * HOUR)
        ground.paid(bank)
        order = ground.order(bank, Plan("hold"))
        equal(order.payment.status, "RCVD", "the payment at the bank")
        ground.move_clock(5 * HOUR)
        bank.payments.end(order.payment, is_settled=True)
        bank.notify("payment", order.payment.id)
        time.sleep(2)
        order.stays_open()
    finally:
        directory.is_down.clear()
    # The keystore is asked again after a minute.
    ground.move_clock(ASKED_AGAIN_SECONDS)
    order.ends(DONE)
    ground.paid(bank)
