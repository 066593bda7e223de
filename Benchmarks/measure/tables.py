"""The tables of README.md, by the name of their place there."""

from statistics import median

from banks import limits
from figures import count, decimal, milliseconds, percent, table, times
from goals import all_verdicts, at, raw_verify, ratio
from stored.payments import PRUNED
from surroundings import QUIET

DASH = "–"


def goals(results):
    rows = [verdict.row for verdict in all_verdicts(results)]
    return table(["goal", "measured", "reached", "beside it", "what limits it"], rows)


def machine(results):
    """Surroundings, and the machine's own rates before and after."""
    wholes = [whole for whole in (results.whole(part) for part in PARTS) if whole]
    if not wholes:
        return "Nothing was measured yet."
    first = min(wholes, key=lambda whole: whole["when"])
    end = max(whole["when"] for whole in wholes)
    if end[:10] == first["when"][:10]:
        end = end[11:]
    at_start = first["surroundings"]
    peers = ", ".join(f"{name} {version}" for name, version in at_start["peers"].items())
    lines = [
        f"Measured {first['when'][:10]}, from {first['when'][11:]} to {end.replace('T', ' ')}, at commit "
        f"`{at_start['commit']}`: {at_start['cores']} cores ({at_start['processor']}), {at_start['memory_gib']} GiB, "
        f"{at_start['system']}, Swift {at_start['swift']}, PostgreSQL {at_start['postgres']}, Python {at_start['python']}; {peers}.",
    ]
    noisy = {whole["part"]: whole["surroundings"]["busy_before"] for whole in wholes}
    noisy = {part: share for part, share in noisy.items() if share > QUIET}
    if noisy:
        shown = ", ".join(f"`{part}` ({percent(share)})" for part, share in noisy.items())
        lines.append(
            f"**The machine was not quiet** before these parts, with the share of it that others used: {shown}. Rates are "
            "too low and times too long there; instructions say more."
        )
    others = sorted({whole["surroundings"]["commit"] for whole in wholes} - {at_start["commit"]})
    if others:
        lines.append(f"Some parts were measured at another commit: {', '.join(others)}.")
    rows = []
    for name, part in (("before", "rates-before"), ("after", "rates-after")):
        found = results.read(part)
        if found:
            rows.append(
                [name, f"{count(found['verify_per_core_second'])} / s", f"{count(found['sync_per_second'])} / s"]
            )
    lines.append(table(["the machine itself", "P-256 verifications of one core", "synced appends of 4 KiB"], rows))
    return "\n\n".join(lines)


def ceremonies(results):
    ours, instructions = at(results.read("micro"), "per_core_second"), at(results.read("micro"), "instructions") or {}
    peers = results.read("ceremony_peers") or {"per_core_second": {}}
    raw, rows = raw_verify(results), []
    for name, rate in (ours or {}).items():
        if not name.startswith(("assertion/", "registration/")):
            continue
        others = peers["per_core_second"].get(name, {})
        each = [others.get(library) for library in ("py_webauthn", "python_fido2")]
        shown = [f"{count(other)} / s ({times(rate / other)})" if other else DASH for other in each]
        counted = count(instructions[name]) if name in instructions else DASH
        rows.append([f"`{name}`", f"{count(rate)} / s", percent(ratio(rate, raw) or 0), *shown, counted])
    return table(
        ["whole ceremony", "`ChaveWebAuthn`", "of the raw verify rate", "py_webauthn", "python-fido2", "instructions"],
        rows,
    )


def micro(results):
    found = results.read("micro") or {"per_core_second": {}}
    rows = []
    for name, rate in found["per_core_second"].items():
        if not name.startswith(("assertion/", "registration/")):
            counted = at(found, "instructions", name)
            rows.append(
                [f"`{name}`", f"{count(rate)} / s", decimal(1e6 / rate, 2) + " µs", count(counted) if counted else DASH]
            )
    by = {"callgrind": "Instructions are counted by callgrind", "perf": "Instructions are the processor's own count"}
    note = by.get(found.get("counted_by"), "Instructions were not counted: there was no valgrind") + "."
    return table(["operation", "of one core", "each", "instructions"], rows) + "\n\n" + note


