"""The goals, and what the results say of each: reached or not, by which number, what stands beside it and what the
limit is."""

from dataclasses import dataclass
from statistics import median

from banks import limits
from figures import count, decimal, milliseconds, percent, times

YES, NO, UNKNOWN = "yes", "**no**", "not measured"


@dataclass(frozen=True)
class Verdict:
    goal: str
    measured: str
    reached: str
    beside: str = ""
    limit: str = ""

    @property
    def row(self):
        return [self.goal, self.measured, self.reached, self.beside, self.limit]


def verdict(goal, value, holds, text, beside="", limit=""):
    if value is None:
        return Verdict(goal, "", UNKNOWN)
    return Verdict(goal, text(value), YES if holds(value) else NO, beside, "" if holds(value) else limit)


def raw_verify(results):
    """Of one core, the mean of before and after."""
    found = [results.read(part) for part in ("rates-before", "rates-after")]
    found = [one["verify_per_core_second"] for one in found if one]
    return sum(found) / len(found) if found else None


def at(found, *path):
    for name in path:
        found = (found or {}).get(name) if isinstance(found, dict) else None
    return found


def ratio(one, other):
    return one / other if one and other else None


def ceremonies(results):
    ours, peers = at(results.read("micro"), "per_core_second"), at(results.read("ceremony_peers"), "per_core_second")
    assertion, packed = at(ours, "assertion/es256"), at(ours, "registration/packed-es256")
    raw = raw_verify(results)
    other = {name: at(peers, "assertion/es256", name) for name in ("py_webauthn", "python_fido2")}
    packed_peer = at(peers, "registration/packed-es256", "py_webauthn")
    yield verdict(
        "one assertion: at least 90 % of the raw verify rate",
        ratio(assertion, raw),
        lambda share: share >= 0.9,
        percent,
        f"{count(assertion)} / s of one core, raw {count(raw)}" if assertion and raw else "",
        "reading JSON, client data and CBOR, and the key's point, which is read anew each time",
    )
    for name, wanted in (("py_webauthn", 1.5), ("python_fido2", 8)):
        yield verdict(
            f"at least {decimal(wanted, 1) if wanted < 2 else wanted} × {name.replace('_f', '-f')}",
            ratio(assertion, other[name]),
            lambda found, wanted=wanted: found >= wanted,
            times,
            f"{count(other[name])} / s there" if other[name] else "",
        )
    two = ""
    if packed and raw:
        two = f"its two P-256 verifications are {percent(2 * packed / raw)} of the time, and alone allow {count(raw / 2)} / s"
    yield verdict(
        "a registration with a packed chain: at least 3 × py_webauthn",
        ratio(packed, packed_peer),
        lambda found: found >= 3,
        times,
        f"{count(packed)} / s of one core, {count(packed_peer)} there" if packed and packed_peer else "",
        two,
    )


def sqlite(results):
    found = results.read("service")
    flat, rated = at(found, "chave", "authorize_flat_out"), at(found, "chave", "authorize_at_rate")
    peer, peer_rated = at(found, "peer", "authorize_flat_out"), at(found, "peer", "authorize_at_rate")
    yield verdict(
        "authorize calls, durable, one process on SQLite: at least 4,000 / s",
        at(flat, "per_second"),
        lambda rate: rate >= 4_000,
        lambda rate: f"{count(rate)} / s",
        f"peer {count(peer['per_second'])} / s, {milliseconds(peer['milliseconds_each']['server'])} of its core each"
        if peer
        else "",
        core_limit(flat, "server", "call") + ", the bank's part and all that follows the answer included"
        if flat
        else "",
    )
    yield verdict(
        "their p95 at 300 / s: at most 15 ms",
        at(rated, "milliseconds", "p95") if at(rated, "asked_per_second") == 300 else None,
        lambda p95: p95 <= 15,
        milliseconds,
        f"the middle one of three runs, the others {' and '.join(milliseconds(rated['p95_of_runs'][place]) for place in (0, 2))}; "
        f"peer {milliseconds(peer_rated['milliseconds']['p95'])}"
        if rated and peer_rated
        else "",
        core_limit(rated, "server", "call") if rated else "",
    )
    whole, both = at(found, "chave", "payments_flat_out"), at(found, "chave", "payments_both_cores")
    three = at(found, "peer", "three_calls_flat_out")
    yield verdict(
        "whole payments with the bank in the process: at least 1,000 / s",
        at(whole, "payments_per_second"),
        lambda rate: rate >= 1_000,
        lambda rate: f"{count(rate)} / s",
        f"{count(both['payments_per_second'])} / s where server and load share both cores; "
        f"peer's three calls {count(three['per_second'])} / s, without a bank"
        if both and three
        else "",
        core_limit(whole, "server", "payment") if whole else "",
    )


