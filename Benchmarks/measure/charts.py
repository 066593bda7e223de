"""The charts of README.md, by file name."""

from bars import Bar, Group, chart
from figures import count, decimal, milliseconds, percent
from goals import at, raw_verify

LIBRARIES = [("py_webauthn", "py_webauthn", "peer"), ("python_fido2", "python-fido2", "other")]


def ceremonies(results):
    ours = at(results.read("micro"), "per_core_second") or {}
    peers = at(results.read("ceremony_peers"), "per_core_second") or {}
    raw, groups = raw_verify(results), []
    for name, title in (
        ("assertion/es256", "One ES256 assertion"),
        ("registration/packed-self-es256", "Registration, packed, self"),
        ("registration/packed-es256", "Registration, packed, with a chain"),
    ):
        found = [("Chave", ours.get(name), "ours")] + [
            (shown, at(peers, name, key), style) for key, shown, style in LIBRARIES
        ]
        if name == "assertion/es256":
            found.insert(0, ("raw verify", raw, "rest"))
        bars = [Bar(shown, rate, style, f"{count(rate)} / s") for shown, rate, style in found if rate]
        groups.append(Group(title, bars, raw * 0.9 if raw and name == "assertion/es256" else None, "90 % of raw"))
    return chart(
        "Ceremonies verified a second",
        "Of one core, in the same run: parse, every check, signatures, path to the anchor.",
        groups,
    )


def authorize(results):
    found = results.read("service")
    one, rated = [
        [
            (who, at(found, part, name), style)
            for who, part, style in (("Chave", "chave", "ours"), ("the peer", "peer", "peer"))
        ]
        for name in ("authorize_flat_out", "authorize_at_rate")
    ]
    postgres = at(results.read("nodes"), "one", "authorize_flat_out")
    flat = one + [("Chave on PostgreSQL", postgres, "other")]
    rates = [
        Bar(who, line["per_second"], style, f"{count(line['per_second'])} / s") for who, line, style in flat if line
    ]
    each = [
        Bar(who, ms, style, milliseconds(ms))
        for who, line, style in one
        if line
        for ms in [line["milliseconds_each"]["server"]]
    ]
    late = [
        Bar(who, line["milliseconds"]["p95"], style, milliseconds(line["milliseconds"]["p95"]))
        for who, line, style in rated
        if line
    ]
    return chart(
        "Authorize calls, durable",
        "The server on one core, the load on the other. Chave's include its bank and all that follows; the peer has no bank.",
        [
            Group("Flat out", rates, 4_000, "goal: 4,000 / s"),
            Group("Processor time of one, with what follows", each),
            Group("p95 at 300 / s", late, 15, "goal: 15 ms"),
        ],
    )


def payments(results):
    found, nodes = at(results.read("service"), "chave"), results.read("nodes")
    bars = []
    for name, title in (("payments_flat_out", "SQLite, a core"), ("payments_both_cores", "SQLite, shared cores")):
        rate = at(found, name, "payments_per_second")
        if rate:
            bars.append(Bar(title, rate, "ours", f"{count(rate)} / s"))
    one = at(nodes, "one", "payments_flat_out", "payments_per_second")
    if one:
        bars.append(Bar("PostgreSQL, one node", one, "other", f"{count(one)} / s"))
    two = at(nodes, "two", "payments_flat_out")
    if two:
        total = sum(load["payments_per_second"] for load in two)
        bars.append(Bar("PostgreSQL, two nodes", total, "other", f"{count(total)} / s"))
    return chart(
        "Whole payments a second",
        "Created, signed, authorised, SUCCEEDED at the sandbox bank; flat out, on two cores in all.",
        [Group("", bars, 1_000, "goal on SQLite: 1,000 / s")],
    )


def waiting(results):
    lines = [line for line in at(results.read("waiting"), "lines") or [] if line["way"] == "held"]
    name = {line["devices"]: f"{count(line['devices'])} devices" for line in lines}
    most = max(name, default=0)
    share = [
        Bar(name[line["devices"]], line["share_of_a_core"], "ours", percent(line["share_of_a_core"])) for line in lines
    ]
    memory = [Bar(name[line["devices"]], line["mib"], "ours", f"{count(line['mib'])} MiB") for line in lines]
    delay = [
        Bar(name[line["devices"]], line["milliseconds"]["p95"], "ours", milliseconds(line["milliseconds"]["p95"]))
        for line in lines
    ]
    return chart(
        "Devices that wait for a bank",
        f"Up to {count(most)} connections, on each a question that is held for thirty seconds.",
        [
            Group("Processor while nothing happens, of one core", share, 0.1, "goal: 10 %"),
            Group("Memory of the server", memory, 300, "goal: 300 MiB"),
            Group("From the change to the answer, p95", delay),
        ],
    )


def profile(results):
    shares = at(results.read("profile"), "sqlite", "shares") or {}
    ordered = sorted(shares.items(), key=lambda item: -item[1])
    bars = [Bar(kind, share, "ours", percent(share)) for kind, share in ordered]
    words = "Samples of the server's threads while devices pay flat out on SQLite."
    return chart("Where a payment's processor time goes", words, [Group("", bars)], left=350)


def growth(results):
    found = results.read("growth")
    lines = found["lines"] if found else []
    bars = [
        Bar(f"{count(line['enrollments'])} enrollments", line["p95"], "ours", milliseconds(line["p95"]))
        for line in lines
    ]
    goal = lines[0]["p95"] * 1.3 if lines else None
    return chart(
        "Growth",
        f"p95 of authorize calls at {decimal(found['rate'], 0) if found else ''} payments a second.",
        [Group("", bars, goal, "goal: 1.3 × the first")],
    )


CHARTS = {
    "ceremonies": ceremonies,
    "authorize": authorize,
    "payments": payments,
    "waiting": waiting,
    "growth": growth,
    "profile": profile,
}
