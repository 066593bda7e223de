"""Where processor time goes, by `perf`: samples of all threads of a process, by what they were in."""

import collections
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from nodes import Nodes
from processes import on_cores
from service import LOAD_CORE, Sandbox, shape

# The first that fits counts; symbols as the compiler writes them, or the file that they come from.
KINDS = [
    (
        "writing and syncing pages, in the kernel",
        r"ext4|jbd2|fsync|fdatasync|writeback|blk_|bio_|nvme|virtio_?blk|virtblk|folio|"
        r"filemap|page_cache|iomap|iowrite|iov_iter|_iter\b|submit_|balance_dirty|vfs_write|generic_perform_write|copy_page_from_iter|pwrite|crc32",
    ),
    (
        "sockets, in the kernel and SwiftNIO",
        r"tcp|inet|skb|sock|ip_|__ip|net_|netif|loopback|epoll|ep_|eventfd|\$s\d+NIO|"
        r"\$s8NIOPosix|\$s7NIOCore|\$s8NIOHTTP|c_nio|llhttp|\$s11Hummingbird|HTTPTypes|\$s9NIOExtras",
    ),
    (
        "threads and tasks: handing over, waking",
        r"futex|sched|finish_task_switch|wake|_dispatch|swift_task|swift_job|swift_async|"
        r"AsyncTask|pthread_(mutex|cond)|__lll|\$sScT|\$ss\d+.*Continuation|swift::(Job|Async|Task)|sem_|nanosleep|clone",
    ),
    ("SQLite itself", r"libsqlite3|sqlite3"),
    ("statements and rows, around SQLite and libpq", r"\$s12SQLiteWriter|\$s7SQLPort"),
    ("certificates: X.509 and ASN.1", r"\$s4X509|\$s8SwiftASN1|\$s9SwiftASN1|_CertificateInternals"),
    ("libpq and our client over it", r"libpq|\$s14PostgresClient|\$s13PostgresNodes"),
    (
        "curves, digests, sealing",
        r"CCryptoBoringSSL|ecp_nistz256|p256|P256|sha256|sha512|aes|gcm|chacha|EC_|ECDSA|bn_|BN_|"
        r"\$s6Crypto|CryptoBoringWrapper|RAND_|getrandom|rdrand",
    ),
    (
        "memory: allocation, copies, reference counts",
        r"malloc|free|calloc|realloc|memcpy|memmove|memset|memcmp|swift_retain|"
        r"swift_release|swift_alloc|swift_dealloc|swift_slow|RefCount|swift_bridge|swift_isUnique|swift_arrayInit|swift_arrayAssign|"
        r"swift_arrayDestroy|outlined|WO[a-z]$|page_fault|clear_page|mmap|munmap|brk",
    ),
    ("records to text and back", r"\$s14PaymentsStores|RecordText|JSONDecoder|JSONEncoder"),
    ("JSON, HTTP and CBOR of ours", r"\$s9ChaveWire|\$s13ChavePixModel"),
    (
        "rules, routing and the rest of ours",
        r"\$s12PaymentsCore|\$s11SandboxBank|\$s10ServerHost|\$s10HTTPKernel|\$s12PaymentsHTTP|\$s7Waiting|\$s15InstitutionPort|\$s8Webhooks|"
        r"\$s13ChaveWebAuthn|\$s9ChaveJOSE|\$s5chave|\$s17PrometheusMetrics|\$s10SignInCore",
    ),
    ("Swift's standard library and Foundation", r"libswiftCore|libFoundation|libswift|\$sS|\$ss|\$s10Foundation"),
]
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


class Recorder:
    """`perf` on a process for so long, beside whatever is done meanwhile."""

    def __init__(self, pid, seconds, *options, frequency=997):
        self.folder = tempfile.TemporaryDirectory(prefix="chave-profile-")
        self.file = str(pathlib.Path(self.folder.name) / "perf.data")
        command = ["perf", "record", "-q", "-F", str(frequency), "-e", "cpu-clock", "-p", str(pid), "-o", self.file]
        command += options
        self.process = subprocess.Popen(
            [*command, "--", "sleep", str(seconds)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self):
        """Until the samples are taken."""
        self.process.wait(120)

    def found(self):
        """What they say."""
        self.wait()
        command = [
            "perf",
            "report",
            "-i",
            self.file,
            "--stdio",
            "--no-children",
            "-g",
            "none",
            "--no-demangle",
            "--sort",
            "dso,symbol",
            "--percent-limit",
            "0",
        ]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        self.folder.cleanup()
        return read(done.stdout)


    def share(self, pattern):
        """The share of the samples that have a fitting symbol in their calls."""
        self.wait()
        command = ["perf", "script", "-i", self.file, "-F", "comm,ip,sym"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.folder.cleanup()
        samples = [sample for sample in done.stdout.split("\n\n") if sample.strip()]
        if not samples:
            raise AssertionError("perf has no samples")
        return sum(bool(re.search(pattern, sample)) for sample in samples) / len(samples)


def is_there():
    return shutil.which("perf") is not None


def recorded_under_load(tools, sizes, server, cores, arguments, *options):
    """Samples of a server that has warmed up, while a load goes on."""
    with on_cores(cores):
        load = subprocess.Popen(
            [tools.chave, "load", *map(str, arguments)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**server.environment, "CHAVE_DATA": str(server.data), "CHAVE_BASE_URL": server.base_url},
        )
        try:
            time.sleep(5)
            recorder = Recorder(server.pid, sizes.profile_seconds, *options)
            recorder.wait()
            if load.poll() is not None:
                raise AssertionError("the load had ended before the profile was taken")
        finally:
            load.terminate()
            load.wait(30)
    return recorder


def of_payments(tools, sizes, server, cores):
    """While devices pay flat out."""
    arguments = shape(sizes, concurrency=sizes.devices, duration=sizes.profile_seconds + 12)
    return recorded_under_load(tools, sizes, server, cores, arguments).found()


def share_under_load(tools, sizes, server, pattern, arguments):
    """The share of the samples in whose calls a symbol fits; what a task does after it waited names the function too."""
    arguments = [*arguments, "--duration", str(sizes.profile_seconds + 12)]
    return recorded_under_load(tools, sizes, server, None, arguments, "-g").share(pattern)


def of_registration(tools, sizes):
    """One registration with a chain, again and again."""
    repeat = [tools.bench, "repeat", "registration/packed-es256", "100000000"]
    with subprocess.Popen(repeat, env=tools.environment) as process:
        try:
            time.sleep(0.5)
            return Recorder(process.pid, sizes.profile_seconds / 2).found()
        finally:
            process.terminate()


def run(tools, sizes):
    if not is_there():
        return {"unmeasured": "perf is not there"}
    found = {}
    if (pathlib.Path(tools.vectors) / "webauthn_l3.json").is_file():
        found["registration"] = of_registration(tools, sizes)
    with Sandbox(tools) as server:
        found["sqlite"] = of_payments(tools, sizes, server, LOAD_CORE)
    with Nodes(tools, 1) as nodes:
        found["postgres"] = of_payments(tools, sizes, nodes.nodes[0], None)
    return found
