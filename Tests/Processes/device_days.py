"""Payments on later days by `chave device`: what the flags take, and what an approved schedule shows and loses."""

import datetime
import json

# Wrong days by the flag that the refusal names.
WRONG = [
    ("a day that is none", ["--on", "2026-02-30"], "--on"),
    ("a day twice", ["--on", "2030-01-01", "--on", "2030-01-01"], "--on"),
    ("steps without a day", ["--every", "month", "--times", "3"], "--on"),
    ("steps from two days", ["--on", "2030-01-01", "--on", "2030-01-02", "--every", "day", "--times", "3"], "--on"),
    ("steps without an end", ["--on", "2030-01-01", "--every", "month"], "--times"),
    ("too many months", ["--on", "2030-01-01", "--every", "month", "--times", "25"], "--times"),
    ("a number without steps", ["--on", "2030-01-01", "--times", "3"], "--every"),
    ("a step that is none", ["--on", "2030-01-01", "--every", "year", "--times", "3"], "--every"),
]


def day(ahead):
    """A day so many days after today in Brasília."""
    brasilia = datetime.timezone(datetime.timedelta(hours=-3))
    return str(datetime.datetime.now(brasilia).date() + datetime.timedelta(days=ahead))


def later_payments(line):
    """With an enrolled device: refused days, a schedule in words and as JSON, and its end."""
    pay = ["device", "pay", "--yes", "--amount", "2.50"]
    for what, days, flag in WRONG:
        line.refuses(what, line.server.run(*pay, *days), flag)
    done = line.server.beside(*pay, "--on", day(0))
    line.expect("today is no later day", done, done.returncode == 1 and "Brasília" in done.stderr)

    done = line.server.beside(*pay, "--on", day(7), "--every", "week", "--times", "3")
    days = [words.split()[0] for words in done.stdout.splitlines()]
    line.expect("a schedule in words", done, done.returncode == 0 and days == [day(7), day(14), day(21)])
    line.expect("the way to its end is told", done, "chave device cancel" in done.stderr)
    payment = done.stderr.split("chave device cancel ")[-1].split()[0]

    done = line.server.beside(*pay, "--on", day(3), "--on", day(2), "--json")
    made = json.loads(done.stdout)
    charges = [(charge["scheduled_for"], charge["status"]) for charge in made["charges"]]
    line.expect("a schedule as JSON", done, made["status"] == "SCHEDULED")
    line.checks.that("a charge for each day", charges == [(day(2), "PENDING"), (day(3), "PENDING")], charges)
    done = line.server.beside("device", "cancel", made["id"], "--json")
    line.expect("device cancel --json", done, json.loads(done.stdout)["status"] == "CANCELED")

    done = line.server.beside("device", "cancel", payment)
    lines = done.stdout.splitlines()
    line.expect("device cancel", done, done.returncode == 0 and lines[-1] == f"{payment}  CANCELED" and len(lines) == 4)
    line.refuses("cancelling what is no id", line.server.run("device", "cancel", "x"), "id")
    done = line.server.beside("device", "cancel", "0193a1b2-0000-7000-8000-000000000000")
    line.fails("cancelling an unknown one", done, "no such")
