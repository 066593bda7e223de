"""docs/sign-in-terminals.md: what two terminals show, written by the check that types on them."""

import os
import pathlib
import re

PLACE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "sign-in-terminals.md"
HEAD = """# Two terminals, two devices

What `chave device` shows when one terminal lets another one in. Both are one person's; each has a key store of its own
(`CHAVE_DEVICE_DIR`). Nobody wrote this by hand: `Tests/Processes/check_sign_in_terminal.py` typed on both, and `make test`
compares it with what they show now. PINs are typed and never shown. Redrawing is left out: a code counts for 90 seconds, counts
down, and is replaced in its place.
"""

TOKEN = re.compile(r"token=[\w-]{43}")

# Values that differ each time.
CHANGES = [
    (re.compile(r"^[█▀▄ ]*[█▀▄][█▀▄ ]*\n(?:[█▀▄ ]*\n)*", re.M), "(QR code)\n"),
    (TOKEN, "token=…"),
    (re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "(id)"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z"), "(time)"),
    (re.compile(r"localhost:\d+"), "localhost:8080"),
    (re.compile(r"\d+ s\b"), "(seconds)"),
    (re.compile(r"(?<!\d)\d{3} \d{3}[ -]\d{3}(?!\d)"), "(code)"),
]


def named(text):
    """With a name in the place of what is another one each time, but for the numbers of two digits."""
    for pattern, put in CHANGES:
        text = pattern.sub(put, text)
    return text


def without_changes(text):
    return re.sub(r"\d", "0", named(text))


class TerminalsDocument:
    def __init__(self, server):
        self.address = server.base_url

    def text(self, terminals):
        parts = [HEAD]
        for terminal in terminals:
            shown = terminal.screen().replace(self.address, "http://localhost:8080")
            shown = TOKEN.sub("token=…", shown)
            parts.append(f"## The {terminal.name}\n\n```text\n{shown}\n```\n")
        return "\n".join(parts)

    def check(self, checks, terminals):
        text = self.text(terminals)
        if os.environ.get("CHAVE_PICTURES") == "write":
            PLACE.write_text(text)
        stored = PLACE.read_text() if PLACE.exists() else ""
        same = without_changes(stored) == without_changes(text)
        checks.that(f"docs/{PLACE.name} is what the terminals show", same, "write it anew with CHAVE_PICTURES=write")
