"""Sign-in in production: behind a proxy at its own https host, with mails sent by a program.

    check_sign_in_production.py <chave>

The mails are read by Python's `email`, with the policy that notes every defect.
"""

import email
import email.policy
import json
import pathlib
import subprocess
import sys
import tempfile

from joserfc import jwt
from joserfc.jwk import KeySet

from checks import Checks
from server import Server, free_port
from sign_in import web
from sign_in.device import Device, s256
from sign_in.tenant import REDIRECT, Tenant
from sign_in.tokens import VERIFIER, Tokens
from sign_in.web import check_secrecy, send

PUBLIC = "https://id.example"
PAYMENTS = "https://pay.example"
SENDER = "entrada@id.example"
NAME = "Padaria Ação & Filhos, “do José”"
ADDRESS = "ana@example.com"


class Production(Server):
    """The server without a sandbox."""

    def __init__(self, program, folder):
        super().__init__(program, folder)
        self.local, self.base_url = f"http://localhost:{self.port}", PUBLIC
        self.mails = pathlib.Path(folder) / "mails"
        self.mails.mkdir()
        self.sendmail = pathlib.Path(folder) / "sendmail"
        self.carry()

    def carry(self, code=0):
        """A program like sendmail, which keeps what it is given, or refuses it."""
        fresh = self.sendmail.with_suffix(".new")
        keep = 'printf "%s\\n" "$@" > "$place.called"\ncat > "$place"' if code == 0 else "cat > /dev/null"
        fresh.write_text(f'#!/bin/sh\nplace="{self.mails}/$$"\n{keep}\nexit {code}\n')
        fresh.chmod(0o755)
        fresh.rename(self.sendmail)

    def spawn(self):
        command = [self.program, "serve", "--port", str(self.port), "--data", str(self.data), "--bind", "127.0.0.1"]
        command += ["--public-url", PAYMENTS, "--trusted-proxy", "127.0.0.1", "--drain-delay-seconds", "0"]
        command += ["--sign-in", "--sign-in-url", PUBLIC, "--sendmail", str(self.sendmail), "--mail-from", SENDER]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment
            )

    def newest(self):
        """The newest mail, as a mail reader has it, and how the program was called."""
        found = sorted(self.mails.glob("*.called"), key=lambda file: file.stat().st_mtime_ns)[-1]
        raw = found.with_suffix("").read_bytes()
        return raw, email.message_from_bytes(raw, policy=email.policy.default), found.read_text().split()


def made_tenant(checks, server):
    made = server.beside("tenants", "add", "padaria", "--name", NAME, "--json")
    checks.that("a tenant is made by the operator", made.returncode == 0, made.stderr)
    token = json.loads(server.beside("tenants", "token", "padaria", "--json").stdout)["token"]
    tenant = Tenant(server, "padaria", token)
    profile = {"profile_display_name": NAME, "registration_redirect_uri": "https://app.example/entrar"}
    answer = tenant.manage("POST", "/v0/configs/profile", profile)
    checks.that("its links lead to its own app", answer.status == 200, repr(answer))
    return tenant


def added(tenant, address=ADDRESS, name="ana"):
    body = {
        "external_id": name,
        "email": address,
        "user_name": name,
        "display_name": "Ana Souza",
        "binding_token_delivery_method": "email",
    }
    return tenant.manage("POST", "/v1/manage/users", body)


def check_mail(checks, server, tenant):
    """One recipient, readable headers, one link."""
    user = added(tenant).must(201, what="user").json
    raw, mail, called = server.newest()
    checks.that("the program is called with -i -t", called == ["-i", "-t"], str(called))
    defects = [*mail.defects, *(defect for value in mail.values() for defect in value.defects)]
    checks.that("Python reads the mail without a defect", not defects, str(defects))
    checks.that("it goes to one address", [each.addr_spec for each in mail["To"].addresses] == [ADDRESS], mail["To"])
    checks.that("from the operator's", [each.addr_spec for each in mail["From"].addresses] == [SENDER], mail["From"])
    checks.that("nobody else has a copy", mail["Cc"] is None and mail["Bcc"] is None)
    checks.that("its subject names the tenant", NAME in mail["Subject"], mail["Subject"])
    checks.that("it has a date and a name of its own", mail["Date"].datetime is not None and bool(mail["Message-ID"]))
    checks.that("its headers are of ASCII", raw.split(b"\n\n")[0].isascii())
    checks.that("its lines are not too long", max(map(len, raw.splitlines())) <= 998)
    text = mail.get_body(("plain",)).get_content()
    links = [word for word in text.split() if word.startswith("http")]
    checks.that("one of its links registers", [link.startswith(f"{PUBLIC}/t/padaria/bind?token=") for link in links] ==
                [True, False], text)
    checks.that("the other is the person's page", links[1:] == [f"{PUBLIC}/t/padaria/account"], text)
    for address in (
        "a@example.com\r\nBcc: b@example.com",
        "a@example.com\nx",
        "a@example.com, b@example.com",
        "a@example.com>",
        "<a@example.com>",
        "Ana <a@example.com>",
        "a",
        "a@",
        "@example.com",
        "a@example.com\0",
        "-oQ/tmp@example.com ",
        "a b@example.com",
        "",
    ):
        reply = added(tenant, address, "x")
        checks.that(
            f"{address!r} is no address", reply.status == 400 and reply.json.get("field") == "email", repr(reply)
        )
    return user, links[0]


def check_mail_that_fails(checks, server, tenant):
    server.carry(75)
    refused = added(tenant, "bia@example.com", "bia")
    checks.that("a mail that was not taken is said", refused.is_error(503, "temporarily_unavailable"), repr(refused))
    server.carry()
    body = {"external_id": "bia", "binding_token_delivery_method": "email"}
    again = tenant.manage("POST", "/v1/manage/recover-user", body)
    checks.that("the user is there, and another mail goes out", again.status == 200, repr(again))
    checks.that("to that address", server.newest()[1]["To"].addresses[0].addr_spec == "bia@example.com")


