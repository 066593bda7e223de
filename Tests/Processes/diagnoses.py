"""Wrong addresses, numbers, places and settings: each error names the option, what is wrong and the way out."""

from outcomes import shown
from receiver import Receiver
from server import free_port

# Wrong addresses of a server, with what the refusal says.
ADDRESSES = [
    ("nonsense", "neither https:// nor http://"),
    ("ftp://localhost", "scheme"),
    ("http://", "host is missing"),
    ("http://ana:geheim@localhost", "user name"),
    ("http://localhost:99999", "1 to 65535"),
    ("http://localhost:8080/?page=1", "behind the host"),
    ("http://nosuch.invalid", "Give https://nosuch.invalid"),
    ("http://host.example/shop", "Give https://host.example/shop"),
]
# Commands that have the option in different ways.
CALLERS = [
    ("device", "list"),
    ("device", "sign-in", "--yes"),
    ("webhooks", "list"),
    ("users", "list"),
    ("load",),
]
# Wrong settings that only a running command sees, with the command whose help is named.
SETTINGS = [
    (("serve",), "chave serve", "public-url is missing"),
    (("serve", "--sandbox", "--log-level", "x"), "chave serve", "log-level"),
    (("keys", "create", "--label", "x" * 300), "chave keys create", "--label"),
    (("keys", "link", "--server", "nonsense"), "chave keys link", "--server"),
    (
        ("apps", "add", "--organisation", "0193a1b2-0000-7000-8000-000000000000", "--platform", "TV", "--app-id", "x",
         "--callback-url", "https://loja.example"),
        "chave apps add",
        "platform",
    ),
]
# Numbers below zero, which a parser takes for options.
NEGATIVE = [
    (("device", "pay", "--yes", "--amount", "-1"), "--amount", "above zero"),
    (("load", "--amount", "-0.01"), "--amount", "above zero"),
    (("demo", "--port", "-1"), "--port", "0 to 65535"),
    (("doctor", "--port", "-1"), "--port", "0 to 65535"),
    (("load", "--waiting", "-5"), "--waiting", "0 to 100000"),
]


def wrong_words(line):
    """Refused before anything is there: addresses, numbers, and settings with the help of their own command."""
    server = line.server
    for address, reason in ADDRESSES:
        done = server.run("device", "list", "--server", address)
        line.refuses(f"the address {address}", done, "--server", reason)
        line.checks.that("a password in it is not repeated", "geheim" not in done.stdout + done.stderr, shown(done))
    for command in CALLERS:
        done = server.run(*command, "--server", "http://nosuch.invalid")
        line.refuses(f"{' '.join(command)} over plain http", done, "--server", "https://nosuch.invalid")
        done = server.run(*command, environment={"CHAVE_BASE_URL": "http://nosuch.invalid"})
        line.refuses(f"{' '.join(command)} by the variable", done, "CHAVE_BASE_URL", "https://nosuch.invalid")
    for words, option, reason in NEGATIVE:
        line.refuses(f"{' '.join(words)} says what is wrong", server.run(*words), option, reason)
    for words, command, setting in SETTINGS:
        done = server.beside(*words)
        line.refuses(f"{command} with a wrong setting", done, setting)
        own = f"See '{command} --help'" in done.stderr and "<subcommand>" not in done.stderr
        line.checks.that("and the help that is named is its own", own, shown(done))


def wrong_answers(line):
    """With a server: what answers at the address is none, or stands elsewhere."""
    server = line.server
    done = server.beside("device", "list", "--server", f"{server.base_url}/elsewhere")
    line.fails("a server with a path behind it", done, f"{server.base_url}/elsewhere is no server", "without a path")
    other = Receiver()
    for command in (("device", "list"), ("webhooks", "list")):
        done = server.beside(*command, "--server", other.url)
        line.fails(f"{' '.join(command)} at another program", done, "is no server of chave's", "--server")
    done = server.beside("users", "list", "--server", f"{server.base_url}/elsewhere")
    line.fails("sign-in behind a path", done, "is no server of chave's", "--server")
    done = server.beside("device", "list", "--server", f"https://localhost:{free_port()}")
    line.fails("nobody there", done, "no server answers", "--server")


def backups_without_a_place(line):
    """With data: the folder is named, and not the data; a slash at its end is no part of the name."""
    server = line.server
    for place in ("/proc/nope", "/dev/null/copy"):
        done = server.beside("db", "backup", place)
        line.fails(f"db backup {place}", done, place, "Give a folder")
        line.checks.that("which blames no data", "--data" not in done.stderr, done.stderr)
    folder = server.folder / "copy"
    done = server.beside("db", "backup", f"{folder}/")
    line.expect("db backup with a slash at the end", done, done.returncode == 0 and (folder / "backup.json").exists())
