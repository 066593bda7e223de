"""Where the server's processor time goes while devices pay flat out, by `perf`: samples of all its threads, by what they were in."""

import collections
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from service import LOAD_CORE, Sandbox, shape
from processes import on_cores

# The first that fits counts; symbols as the compiler writes them, or the file that they come from.
KINDS = [
    ("writing and syncing pages, in the kernel", r"ext4|jbd2|fsync|fdatasync|writeback|blk_|bio_|nvme|virtio_?blk|virtblk|folio|"
     r"filemap|page_cache|iomap|iowrite|iov_iter|_iter\b|submit_|balance_dirty|vfs_write|generic_perform_write|copy_page_from_iter|pwrite|crc32"),
    ("sockets, in the kernel and SwiftNIO", r"tcp|inet|skb|sock|ip_|__ip|net_|netif|loopback|epoll|ep_|eventfd|\$s\d+NIO|"
     r"\$s8NIOPosix|\$s7NIOCore|\$s8NIOHTTP|c_nio|llhttp|\$s11Hummingbird|HTTPTypes|\$s9NIOExtras"),
    ("threads and tasks: handing over, waking", r"futex|sched|finish_task_switch|wake|schedule|_dispatch|swift_task|swift_job|swift_async|"
     r"AsyncTask|pthread_(mutex|cond)|__lll|\$sScT|\$ss\d+.*Continuation|swift::(Job|Async|Task)|sem_|nanosleep|clone"),
    ("SQLite itself", r"libsqlite3|sqlite3"),
    ("GRDB around SQLite", r"\$s4GRDB|\$s\w*GRDB|\[GRDB\]"),
    ("curves, digests, sealing", r"CCryptoBoringSSL|ecp_nistz256|p256|P256|sha256|sha512|aes|gcm|chacha|EC_|ECDSA|bn_|BN_|"
     r"\$s6Crypto|CryptoBoringWrapper|RAND_|getrandom|rdrand"),
    ("memory: allocation, copies, reference counts", r"malloc|free|calloc|realloc|memcpy|memmove|memset|memcmp|swift_retain|"
     r"swift_release|swift_alloc|swift_dealloc|swift_slow|RefCount|swift_bridge|swift_isUnique|swift_arrayInit|swift_arrayAssign|"
     r"swift_arrayDestroy|outlined|WO[a-z]$|page_fault|clear_page|mmap|munmap|brk"),
    ("records to text and back", r"\$s11StoredForms|\$s13StorageSQLite|RecordText|JSONDecoder|JSONEncoder"),
    ("JSON, HTTP and CBOR of ours", r"\$s9ChaveWire|\$s13ChavePixModel"),
    ("rules, routing and the rest of ours", r"\$s12PaymentsCore|\$s11SandboxBank|\$s10ServerHTTP|\$s15InstitutionPort|\$s8Webhooks|"
     r"\$s13ChaveWebAuthn|\$s9ChaveJOSE|\$s12SQLiteWriter|\$s5chave|\$s17PrometheusMetrics|\$s10SignInCore"),
    ("Swift's standard library and Foundation", r"libswiftCore|libFoundation|libswift|\$sS|\$ss|\$s10Foundation"),
]  # fmt: skip
REST = "the rest"
KERNEL = "the rest of the kernel"
LINE = re.compile(r"^\s*([\d.]+)%\s+(\S+)\s+\[([k.u])\]\s+(.*)$")


def kind_of(file, where, symbol):
    for kind, pattern in KINDS:
        if kind.endswith("in the kernel") and where != "k" and "NIO" not in kind:
            continue
        if re.search(pattern, symbol) or re.search(pattern, file):
            return kind
    return KERNEL if where == "k" else REST


def read(text):
    """Shares of the time by kind, and the symbols that take most."""
    shares, symbols = collections.Counter(), []
    for line in text.splitlines():
        found = LINE.match(line)
        if not found:
            continue
        share, file, where, symbol = float(found[1]) / 100, found[2], found[3], found[4].strip().split("  ")[0]
        kind = kind_of(file, where, symbol)
        shares[kind] += share
        symbols.append({"share": share, "symbol": symbol, "file": file, "kind": kind})
    if not symbols:
        raise AssertionError(f"perf reports nothing: {text[-500:]}")
    top = symbols[:12]
    names = [one["symbol"] for one in top if one["symbol"].startswith("$s")]
    done = subprocess.run(["swift", "demangle", "--compact", *names], check=True, capture_output=True, text=True)
    readable = dict(zip(names, done.stdout.splitlines())) if names else {}
    return {
        "shares": dict(shares),
        "symbols": [{**one, "symbol": readable.get(one["symbol"], one["symbol"])[:110]} for one in top],
    }


def record(server, load, seconds, file):
    """While the load is under way and has warmed up."""
    time.sleep(4)
    with on_cores(LOAD_CORE):
        command = ["perf", "record", "-q", "-F", "997", "-e", "cpu-clock", "-p", str(server.pid), "-o", str(file)]
        subprocess.run([*command, "--", "sleep", str(seconds)], check=True, capture_output=True)
    if load.poll() is not None:
        raise AssertionError("the load had ended before the profile was taken")


def run(tools, sizes):
    if shutil.which("perf") is None:
        return {"unmeasured": "perf is not there"}
    with Sandbox(tools) as server, tempfile.TemporaryDirectory(prefix="chave-profile-") as folder:
        file = pathlib.Path(folder) / "perf.data"
        arguments = shape(sizes, concurrency=sizes.devices, duration=sizes.profile_seconds + 12)
        with on_cores(LOAD_CORE):
            load = subprocess.Popen(
                [tools.chave, "load", *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**server.environment, "CHAVE_DATA": str(server.data), "CHAVE_BASE_URL": server.base_url},
            )  # fmt: skip
        try:
            record(server, load, sizes.profile_seconds, file)
        finally:
            load.terminate()
            load.wait(30)
        command = ["perf", "report", "-i", str(file), "--stdio", "--no-children", "-g", "none", "--no-demangle",
                   "--sort", "dso,symbol", "--percent-limit", "0"]  # fmt: skip
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return read(done.stdout)