def core_limit(found, name, what):
    """How busy the core was, and what the processor time of one allows."""
    each, busy = found["milliseconds_each"].get(name), found["cores_busy"].get(name)
    if not each:
        return "too short a run to say"
    return f"the processor: {milliseconds(each)} for each {what}, {count(1000 / each)} / s of one core; it was {percent(busy)} busy"


def postgres(results):
    found = results.read("nodes")
    calls, whole = at(found, "one", "authorize_flat_out"), at(found, "one", "payments_flat_out")
    shared = "node, PostgreSQL and load share two cores: "
    yield verdict(
        "on PostgreSQL, one node: authorize calls at least 3,000 / s",
        at(calls, "per_second"),
        lambda rate: rate >= 3_000,
        lambda rate: f"{count(rate)} / s",
        split(calls),
        shared + "the processor",
    )
    yield verdict(
        "whole payments at least 500 / s",
        at(whole, "payments_per_second"),
        lambda rate: rate >= 500,
        lambda rate: f"{count(rate)} / s",
        split(whole),
        shared + "the processor",
    )
    two = at(found, "two", "payments_flat_out")
    total = sum(load["payments_per_second"] for load in two) if two else None
    goal = "two nodes add up until the database is the limit"
    if not total or not whole:
        yield Verdict(goal, "", UNKNOWN)
        return
    busy = two[0]["cores_busy"]
    nodes = sum(share for name, share in busy.items() if name != "postgres") / total * 1000
    database = busy.get("postgres", 0) / total * 1000
    yield Verdict(
        goal,
        f"{count(total)} / s, one node {count(whole['payments_per_second'])} / s",
        "cannot be seen on two cores",
        f"{milliseconds(nodes)} of the nodes and {milliseconds(database)} of PostgreSQL for each payment",
        f"both cores are full with either; by processor time a core of PostgreSQL keeps {decimal(nodes / database, 1)} cores of "
        "nodes busy"
        if database
        else "",
    )


def split(found):
    if not found or not found["milliseconds_each"]:
        return ""
    shown = ", ".join(
        f"{'PostgreSQL' if name == 'postgres' else 'node'} {milliseconds(each)}"
        for name, each in found["milliseconds_each"].items()
    )
    return f"for each: {shown}"


def counted(results):
    """A whole payment on SQLite, platform and bank, and on PostgreSQL."""
    found = results.read("counts")
    one, batches, database = at(found, "alone"), at(found, "batches") or {}, at(found, "postgres")
    kept = at(batches, "16", "kept") or {}
    yield verdict(
        "a payment's statements on tables: at most 55",
        at(one, "statements"),
        lambda number: number <= 55,
        lambda number: decimal(number, 1),
        "",
        "listed below: five ends of attempts, four keys of the bank asked for and kept, four requests that ask what their token rests on",
    )
    for batch, most in (("4", 65), ("8", 50)):
        trees = at(batches, batch, "trees") or {}
        largest = sorted(trees.items(), key=lambda item: -item[1])[:3]
        yield verdict(
            f"its pages, log and back, at {batch} operations a transaction: at most {most}",
            at(batches, batch, "pages"),
            lambda number, most=most: number <= most,
            lambda number: decimal(number, 1),
            f"{count(len(trees))} trees" if trees else "",
            ("of which " + ", ".join(f"{name} {decimal(pages, 1)}" for name, pages in largest)) if largest else "",
        )
    yield verdict(
        "its syncs with 32 devices: at most 1.5",
        at(batches, "16", "syncs"),
        lambda number: number <= 1.5,
        lambda number: decimal(number, 1),
    )
    own = at(one, "allocations_of_sqlite")
    yield verdict(
        "its allocations: at most 3,000",
        at(one, "allocations"),
        lambda number: number <= 3_000,
        count,
        f"{count(own)} are SQLite's own" if own else "",
        "Debian's SQLite has no memory of its own for small pieces (`OMIT_LOOKASIDE`); the rest is spread thin",
    )
    yield verdict(
        "kept of it on disk: at most 13 KiB",
        sum(kept.values()) / 1024 if kept else None,
        lambda kib: kib <= 13,
        lambda kib: f"{decimal(kib, 1)} KiB",
        "",
        "by table below",
    )
    bank = sum(at(database, f"trips.{whose}") or 0 for whose in ("bank", "unknown"))
    for whose, trips in (("platform", at(database, "trips.platform")), ("bank", bank if database else None)):
        yield verdict(
            f"on PostgreSQL round trips of the {whose}: at most 10",
            trips,
            lambda number: number <= 10,
            lambda number: decimal(number, 1),
            "",
            "four requests ask what their token rests on, three look for what is due, six are claims and ends of attempts"
            if whose == "platform"
            else "four calls of two trips or three, and a read",
        )
    yield verdict(
        "its processor for a payment: at most 2 ms",
        at(database, "database_milliseconds"),
        lambda each: each <= 2,
        milliseconds,
    )
    yield verdict(
        "its log for a payment: at most 30 KB",
        at(database, "log_bytes"),
        lambda size: size <= 30_000,
        lambda size: f"{decimal(size / 1000, 1)} KB",
        "",
        "each update of a row whose indexes move writes an entry in every index of its table",
    )


