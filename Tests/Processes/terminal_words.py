"""Numbers, nouns and columns that commands print, and amounts as Brazilians type them."""

import json
import re

# Amounts that can be read in one way, with what is paid; those that cannot are refused.
AMOUNTS = [("12,34", "12.34"), ("12,3", "12.30"), ("0,05", "0.05"), ("1.234,56", "1234.56"), ("12.34", "12.34")]
UNCLEAR = ["1.234", "1,234", "12,345", "1.23,45", "1234.567,00", ".234,00", "1..234,00", "1,234.56", "1,2,3", "12,"]
NOUNS = "organisation|customer|enrollment|payment intent|audit entr|event"
TODAY = ("--from", "2020-01-01", "--to", "2100-01-01")


def amounts(line):
    """With an enrolled device."""
    for text, paid in AMOUNTS:
        done = line.server.beside("device", "pay", "--yes", "--json", "--amount", text)
        line.expect(f"the amount {text}", done, done.stdout and json.loads(done.stdout)["amount"] == paid)
    for text in UNCLEAR:
        done = line.server.beside("device", "pay", "--yes", "--amount", text)
        line.refuses(f"the amount {text!r} could be another one", done, "--amount", "12,34")


def nouns(line, folder):
    """Each number of a backup agrees with its noun."""
    done = line.server.beside("db", "backup", folder)
    numbers = re.findall(rf"(\d+) ((?:{NOUNS})\w*)", done.stdout)
    agree = all((number == "1") == (noun in NOUNS.split("|") or noun == "audit entry") for number, noun in numbers)
    line.expect("db backup tells how many of each there are", done, len(numbers) == 6 and agree)
    line.expect("with one organisation", done, "1 organisation, " in done.stdout)


def columns(line):
    """With payments of two statuses: each column of a report begins in one place."""
    done = line.server.beside("report", "payments", *TODAY)
    lines = done.stdout.splitlines()
    places = {tuple(found.start() for found in re.finditer(r"R\$|SUCCEEDED|FAILED|CANCELED|SCHEDULED|PENDING", each))
              for each in lines}
    ends = {re.search(r"R\$ +[\d.]+", each).end() for each in lines if "R$" in each}
    good = done.returncode == 0 and len(lines) > 2 and len(places) == 1 and len(ends) == 1
    line.expect("the columns of a report stand below each other", done, good)
