"""V11 and V13: who sees what."""

import re

from planted import forms

UUID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def judge_tenants(books, history):
    """V11: no response names an object of another organisation; the check reads responses that contain an id."""
    platform = books.platform
    owned = [platform.organisations, platform.api_keys, platform.customers, platform.bank_accounts]
    owned += [platform.enrollments, platform.intents, platform.events]
    owner = {record.id.encode(): record.organisation for records in owned for record in records}
    owner |= {name.encode(): intent.organisation for intent in platform.intents for name in intent.other_ids}
    looked, wrong, seen = 0, [], set()
    for one in history.tries:
        organisation = books.organisation_of(one.caller)
        if organisation is None or not one.answer:
            continue
        names = set(UUID.findall(one.answer)) & owner.keys()
        looked += bool(names)
        if names:
            seen.add(organisation)
        for name in names:
            if owner[name] != organisation:
                wrong.append(f"{one.method} {one.template} showed {name.decode()} to another organisation")
    # With only one organisation in the run, none could have seen another's objects.
    return (looked if len(seen) > 1 else 0), wrong


def judge_secrets(books, history):
    """V13: nothing planted in logs, refusals, metrics, or in the platform's database as plain text."""
    places = {f"log {number}": text for number, text in enumerate(history.logs)}
    places["a refusal"] = "\n".join(
        one.answer.decode(errors="replace") for one in history.tries if one.status and one.status >= 400
    )
    places["the metrics"] = "\n".join(
        one.answer.decode(errors="replace") for one in history.tries if one.path == "/metrics" and one.status == 200
    )
    places |= books.places
    looked, wrong = 0, []
    for what, values in history.secrets.items():
        looked += len(values)
        wanted = {form for value in values for form in forms(value)}
        for place, text in places.items():
            if any(form in text for form in wanted):
                wrong.append(f"{what} stands in {place}")
    if looked and not any(history.logs):
        wrong.append("there is no log to look through")
    return looked, wrong