def sqlite(results):
    found = results.read("service")
    if not found:
        return "Not measured."
    rows = []
    for who, part in (("Chave", "chave"), ("the peer", "peer")):
        for name, title in (
            ("authorize_flat_out", "authorize calls, flat out"),
            ("authorize_at_rate", "authorize calls, by schedule"),
            ("three_calls_flat_out", "create, options, authorize"),
        ):
            line = found[part].get(name)
            if line:
                asked = f" of {count(line['asked_per_second'])} asked" if "asked_per_second" in line else ""
                rows.append([title, who, f"{count(line['per_second'])} / s{asked}", *calls(line)])
    for name, title in (
        ("payments_flat_out", "whole payments, flat out"),
        ("payments_at_rate", "whole payments, by schedule"),
        ("payments_both_cores", "whole payments, flat out, server and load on both cores"),
    ):
        line = found["chave"][name]
        rows.append([title, "Chave", f"{count(line['payments_per_second'])} / s", *payments(line)])
    return table(["what", "of", "done", "p50", "p95", "server's core", "processor time each", "load's core"], rows)


def calls(line):
    return [
        milliseconds(line["milliseconds"]["p50"]),
        milliseconds(line["milliseconds"]["p95"]),
        *(percent(share) for share in line["cores_busy"].values()),
        *(milliseconds(each) for each in line["milliseconds_each"].values()),
        percent(line["load_cores_busy"]),
    ]


def payments(line):
    whole = line["milliseconds"]["to_succeeded"]
    busy, each = line["cores_busy"].get("server"), line["milliseconds_each"].get("server")
    return [
        milliseconds(whole["p50"]),
        milliseconds(whole["p95"]),
        percent(busy) if busy else DASH,
        milliseconds(each) if each else DASH,
        percent(line["load_cores_busy"]),
    ]


POSTGRES_HEADER = [
    "what", "done", "p50", "p95", "nodes, of a core", "PostgreSQL, of a core", "nodes, each", "PostgreSQL, each",
]  # fmt: skip


def postgres(results):
    found = results.read("nodes")
    if not found:
        return "Not measured."
    one = found["one"]
    call, whole = one["authorize_flat_out"], one["payments_flat_out"]
    rows = [
        [
            "authorize calls, one node",
            f"{count(call['per_second'])} / s",
            milliseconds(call["milliseconds"]["p50"]),
            milliseconds(call["milliseconds"]["p95"]),
            *shares(call["cores_busy"], call["milliseconds_each"]),
        ],
        [
            "whole payments, one node",
            f"{count(whole['payments_per_second'])} / s",
            *ends(whole),
            *shares(whole["cores_busy"], whole["milliseconds_each"]),
        ],
    ]
    header = POSTGRES_HEADER
    two = found["two"].get("payments_flat_out")
    if not two:
        return table(header, rows) + f"\n\nTwo nodes were not measured: {found['two']['unmeasured']}"
    total = sum(load["payments_per_second"] for load in two)
    each = " + ".join(count(load["payments_per_second"]) for load in two)
    rows.append(
        [
            "whole payments, two nodes",
            f"{count(total)} / s ({each})",
            *ends(max(two, key=lambda load: load["milliseconds"]["to_succeeded"]["p95"])),
            *shares(two[0]["cores_busy"], {name: share / total * 1000 for name, share in two[0]["cores_busy"].items()}),
        ]
    )
    return table(header, rows)


def ends(line):
    whole = line["milliseconds"]["to_succeeded"]
    return [milliseconds(whole["p50"]), milliseconds(whole["p95"])]


def shares(busy, each):
    """Of nodes and database: how busy they were while it was measured, and what each payment took with all that follows."""
    return [form(part) for form, of in ((percent, busy), (milliseconds, each)) for part in nodes_and_database(of)]


def nodes_and_database(found):
    database = found.get("postgres", 0)
    return sum(found.values()) - database, database


