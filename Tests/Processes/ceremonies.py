"""Uses `chave webauthn` like a developer after a refused ceremony."""

import base64
import json
import os
import pathlib
import re
import select
import signal
import subprocess
import threading

import console
from person import PIN_ANSWERS, on_terminal

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GUIDE = ROOT / "docs" / "webauthn-debugging.md"
TOUR = ROOT / "docs" / "tour.md"
CHALLENGE = base64.urlsafe_b64encode(bytes(range(32))).decode().rstrip("=")
CREATION = {
    "rp": {"id": "example.org", "name": "Example"},
    "user": {"id": "dXNlci0x", "name": "ana", "displayName": "Ana"},
    "challenge": CHALLENGE,
    "pubKeyCredParams": [{"type": "public-key", "alg": -8}],
}
EXPECTED = {
    "rpId": "example.org",
    "origins": ["https://example.org"],
    "challenge": CHALLENGE,
    "userVerification": "required",
}
LONGEST = 1 << 20


class Ceremonies:
    def __init__(self, line):
        self.line, self.server = line, line.server
        self.folder = self.server.folder / "ceremonies"
        self.folder.mkdir()
        self.keys = self.folder / "keys"

    def run(self):
        created = self.create()
        asserted, stored = self.round_trip(created)
        self.refusals(created, asserted, stored)
        self.unreadable(created, asserted)
        self.lines(created)
        self.inspect(created)
        self.origins()
        self.output_that_cannot_be_written()
        self.input_that_is_closed()
        self.input_that_does_not_wait()
        self.asks_for_a_pin()
        self.guide()

    def guide(self):
        environment = {**self.server.environment, "PATH": f"{self.bin()}:/usr/bin:/bin"}
        folders = [self.folder / "guide", self.folder / "stale"]
        for folder in folders:
            folder.mkdir()
        console.check(self.line.checks, GUIDE, folders[0], environment)
        stale = GUIDE.read_text().replace("7.1 step 9", "7.1 step 8")
        wrong = [command for command, holds, _ in console.compared(stale, folders[1], environment) if not holds]
        self.line.checks.that("a guide that says something else is noticed", len(wrong) == 1, wrong)

    def bin(self):
        """A folder in which the program is called `chave`."""
        folder = self.folder / "bin"
        folder.mkdir()
        (folder / "chave").symlink_to(self.server.program)
        return folder

    def webauthn(self, *arguments, given):
        text = given if isinstance(given, str) else json.dumps(given)
        return self.server.run("webauthn", *arguments, text=text)

    def make(self, command, options, *more):
        return self.webauthn(command, "--keys", self.keys, *(more or ["--yes"]), given=options)

    def verify(self, request):
        """The one-line response to one request."""
        done = self.webauthn("verify", given=request)
        lines = done.stdout.splitlines()
        return done, json.loads(lines[0]) if len(lines) == 1 and not done.stderr else {}

    def unreadable_input(self, what, done, *parts):
        """Exit code 65, and one line that says why."""
        lines = done.stderr.strip().splitlines()
        holds = done.returncode == 65 and not done.stdout and len(lines) == 1
        self.line.expect(what, done, holds and all(part in lines[0] for part in parts))

    def create(self):
        done = self.make("create", CREATION)
        self.line.expect("webauthn create", done, done.returncode == 0 and len(done.stdout.splitlines()) == 1)
        self.line.checks.that("its keys are for their owner only", self.keys.stat().st_mode & 0o777 == 0o700)
        expect, refuses, fails = self.line.expect, self.line.refuses, self.line.fails
        refuses("create without keys", self.webauthn("create", "--yes", given=CREATION), "--keys")
        refuses("--unverified alone", self.make("create", CREATION, "--unverified"), "--yes")
        self.unreadable_input("options that are no JSON", self.make("create", "{]"), "byte 1")
        given = json.dumps(CREATION, ensure_ascii=False).encode().replace(b"Example", b"Ex\xffmple")
        broken = subprocess.run([self.server.program, "webauthn", "create", "--keys", self.keys, "--yes"], input=given, capture_output=True)
        self.line.expect("options that are not UTF-8", broken, broken.returncode == 65 and b"no JSON" in broken.stderr)
        self.unreadable_input("options without a challenge", self.make("create", {"rp": {}}), "user")
        other = self.make("create", CREATION, "--yes", "--origin", "https://evil.example")
        fails("an origin that may not use this id", other, "evil.example")
        excluded = {**CREATION, "excludeCredentials": [{"type": "public-key", "id": json.loads(done.stdout)["id"]}]}
        fails("a credential that is excluded", self.make("create", excluded), "credential_excluded")
        unknown = self.make("get", {"rpId": "other.example", "challenge": CHALLENGE})
        expect("a credential that is not there", unknown, unknown.returncode == 1 and "no_credential" in unknown.stderr)
        nowhere = self.webauthn("create", "--yes", "--keys", "/dev/null/keys", given=CREATION)
        fails("keys where nothing can be", nowhere, "/dev/null/keys", "--keys")
        return json.loads(done.stdout)

    def round_trip(self, created):
        done, verdict = self.verify({**EXPECTED, "ceremony": "registration", "credential": created})
        good = done.returncode == 0 and verdict.get("verified") is True and verdict["credentialId"] == created["id"]
        self.line.expect("create | verify", done, good and verdict["algorithm"] == -8)
        allowed = [{"type": "public-key", "id": created["id"]}]
        options = {"rpId": "example.org", "challenge": CHALLENGE, "allowCredentials": allowed}
        asserted = json.loads(self.make("get", options).stdout)
        stored = {**verdict["stored"], "userHandle": CREATION["user"]["id"]}
        done, verdict = self.verify({**EXPECTED, "ceremony": "authentication", "credential": asserted, "stored": stored})
        good = done.returncode == 0 and verdict.get("verified") is True
        self.line.expect("get | verify", done, good and verdict["stored"]["signCount"] == verdict["signCount"] > 0)
        return asserted, verdict["stored"]

    def refusals(self, created, asserted, stored):
        registration = {**EXPECTED, "ceremony": "registration", "credential": created}
        authentication = {**EXPECTED, "ceremony": "authentication", "credential": asserted, "stored": stored}
        for request, refusal, words in [
            ({**registration, "origins": ["https://www.example.org"]}, "origin_not_allowed", "https://www.example.org"),
            ({**registration, "challenge": CHALLENGE[:-4] + "AAAA"}, "challenge_mismatch", CHALLENGE),
            ({**registration, "rpId": "www.example.org"}, "relying_party_id_mismatch", "It is that of 'example.org'"),
            ({**registration, "algorithms": [-7]}, "algorithm_not_offered", "-7 (ES256)"),
            ({**registration, "attestation": {"formats": ["packed"]}}, "attestation_format_not_accepted", "'none'"),
            (authentication, "counter_not_advanced", f"stored.signCount is {stored['signCount']}"),
        ]:
            done, verdict = self.verify(request)
            good = done.returncode == 1 and verdict.get("verified") is False and verdict["refusal"] == refusal
            step = re.match(r"WebAuthn Level 3, 7\.[12] step \d+$", verdict.get("step") or "")
            self.line.expect(f"verify explains {refusal}", done, good and step and words in verdict["message"])

    def unreadable(self, created, asserted):
        registration = {**EXPECTED, "ceremony": "registration", "credential": created}
        other = {**registration, "ceremony": "authentication"}
        for what, request, words in [
            ("nothing", "", "no value"),
            ("no JSON", '{"ceremony": nil}', "byte 14"),
            ("a name that stands twice", '{"rpId": "a", "rpId": "b"}', "byte 14"),
            ("two objects", "{} {}", "byte 3"),
            ("a misspelt member", {**registration, "origin": "https://example.org"}, "origin is no member"),
            ("the other ceremony's answer", other, "set ceremony to 'registration'"),
            ("an authentication without stored", {**other, "credential": asserted}, "stored is missing"),
            ("a request that is too long", " " * LONGEST + "{}", str(LONGEST)),
        ]:
            done, verdict = self.verify(request)
            good = done.returncode == 65 and verdict.get("refusal") == "unreadable"
            self.line.expect(f"verify of {what}", done, good and words in verdict["message"])

    def lines(self, created):
        good = {**EXPECTED, "ceremony": "registration", "credential": created}
        bad = {**good, "origins": []}
        given = "\n".join([json.dumps(good), json.dumps(bad), "{", "", " " * (LONGEST + 1), json.dumps(good)])
        done = self.webauthn("verify", "--lines", given=given)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        wanted = [None, "origin_not_allowed", "unreadable", "unreadable", "unreadable", None]
        came = [answer.get("refusal") for answer in answers]
        self.line.expect("verify --lines: one line for one line", done, came == wanted and done.returncode == 65)
        for code, requests in [(0, [good, good]), (1, [bad, good])]:
            done = self.webauthn("verify", "--lines", given="".join(json.dumps(each) + "\n" for each in requests))
            self.line.expect(f"verify --lines ends with {code}", done, done.returncode == code)
        done = self.webauthn("verify", "--lines", given="")
        self.unreadable_input("verify --lines of nothing", done, "no line")
        self.at_once(good)

    def at_once(self, request):
        """The answer comes while the stream is still open."""
        command = [self.server.program, "webauthn", "verify", "--lines"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            try:
                for _ in range(2):
                    process.stdin.write(json.dumps(request).encode() + b"\n")
                    process.stdin.flush()
                    ready, _, _ = select.select([process.stdout], [], [], 20)
                    answer = json.loads(process.stdout.readline()) if ready else {}
                    self.line.checks.that("verify --lines answers at once", answer.get("verified") is True, answer)
                process.stdin.close()
                self.line.checks.that("and ends with its input", process.wait(timeout=20) == 0)
            finally:
                process.kill()

    def output_that_cannot_be_written(self):
        """A full disk gives a one-line message; a closed pipe gives none."""
        for arguments in (["verify"], ["inspect", "00"]):
            command = [self.server.program, "webauthn", *arguments]
            with open("/dev/full", "wb") as full:
                done = subprocess.run(command, input="{}", stdout=full, stderr=subprocess.PIPE, text=True, timeout=20)
            said = done.stderr.splitlines()
            good = done.returncode == 1 and len(said) == 1 and "cannot be written" in said[0]
            self.line.checks.that(f"{arguments[0]} into a full disk", good, (done.returncode, done.stderr[-300:]))
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run(
                command,
                input="{}",
                stdout=writer,
                stderr=subprocess.PIPE,
                text=True,
                timeout=20,
                preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN),
                restore_signals=False,
            )
            os.close(writer)
            good = done.returncode == 141 and not done.stderr
            self.line.checks.that(f"{arguments[0]} to nobody", good, (done.returncode, done.stderr[-300:]))

    def input_that_is_closed(self):
        """The run time's replacement of the closed input does not matter; it differs from start to start."""
        command = ["/bin/sh", "-c", f"'{self.server.program}' webauthn verify <&-"]
        for _ in range(20):
            done = subprocess.run(command, capture_output=True, text=True, timeout=20)
            if done.returncode != 65 or "closed" not in done.stderr:
                break
        self.unreadable_input("verify of a closed input", done, "closed", "<")

    def input_that_does_not_wait(self):
        """A pipe whose reads answer at once that nothing is there yet is waited for."""
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        command = [self.server.program, "webauthn", "inspect", "--as", "cbor"]
        process = subprocess.Popen(command, stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        os.close(reader)
        late = threading.Timer(2, lambda: (os.write(writer, b"a10126"), os.close(writer)))
        late.start()
        out, err = process.communicate(timeout=20)
        late.join()
        good = process.returncode == 0 and "{1: -7}" in out
        self.line.checks.that("inspect of an input that does not wait", good, (process.returncode, out, err[-300:]))

    def origins(self):
        """The origins that `create` may claim, and its default relying party."""
        unnamed = {**CREATION, "rp": {"name": "Example"}}
        for origin, words in [
            ("", "https://"),
            ("example.org", "https://"),
            ("http://example.org", "localhost"),
            ("HTTPS://example.org", "lower case"),
            ("ftp://example.org", "https"),
            ("https://", "host"),
            ("https://Example.org", "lower case"),
            ("https://example.org/", "slash"),
        ]:
            done = self.make("create", CREATION, "--yes", "--origin", origin)
            self.line.refuses(f"the origin {origin!r}", done, "--origin", words)
        for origin, identifier in [
            ("https://example.org:8443", "example.org"),
            ("http://localhost:8080", "localhost"),
            ("http://a.localhost", "a.localhost"),
        ]:
            answer = json.loads(self.make("create", unnamed, "--yes", "--origin", origin).stdout or "null")
            request = {**EXPECTED, "ceremony": "registration", "rpId": identifier, "origins": [origin]}
            done, verdict = self.verify({**request, "credential": answer})
            self.line.expect(f"create takes its relying party from {origin}", done, verdict.get("verified") is True)
        app = "android:apk-key-hash:" + CHALLENGE
        done = self.make("create", CREATION, "--yes", "--origin", app)
        self.line.expect("an app's origin", done, done.returncode == 0)
        self.unreadable_input("options that name nobody", self.make("create", unnamed), "relying party")
        empty = self.webauthn("create", "--keys", "", "--yes", given=CREATION)
        self.line.refuses("keys nowhere", empty, "--keys")

    def inspect(self, created):
        for name, kind in [("attestationObject", "attestation-object"), ("clientDataJSON", "client-data")]:
            text = created["response"][name]
            argument = self.server.run("webauthn", "inspect", text)
            given = self.webauthn("inspect", given=text + "\n")
            same = argument.stdout == given.stdout and argument.returncode == given.returncode == 0
            self.line.expect(f"inspect knows {name}", argument, same and json.loads(argument.stdout)["kind"] == kind)
        cut = created["response"]["attestationObject"][:-4]
        self.unreadable_input("inspect of what is cut", self.webauthn("inspect", given=cut), "the attestation object", "byte")
        told = self.server.run("webauthn", "inspect", "--help").stdout + TOUR.read_text()
        examples = re.findall(r"chave webauthn inspect ((?:--as \S+ )?[0-9a-f]+)\b", told)
        self.line.checks.that("inspect's examples are found", len(examples) == 2, examples)
        for example in examples:
            done = self.server.run("webauthn", "inspect", *example.split())
            self.line.expect(f"the example inspect {example}", done, done.returncode == 0)
        for done in [self.server.run("webauthn", "inspect", "--", "-TwA"), self.webauthn("inspect", given="-TwA")]:
            self.line.expect("inspect of what begins with -", done, '"diagnostic":"1.0"' in done.stdout)
        twice = "a201010102"
        self.unreadable_input("inspect of what is off", self.webauthn("inspect", "--as", "cbor", given=twice), "twice")
        done = self.webauthn("inspect", "--as", "cbor", "--lenient", given=twice)
        self.line.expect("inspect --lenient", done, done.returncode == 0 and "twice" in json.loads(done.stdout)["findings"][0])
        self.unreadable_input("inspect of nothing", self.webauthn("inspect", given=""), "hex")
        self.line.refuses("inspect as what is none", self.webauthn("inspect", "--as", "best", given="00"), "cose-key")

    def asks_for_a_pin(self):
        options = self.folder / "options.json"
        options.write_text(json.dumps({**CREATION, "authenticatorSelection": {"userVerification": "required"}}))
        keys = self.folder / "pin-keys"
        command = ["/bin/sh", "-c", f"'{self.server.program}' webauthn create --keys '{keys}' < '{options}'"]
        done = on_terminal(command, self.line.environment(), PIN_ANSWERS)
        self.line.expect("create asks for the PIN on the terminal", done, done.returncode == 0 and '"rawId"' in done.stdout)
