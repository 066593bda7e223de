"""What makes the tables is tried on results that are known, before anything is measured with tiny sizes."""

import tempfile
from pathlib import Path

import counts
import svg
from bars import Bar, Group, chart
from figures import count, milliseconds, percent, times
from filling import identifier, names
from goals import NO, UNKNOWN, YES, verdict
from instructions import changes
from profile import LINE, kind_of
from readme import filled
from results import Results
from three_calls import milliseconds as percentiles


def refuses(work):
    try:
        work()
    except AssertionError:
        return
    raise AssertionError("this should have been refused")


def numbers():
    assert (count(1234567.4), milliseconds(9.994), milliseconds(15), milliseconds(250.4)) == (
        "1,234,567",
        "9.99 ms",
        "15.0 ms",
        "250 ms",
    )
    assert (percent(0.0996), percent(0.5), times(1.305), times(15.2)) == ("10.0 %", "50 %", "1.30 ×", "15 ×")
    found = percentiles([number / 1000 for number in range(1, 101)])
    assert (found["p50"], found["p95"], found["max"]) == (51, 96, 100), found


def verdicts():
    at_most = dict(goal="g", holds=lambda value: value <= 15, text=milliseconds, limit="why")
    assert verdict(value=15, **at_most).row == ["g", "15.0 ms", YES, "", ""]
    assert verdict(value=15.1, **at_most).row == ["g", "15.1 ms", NO, "", "why"]
    assert verdict(value=None, **at_most).row == ["g", "", UNKNOWN, "", ""]


def places():
    text = "by hand\n<!-- measured: a -->\nold\n<!-- end -->\nby hand too\n"
    made = filled(text, {"a": "new"})
    assert made == "by hand\n<!-- measured: a -->\n\nnew\n\n<!-- end -->\nby hand too\n", made
    assert filled(made, {"a": "new"}) == made
    refuses(lambda: filled(text, {"b": "new"}))
    refuses(lambda: filled(text, {"a": "new", "b": "new"}))
    refuses(lambda: filled(text + text, {"a": "new"}))


def pictures():
    drawn = [chart("<a>", "b", [Group("c", [Bar("d", 1, "ours", "1")], 2, "goal")]) for _ in range(2)]
    assert drawn[0] == drawn[1] and "&lt;a&gt;" in drawn[0] and svg.number(2.0) == "2"


def kinds():
    for line, expected in [
        ("     3.29%  libsqlite3.so.0.8.6  [.] sqlite3VdbeExec   -      -", "SQLite itself"),
        ("     1.00%  chave                [.] $s12SQLiteWriter16SQLiteConnectionC", "statements and rows, around SQLite and libpq"),
        ("     1.00%  [kernel.kallsyms]    [k] ext4_file_write_iter", "writing and syncing pages, in the kernel"),
        ("     1.00%  [kernel.kallsyms]    [k] tcp_sendmsg_locked", "sockets, in the kernel and SwiftNIO"),
        ("     1.00%  libc.so.6            [.] _int_malloc", "memory: allocation, copies, reference counts"),
        ("     1.00%  chave                [.] CCryptoBoringSSL_ECDSA_do_verify", "curves, digests, sealing"),
        ("     1.00%  chave                [.] $s12PaymentsCore6IntentV", "rules, routing and the rest of ours"),
        ("     1.00%  [kernel.kallsyms]    [k] do_syscall_64", "the rest of the kernel"),
    ]:
        found = LINE.match(line)
        kind = kind_of(found[2], found[3], found[4].split("  ")[0])
        assert kind == expected, (line, kind)


def ids():
    made = list(names(1_000, 1_800_000_000_000))
    assert len({name for row in made for name in row}) == 3_000 and [row[0][:13] for row in made] == sorted(
        row[0][:13] for row in made
    )
    assert identifier(1)[14] == "7" and identifier(1).startswith("00000000-0001-7")


def files():
    with tempfile.TemporaryDirectory() as folder:
        results = Results(Path(folder))
        results.write("part", {"a": 1 / 3}, {"cores": 2})
        assert results.read("part") == {"a": 0.333333} and results.read("other") is None
        first = (Path(folder) / "part.json").read_text()
        assert first.endswith("}\n") and '"cores": 2' in first


def gates():
    before = {"counted_by": "callgrind", "instructions": {"a": 100, "b": 100, "c": 100, "gone": 1}}
    after = {"counted_by": "callgrind", "instructions": {"a": 104, "b": 106, "c": 50, "new": 1}}
    assert changes(before, after) == [("b", 1.06), ("c", 0.5)]
    assert changes(before, {**after, "counted_by": "perf"}) == [] == changes(None, after)
    payment = {
        "alone": {"statements": 100, "controls": 50, "allocations": 1_000},
        "batches": {"8": {"pages": 100, "syncs": 2}},
        "postgres": {"transactions": 40, "log_bytes": 50_000},
    }
    more = {**payment, "alone": {"statements": 104, "controls": 50, "allocations": 900}}
    more["batches"] = {"8": {"pages": 120, "syncs": 2.3}, "16": {"pages": 1, "syncs": 1}}
    assert counts.changes(payment, more) == [("pages, batches of 8", 1.2), ("allocations, a payment alone", 0.9)]
    assert counts.changes(payment, payment) == [] == counts.changes(None, payment)


def run():
    for check in (numbers, verdicts, places, pictures, kinds, ids, files, gates):
        check()