def the_rest(results):
    lines = at(results.read("waiting"), "lines") or []
    held = max((line for line in lines if line["way"] == "held"), key=lambda line: line["devices"], default=None)
    held = held if held and held["devices"] >= 10_000 else None
    asking = "each asks again every thirty seconds; a question is answered as any request" if held else ""
    yield verdict(
        "10,000 devices that wait: less than 10 % of a core",
        at(held, "share_of_a_core"),
        lambda share: share < 0.1,
        percent,
        f"{count(held['questions_per_second'])} questions / s" if held else "",
        asking,
    )
    yield verdict(
        "and less than 300 MiB",
        at(held, "mib"),
        lambda mib: mib < 300,
        lambda mib: f"{count(mib)} MiB",
        f"{count(held['mib_before'])} MiB before they came" if held else "",
        f"{count((held['mib'] - held['mib_before']) * 1024 / held['devices'])} KiB for each connection and its question"
        if held
        else "",
    )
    growth = results.read("growth")
    large = growth and growth["lines"][-1]["enrollments"] >= 1_000_000
    rounds = growth["lines"][0]["authorize_p95"] if large else [1]
    yield verdict(
        "p95 with 1,000,000 enrollments: at most 1.3 × that with 1,000",
        growth["times"] if large else None,
        lambda found: found <= 1.3,
        times,
        " and ".join(milliseconds(line["p95"]) for line in growth["lines"]) + " for authorize calls" if large else "",
        f"not known; the rounds with {count(1_000)} alone differ by {times(max(rounds) / min(rounds))}",
    )
    yield verdict(
        "SDK work in a payment: p95 at most 5 ms",
        at(results.read("sdk"), "sdk_milliseconds", "p95"),
        lambda p95: p95 <= 5,
        milliseconds,
    )
    starts = results.read("starting")
    yield verdict(
        "start to ready with an existing database: less than 150 ms",
        at(starts, "p50"),
        lambda p50: p50 < 150,
        milliseconds,
        f"the slowest of {len(starts['milliseconds'])}: {milliseconds(starts['milliseconds'][-1])}" if starts else "",
        "opening and checking five databases, and loading the program",
    )


def the_wire(results):
    """The platform before banks that are processes of their own."""
    found = results.read("banks")
    one, many = limits(found) if found else None, at(found, "many") or {}
    is_whole = many.get("banks", 0) >= 100
    yield verdict(
        "a payment over the wire: at most the RSA of its signatures and 1.5 × the platform's part in one process",
        one.measured if one and one.goal else None,
        lambda each: each <= one.goal,
        milliseconds,
        f"{milliseconds(one.floor)} and 1.5 × {milliseconds(one.own)} are {milliseconds(one.goal)}" if one and one.goal else "",
        "TLS, HTTP and the messages of five calls",
    )
    ratio_beside = at(many, "hanging", "ratio") if is_whole else None
    yield verdict(
        "100 banks of which one hangs: p95 of the others at most 1.1 ×",
        ratio_beside,
        lambda found: found <= 1.1,
        times,
        f"{count(len(many['hanging']['calm']))} rounds of either in turns" if ratio_beside else "",
    )
    yield verdict(
        "memory for each bank: below 1 MiB",
        at(many, "memory", "mib_each") if is_whole else None,
        lambda mib: mib < 1,
        lambda mib: f"{count(mib * 1024)} KiB",
    )
    for name, words in (("starts", "start to ready with 100 banks"), ("starts_without_directory", "the same without a directory")):
        yield verdict(
            f"{words}: below 500 ms",
            median(many[name]) if is_whole else None,
            lambda each: each < 500,
            milliseconds,
            f"the slowest of {len(many[name])}: {milliseconds(many[name][-1])}" if is_whole else "",
        )


def all_verdicts(results):
    parts = (ceremonies, sqlite, counted, postgres, the_wire, the_rest)
    return [row for part in parts for row in part(results)]