def waiting(results):
    found = results.read("waiting") or {"lines": []}
    ways = {
        "held": "held",
        "one": "held for one and the same enrollment",
        "polls": "that ask once a second, as the guides do",
    }
    rows = []
    for line in found["lines"]:
        delays = [milliseconds(line["milliseconds"][name]) for name in ("p50", "p95", "p99", "max")]
        rows.append(
            [
                f"{count(line['devices'])}, {ways[line['way']]}",
                percent(line["share_of_a_core"]) + " of a core",
                f"{count(line['mib'])} MiB, {count(line['mib_before'])} before",
                f"{count(line['questions_per_second'])} / s",
                *delays,
            ]
        )
    return table(
        ["devices", "processor while nothing happens", "memory", "questions", "p50", "p95", "p99", "last"], rows
    )


def growth(results):
    found = results.read("growth")
    if not found:
        return "Not measured."
    rows = [
        [
            count(line["enrollments"]),
            f"{count(line['mib'])} MiB",
            milliseconds(line["p95"]),
            milliseconds(line["to_succeeded"]),
            milliseconds(line["start"]["p50"]),
            f"{count(line.get('resident_mib', 0))} MiB",
        ]
        for line in found["lines"]
    ]
    first = found["lines"][0]["authorize_p95"]
    note = (
        f"{count(found['rate'])} payments a second by schedule, {len(first)} rounds in turns, the median of their p95; the last "
        f"line is {times(found['times'])} the first for authorize calls and {times(found['times_to_succeeded'])} for whole "
        f"payments. The first line's own rounds went from {milliseconds(min(first))} to {milliseconds(max(first))}."
    )
    header = ["enrollments", "databases", "authorize p95", "to SUCCEEDED p95", "start to ready", "server's memory"]
    return table(header, rows) + "\n\n" + note


def one_payment(results):
    sdk, starts = results.read("sdk"), results.read("starting")
    rows = []
    if sdk:
        rows.append(
            ["SDK work in a payment", *(milliseconds(sdk["sdk_milliseconds"][name]) for name in ("p50", "p95", "p99"))]
        )
    if starts:
        ordered = starts["milliseconds"]
        rows.append(
            [
                "start to ready",
                milliseconds(starts["p50"]),
                f"slowest of {len(ordered)}: {milliseconds(ordered[-1])}",
                DASH,
            ]
        )
    first = table(["what", "p50", "p95", "p99"], rows)
    rows = []
    for name, title in (("authorize", "authorize call"), ("payment", "whole payment, its device included")):
        line = sdk and sdk[name]
        if line:
            counts = line["counts_each"]
            shown = [
                decimal(counts.get(kind, 0), 1) for kind in ("commits", "reads", "calls of the bank", "KiB written")
            ]
            rows.append([title, milliseconds(line["processor_milliseconds_each"]), *shown])
    header = ["in one process, no sockets", "processor time", "commits", "reads", "calls of the bank", "KiB written"]
    return first + "\n\n" + table(header, rows)


def profile(results):
    found = results.read("profile") or {"unmeasured": "no profile was taken"}
    if "unmeasured" in found:
        return f"Not measured: {found['unmeasured']}."
    lines = at(results.read("waiting"), "lines") or []
    waiting = max((line for line in lines if line["way"] == "held"), key=lambda line: line["devices"], default={})
    names = {
        "a payment on SQLite": found.get("sqlite"),
        "a payment on PostgreSQL, the node": found.get("postgres"),
        f"{count(waiting.get('devices', 0))} that wait": waiting.get("profile"),
        "a registration with a packed chain": found.get("registration"),
    }
    names = {name: one for name, one in names.items() if one}
    kinds = sorted(
        {kind for one in names.values() for kind in one["shares"]},
        key=lambda kind: -sum(one["shares"].get(kind, 0) for one in names.values()),
    )
    rows = [
        [kind, *(percent(one["shares"][kind]) if kind in one["shares"] else DASH for one in names.values())]
        for kind in kinds
    ]
    symbols = (found.get("sqlite") or {"symbols": []})["symbols"]
    top = [[f"`{one['symbol'].replace('|', '')}`", percent(one["share"]), one["kind"]] for one in symbols]
    header = ["of a payment on SQLite, what most samples were in", "share", "counted as"]
    return table(["where", *names], rows) + "\n\n" + table(header, top)


def sdks(results):
    found = results.read("sdks")
    if not found:
        return "Not measured."
    rows = [
        [f"`{name}`", count(one["seconds"]), f"{decimal(one['mib'], 1)} MiB"] for name, one in found["products"].items()
    ]
    return table(["release build on Linux", "seconds", "larger by"], rows)