def check_sign_in(checks, tenant, user, link):
    answer = send("GET", link)
    checks.that(
        "the link leads to the app",
        answer.location.startswith("https://app.example/entrar/register?token="),
        repr(answer),
    )
    device = Device(tenant).register(link)
    client = tenant.add_client()
    document = tenant.discovery()
    ends = [value for name, value in document.items() if name.endswith(("_endpoint", "_uri"))]
    checks.that(
        "every address is the public one", all(value.startswith(f"{PUBLIC}/t/padaria/") for value in ends), str(ends)
    )
    token = (
        Tokens(tenant, device, client)
        .post(Tokens(tenant, device, client).code_form(Tokens(tenant, device, client).code()))
        .must(200, what="tokens")
        .json
    )
    keys = KeySet.import_key_set(send("GET", document["jwks_uri"]).json)
    claims = jwt.decode(token["id_token"], keys, algorithms=["ES256"]).claims
    named = (claims["iss"], claims["sub"]) == (f"{PUBLIC}/t/padaria", user["internal_id"])
    checks.that("somebody signs in, by the public issuer", named, str(claims))
    query = f"client_id={client['client_id']}&redirect_uri={REDIRECT}&response_type=code&scope=openid"
    query += f"&code_challenge={s256(VERIFIER)}&code_challenge_method=S256"
    page = send("GET", f"{PUBLIC}/t/padaria/v2/authorize?{query}")
    cookie = page.headers.get("Set-Cookie", "")
    wanted = ("__Host-", "; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax")
    checks.that(
        "cookies are for this host over TLS alone",
        page.status == 303 and all(each in cookie for each in wanted),
        cookie,
    )
    checks.that("and have no domain", "domain=" not in cookie.lower(), cookie)


ASSOCIATIONS = ("/.well-known/apple-app-site-association", "/.well-known/assetlinks.json")


def check_hosts(checks, server):
    """A merchant's app, registered with an API key alone, is not served on the sign-in host."""
    made = json.loads(server.beside("organisations", "create", "Loja", "--json").stdout)
    app = "ABCDE12345.br.com.loja"
    done = server.beside(
        "apps", "add", "--organisation", made["id"], "--platform", "IOS", "--app-id", app,
        "--callback-url", "https://loja.example/volta",
    )
    checks.that("a merchant's app is registered", done.returncode == 0, done.stderr)
    reply = send("GET", PAYMENTS + ASSOCIATIONS[0])
    checks.that("it may use the payments' passkeys", app in reply.json["webcredentials"]["apps"], repr(reply))
    for path in ASSOCIATIONS:
        reply = send("GET", PUBLIC + path)
        checks.that(f"the host of sign-in has no {path}", reply.is_error(404, "not_found"), repr(reply))
    for path in ("/t/padaria/.well-known/openid-configuration", "/t/padaria/account", "/t/padaria/bind?token=a"):
        reply = send("GET", PAYMENTS + path)
        found = reply.is_error(404, "not_found") and "Set-Cookie" not in reply.headers
        checks.that(f"the payments host has no {path}", found, repr(reply))


def check_one_host(checks, server):
    """Outside the sandbox one host for both does not start, and the doctor says so before."""
    given = ["--sign-in", "--public-url", PAYMENTS]
    mail = ["--sendmail", str(server.sendmail), "--mail-from", SENDER]
    for what, more in (("none", []), ("the payments'", ["--sign-in-url", PAYMENTS]),
                       ("the payments' by another port", ["--sign-in-url", f"{PAYMENTS}:8443"])):
        done = server.run("serve", "--data", server.data, *given, *more, *mail)
        checks.that(f"with {what} as its host it does not start", done.returncode == 64 and
                    "sign-in-url" in done.stderr and "merchants' apps" in done.stderr, done.stderr)
        done = server.run("doctor", "--data", server.data, "--port", free_port(), *given, *more)
        checks.that("as the doctor says", done.returncode == 1 and "bad  host of sign-in: sign-in-url" in done.stdout,
                    done.stdout)
    done = server.run("doctor", "--data", server.data, "--port", free_port(), *given, "--sign-in-url", PUBLIC)
    checks.that("with a host of its own the doctor is content", "ok   host of sign-in" in done.stdout, done.stdout)


def check_no_sandbox(checks, server):
    for path in ("/outbox", "/registered/register?token=" + "A" * 43, "/", "/console"):
        reply = send("GET", PAYMENTS + path)
        checks.that(f"there is no {path[:12]}", reply.status == 404, repr(reply))
    made = [path.name for path in server.data.iterdir()]
    checks.that(
        "nor a tenant of the sandbox", "sandbox-sign-in.json" not in made and "outbox.json" not in made, str(made)
    )
    loose = [str(path) for path in server.data.rglob("*") if path.is_file() and path.stat().st_mode & 0o077]
    checks.that("nobody else reads what is kept", not loose, str(loose))


def main(program):
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        server = Production(program, folder)
        web.places[PUBLIC] = web.places[PAYMENTS] = server.local
        check_one_host(checks, server)
        server.start()
        try:
            tenant = made_tenant(checks, server)
            user, link = check_mail(checks, server, tenant)
            check_mail_that_fails(checks, server, tenant)
            check_sign_in(checks, tenant, user, link)
            check_hosts(checks, server)
            check_no_sandbox(checks, server)
            check_secrecy(checks, server)
            checks.that("it ends cleanly", server.stop() == 0, server.said()[-2000:])
        finally:
            server.end()
    checks.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
