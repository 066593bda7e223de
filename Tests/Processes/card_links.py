"""Links that are not the app's, or not whole: each is refused by its name, before anything is sent."""

import base64
import json

from card_wallet import app_link
from outcomes import one_line

PAYLOAD = {
    "panReferenceID": "V-3019310727778236299436",
    "tokenRequestorID": "40099000017",
    "tokenReferenceID": "DNITHE301931072777823629943600",
    "walletAccountID": "walletaccount00000000001",
    "deviceID": "0123456789abcdef01234567",
    "deviceIndex": "1",
    "reasonCode": "A1",
}
GOOD = app_link(PAYLOAD, "com.example.wallet://return")
ADDRESS = "bank-app://token-activation/a2a"


def answered(text):
    """With a payload that is none, but a callback that may be opened."""
    return app_link(text=text, callback="com.example.wallet://return")


def base64_of(value):
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.b64encode(raw).decode()


# By the library's word for each: links to which nobody is answered.
UNANSWERED = [
    ("other_scheme", GOOD.replace("bank-app", "bank-apps")),
    ("other_scheme", GOOD.replace("bank-app", "https")),
    ("other_host", GOOD.replace("token-activation", "token-activation.example")),
    ("other_path", GOOD.replace("/a2a", "/a2b")),
    ("user_info", GOOD.replace("token-activation", "me@token-activation")),
    ("port", GOOD.replace("token-activation", "token-activation:80")),
    ("encoded_host", GOOD.replace("token-activation", "token%2Dactivation")),
    ("fragment", GOOD + "#x"),
    ("backslash", GOOD.replace("//", "/\\", 1)),
    ("control_character", GOOD + "\t"),
    ("not_ascii", GOOD.replace("token", "tоken", 1)),
    ("not_an_address", "hello"),
    ("not_an_address", "-"),
    ("too_long", GOOD + "&x=" + "y" * 9_000),
    ("duplicate_item", GOOD + "&wpcallback=com.example.wallet%3A%2F%2Freturn"),
    ("duplicate_item", GOOD + "&%77pcallback=https%3A%2F%2Fevil.example"),
    ("malformed_escape", GOOD + "&x=%zz"),
    ("callback_missing", f"{ADDRESS}?a2apayload={base64_of(PAYLOAD)}"),
    ("callback_forbidden_scheme", app_link(PAYLOAD, "javascript:alert(1)")),
    ("callback_forbidden_scheme", app_link(PAYLOAD, "http://evil.example/")),
    ("callback_forbidden_scheme", app_link(PAYLOAD, "tel:190")),
    ("callback_forbidden_scheme", app_link(PAYLOAD, "file:///etc/passwd")),
    ("callback_own_scheme", app_link(PAYLOAD, "bank-app://token-activation/a2a")),
    ("callback_other_scheme", app_link(PAYLOAD, "com.evil.wallet://return")),
    ("callback_other_host", app_link(PAYLOAD, "https://evil.example/return")),
    ("callback_user_info", app_link(PAYLOAD, "https://wallet.example@evil.example/")),
]

# Links that are the app's own, with a payload that is none: the wallet is told.
ANSWERED = [
    ("payload_missing", answered("")),
    ("payload_not_base64", answered("%%%")),
    ("payload_not_base64", answered("abcde")),
    ("payload_not_json", answered(base64_of(b"{"))),
    ("payload_not_json", answered(base64_of(b"{}x"))),
    ("payload_not_an_object", answered(base64_of([]))),
    ("payload_not_utf8", answered(base64_of(b'{"deviceID":"\xff"}'))),
    ("payload_duplicate_key", answered(base64_of(b'{"deviceID":"a","deviceID":"b"}'))),
    ("payload_too_deep", answered(base64_of(b"[" * 40 + b"]" * 40))),
    ("payload_too_long", answered(base64_of({"deviceID": "x" * 5_000}))),
    ("payload_wrong_type", answered(base64_of({"deviceID": {}}))),
    ("incomplete", answered(base64_of({}))),
    ("incomplete", answered(base64_of({"tokenReferenceID": PAYLOAD["tokenReferenceID"]}))),
]


class HostileLinks:
    """Without a server anywhere: whatever is sent would be seen as one that does not answer."""

    def hostile_links(self):
        for code, link in UNANSWERED:
            done = self.server.beside("card", "activate", "--callback-scheme", "com.example.wallet", "--", link)
            good = done.returncode == 65 and one_line(done, "Nothing was sent", f"({code})")
            self.expect(f"{code}: {link[:40]!r} is refused", done, good)
            self.shows_nothing_of(link, done)

    def broken_payloads(self):
        for code, link in ANSWERED:
            done = self.beside(
                "first", "card", "activate", "--callback-scheme", "com.example.wallet", "--yes", "--json", link
            )
            said = json.loads(done.stdout) if done.stdout else {}
            told = said.get("callback") == "com.example.wallet://return?stepupresponse=failure"
            good = done.returncode == 65 and said.get("reason") == code and said.get("outcome") == "failure" and told
            self.expect(f"{code}: the wallet hears of a failure", done, good)
            self.shows_nothing_of(link, done)

    def shows_nothing_of(self, link, done):
        """No value of the payload stands in what is said of it."""
        values = [value for value in PAYLOAD.values() if len(value) > 2] + [link[60:120] or link]
        shown = done.stdout + done.stderr
        self.checks.that("and nothing of it is shown", not any(value in shown for value in values), shown)