def payment_alone(found):
    """What is counted of a payment, each by name and as it is shown."""
    one, batches, database = found["alone"], found["batches"], found["postgres"]
    last = batches[max(batches, key=int)]["kept"]
    whole, pruned = sum(last.values()), sum(size for name, size in last.items() if name in PRUNED)
    yield "statements on tables", decimal(one["statements"], 1)
    yield "transaction control", decimal(one["controls"], 1)
    yield "allocations", count(one["allocations"])
    if own := one.get("allocations_of_sqlite"):
        yield "of them SQLite's own", count(own)
    for batch in ("4", "8"):
        if batch in batches:
            yield f"pages, log and back, at {batch} operations a transaction", decimal(batches[batch]["pages"], 1)
    yield f"syncs with {count(32)} devices", decimal(batches[max(batches, key=int)]["syncs"], 1)
    yield "kept on disk", f"{decimal(whole / 1024, 1)} KiB"
    yield "of it after keys, events and deliveries are pruned", f"{decimal((whole - pruned) / 1024, 1)} KiB"
    yield "PostgreSQL: round trips of the platform", decimal(database.get("trips.platform", 0), 1)
    # The bank's statements do not name its schema; who else has connections of its own asks nothing for a payment.
    yield "of the bank", decimal(database.get("trips.bank", 0) + database.get("trips.unknown", 0), 1)
    yield "transactions", decimal(database["transactions"], 1)
    yield "log", f"{decimal(database['log_bytes'] / 1024, 1)} KiB"
    yield "its processor", milliseconds(database["database_milliseconds"])


def rates_of_service(found):
    """Rates flat out, each beside the peer's of the same run; nothing where they were not measured."""
    ours, peer = ((found or {}).get(name) or {} for name in ("chave", "peer"))
    kinds = [
        ("authorize calls / s, one core", "authorize_flat_out", "per_second", ("authorize_flat_out", "per_second")),
        ("payments / s, one core", "payments_flat_out", "payments_per_second", ("three_calls_flat_out", "per_second")),
        ("payments / s, both cores with the load", "payments_both_cores", "payments_per_second", None),
    ]
    for name, kind, rate, beside in kinds:
        own = (ours.get(kind) or {}).get(rate)
        other = beside and (peer.get(beside[0]) or {}).get(beside[1])
        if own:
            yield name, count(own) + (f" ({decimal(own / other, 2)} × the peer)" if other else "")


def counts(results):
    """What one payment costs, platform and bank together."""
    found = results.read("counts")
    if not found:
        return "Not counted yet."
    one = found["alone"]
    head = ["batches of", "devices", "syncs", "pages, log and back", "statements on tables", "allocations"]
    batches = sorted(found["batches"].items(), key=lambda item: int(item[0]))
    lines = [
        [
            batch,
            count(line["devices"]),
            *(decimal(line[name], 1) for name in ("syncs", "pages", "statements")),
            count(line["allocations"]),
        ]
        for batch, line in batches
    ]
    texts = sorted(one["texts"].items(), key=lambda item: (-item[1], item[0]))
    asked = [[f"`{' '.join(sql.split())[:110]}`", decimal(times, 1)] for sql, times in texts if times >= 0.5]
    last = batches[-1][1]["kept"]
    before = results.read("counts-before")
    earlier = dict(payment_alone(before)) if before else {}
    rows = [[name, earlier.get(name, DASH), now] for name, now in payment_alone(found)]
    # The program of before is measured by `service` in the same hour, and kept as `service-before`.
    earlier = dict(rates_of_service(results.read("service-before")))
    rows += [[name, earlier.get(name, DASH), now] for name, now in rates_of_service(results.read("service"))]
    trees = sorted((found["batches"].get("8") or {}).get("trees", {}).items(), key=lambda item: -item[1])
    written = [[f"`{name}`", decimal(pages, 1)] for name, pages in trees if pages >= 0.5]
    kept = [[f"`{name}`", count(size)] for name, size in sorted(last.items(), key=lambda item: -item[1]) if size >= 1]
    return "\n\n".join(
        [
            table(["a payment", "before the storage was made anew", "now"], rows),
            table(head, lines),
            table(["statement on SQLite", "times"], asked),
            table(["tree, at 8 operations a transaction", "pages, log and back"], written),
            table(["table with its indexes", "bytes a payment"], kept),
        ]
    )


def wire(results):
    found = results.read("wire")
    if not found:
        return DASH
    signature, rows = found["signature_milliseconds"], []
    # Two identity tokens of an enrollment are signed inside of other answers.
    for name, hidden in (("enrollment", 2), ("payment", 0)):
        line = found[name]
        signed = line["signed"] + hidden
        rows.append(
            [
                f"an {name}" if name == "enrollment" else f"a {name}",
                f"{line['exchanges']:.0f}",
                f"{signed:.0f}",
                milliseconds(signed * signature),
                milliseconds(line["milliseconds"]),
                times(line["milliseconds"] / (signed * signature)),
            ]
        )
    first = table(["for each", "calls", "signatures", "these alone", "the bank's processor", "is"], rows)
    asked, kept = found["rate"], found["connections"]
    rows = [
        ["a consent is read", count(asked["per_second"]), *(milliseconds(asked[name]) for name in ("p50", "p95", "p99"))],
        [
            f"the same beside {count(kept['count'])} connections",
            count(kept["rate"]["per_second"]),
            *(milliseconds(kept["rate"][name]) for name in ("p50", "p95", "p99")),
        ],
    ]
    second = table(["what", "answered a second", "p50", "p95", "p99"], rows)
    note = (
        f"{asked['answered']} of {asked['asked']} reads were answered with 200, each for "
        f"{milliseconds(asked['milliseconds'])} of the bank's processor. {count(kept['count'])} connections with "
        f"certificates took {kept['seconds']:.1f} s, {milliseconds(kept['milliseconds'])} of the bank's processor and "
        f"{kept['mib'] * 1024 / kept['count']:.0f} KiB each. A signature alone is OpenSSL's, "
        f"{milliseconds(signature)} of one core."
    )
    return "\n\n".join([first, second, note])


def many_banks(results):
    found = results.read("banks")
    if not found:
        return "Not measured."
    one, many = limits(found), found["many"]
    rows = [
        ["five signatures of the platform, PS256 by BoringSSL", milliseconds(one.floor)],
        ["a payment with the bank in the process, without the bank's part", milliseconds(one.own) if one.own else DASH],
        ["the goal: the first and one and a half times the second", milliseconds(one.goal) if one.goal else DASH],
        ["**a payment over the wire, the platform's part**", milliseconds(one.measured)],
        ["the bank's part of it, a process of its own", milliseconds(found["on_the_wire"]["milliseconds_each"]["bank"])],
    ]
    first = table(["processor time of a payment", ""], rows)
    hanging = many["hanging"]
    rows = [
        [f"memory for each of {many['banks']} banks, each enrolled at and paid from", f"{many['memory']['mib_each'] * 1024:.0f} KiB"],
        [f"p95 of payments while all {many['banks']} banks answer", milliseconds(median(hanging["calm"]))],
        ["the same while one takes every call and answers none", f"{milliseconds(median(hanging['beside']))}, {times(hanging['ratio'])}"],
        ["start to ready, with all their registrations", milliseconds(median(many["starts"]))],
        ["the same without a directory, by the kept list", milliseconds(median(many["starts_without_directory"]))],
    ]
    return "\n\n".join([first, table(["many banks", ""], rows)])


# In the order in which they are measured.
PARTS = [
    "rates-before",
    "counts",
    "micro",
    "ceremony_peers",
    "sdk",
    "service",
    "nodes",
    "starting",
    "profile",
    "growth",
    "waiting",
    "wire",
    "banks",
    "rates-after",
    "sdks",
]
PLACES = {
    "goals": goals,
    "machine": machine,
    "counts": counts,
    "ceremonies": ceremonies,
    "micro": micro,
    "sqlite": sqlite,
    "postgres": postgres,
    "waiting": waiting,
    "growth": growth,
    "one-payment": one_payment,
    "profile": profile,
    "wire": wire,
    "banks": many_banks,
    "sdks": sdks,
}
