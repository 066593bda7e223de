"""The commands of `chave open-finance`: what they find, what they refuse, and what they keep."""

import json
import re
import shutil
import subprocess
import time

from outcomes import wrong_argument
from wallet import API
from wire_ground import Ground

BANK = "Banco Ipê"
SECRETS = re.compile(r"eyJ[\w-]{10}|Bearer|PRIVATE KEY|(?<![\w-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])")


def marks(done):
    """The steps of a check by their mark: held, failed, left out."""
    found = {"✓": [], "✗": [], "–": []}
    for line in done.stdout.splitlines():
        if line[:1] in found:
            found[line[0]].append(re.split(r"  |: ", line[2:])[0].strip())
    return found


def failed(done):
    return marks(done)["✗"]


def told(done):
    return f"exit {done.returncode}; {done.stdout[-700:]!r}; {done.stderr[-500:]!r}"


def check_no_secret(checks, what, *ended):
    found = [SECRETS.search(done.stdout + done.stderr) for done in ended]
    checks.that(f"no token, key or person in the output of {what}", not any(found), found)


# --- Beside a server whose banks are used


def check_beside_a_server(checks, server):
    """A sandbox on the wire, with one enrollment and payments at Vaga-lume."""
    file = server.participants / "platform" / "participant.json"

    def run(command, *arguments):
        named = [] if command == "show" else ["--open-finance", file]
        return server.beside("open-finance", command, *arguments, *named, timeout=120)

    used = run("check", "Vaga-lume")
    held = set(marks(used)["✓"])
    whole = not failed(used) and not marks(used)["–"] and {"discovery", "registration", "token"} <= held
    checks.that("a bank that is used holds in each step", used.returncode == 0 and whole, told(used))
    unused = run("check", "Banco Ipê")
    checks.that("a bank that was not used is said not to be registered", unused.returncode == 0 and not failed(unused)
                and "chave open-finance register" in unused.stdout, told(unused))
    every = run("check", "--all")
    walked = marks(every)["✓"].count("discovery")
    checks.that("all banks are walked", every.returncode == 0 and walked == 5, told(every))
    check_no_secret(checks, "check", used, unused, every)
    for what, arguments in [("", []), ("even to forget it ", ["--forget"])]:
        done = run("delete", "Vaga-lume", "--yes", *arguments)
        checks.that(f"a registration with an enrollment is not deleted {what}", done.returncode == 1
                    and "live enrollments (1)" in done.stderr and "cancel" in done.stderr, told(done))
    unasked = run("delete", "Vaga-lume")
    checks.that("nothing is deleted without a word", unasked.returncode == 1 and "--yes" in unasked.stderr,
                told(unasked))
    made = run("register", "jabuti")
    checks.that("a bank is registered beside the server", made.returncode == 0 and "client_id" in made.stdout,
                told(made))
    enrolled = server.device("enroll", "--institution", "Jabuti")
    posts = [line for line in server.exchanges if line["operation"] == "register POST"]
    checks.that("which uses that registration", enrolled["status"] == "SUCCEEDED" and len(posts) == 1,
                f"{enrolled} {posts}")
    listed = json.loads(run("show", "--json").stdout)
    checks.that("both are shown", [each["state"] for each in listed] == ["registered"] * 2
                and {each["name"] for each in listed} == {"Banco Vaga-lume", "Banco Jabuti"}, listed)
    one = run("show", "vaga")
    checks.that("and one of them by its name", one.returncode == 0 and one.stdout.count("redirect_uris") == 1,
                told(one))
    check_no_secret(checks, "register and show", made, one)
    check_the_way_out(checks, server, run, enrolled)
    doctor = server.beside("doctor", "--sandbox", "--port", 0, "--open-finance", file)
    checks.that("doctor looks at the platform's file", doctor.returncode == 0
                and "Open Finance: transport certificate" in doctor.stdout, told(doctor))


def check_the_way_out(checks, server, run, enrolled):
    """The registration at Jabuti, when its payment and its enrollment have been cancelled."""
    merchant = API.merchant(server.base_url, server.keys)
    made = merchant.post("/payment-intents/", {
        "amount": "5.00", "allowed_payment_method_types": ["open_finance_biometric_pix"], "confirm": True,
        "customer": enrolled["details"]["customer"], "description": "Tests", "statement_description": "Tests",
        "payment_method_details": {"open_finance_biometric_pix": {
            "beneficiary_bank_account": server.keys["beneficiary"], "enrollment": enrolled["id"]}},
    }).must(201).json
    done = run("delete", "jabuti", "--yes")
    checks.that("an open payment is counted beside its enrollment", done.returncode == 1
                and "live enrollments (1), open payments (1)" in done.stderr, told(done))
    merchant.post(f"/payment-intents/{made['id']}/cancel/", {}).must(200)
    merchant.post(f"/enrollments/{enrolled['id']}/cancel/", {}).must(200)
    for _ in range(60):
        done = run("delete", "jabuti", "--yes")
        if done.returncode == 0:
            break
        time.sleep(0.5)
    checks.that("when both are cancelled, the registration goes", done.returncode == 0
                and "removed client" in done.stdout, told(done))
    again = server.device("enroll", "--institution", "Jabuti")
    checks.that("and the next enrollment registers anew", again["status"] == "SUCCEEDED" and [
        line["institution"] for line in server.exchanges if line["operation"] == "register POST"
    ].count(jabuti_id(run)) == 1, again)


def check_another_name(checks, server):
    """A server that has ended, whose enrollments have passkeys of `localhost`, and a certificate of another name."""
    own = server.participants / "platform"
    told_of_it = json.loads((own / "participant.json").read_text())
    subject = (f"/organizationIdentifier=OFBBR-{told_of_it['organisation_id']}"
               f"/UID={told_of_it['software_statement_id']}/CN=outra.test")
    subprocess.run(
        ["openssl", "req", "-x509", "-new", "-key", own / "transport.key", "-subj", subject, "-addext",
         "extendedKeyUsage=clientAuth", "-days", "300", "-out", own / "renamed.pem"], check=True, capture_output=True)
    told_of_it["common_name"] = "outra.test"
    told_of_it["transport"]["certificate"] = "renamed.pem"
    (own / "renamed.json").write_text(json.dumps(told_of_it))
    place = ["--open-finance", own / "renamed.json", "--data", server.data]
    for what, done in [
        ("a start", server.run("serve", *place, "--public-url", "https://pay.example.com", "--port", 0)),
        ("register", server.run("open-finance", "register", "Vaga-lume", *place)),
    ]:
        words = ("outra.test", "localhost", "Use a certificate with that common name")
        holds = all(word in done.stderr for word in words)
        checks.that(f"{what} refuses a certificate of another name than the passkeys", done.returncode == 1 and holds,
                    told(done))


def jabuti_id(run):
    [shown] = json.loads(run("show", "jabuti", "--json").stdout)
    return shown["institution"]


# --- The platform's side


def check_own_side(checks, ground):
    whole = ground.read()
    good = ground.check()
    checks.that("an honest directory holds", good.returncode == 0 and not failed(good), told(good))
    checks.that("without data no registration is looked at", "data" in marks(good)["–"], told(good))
    for command in ("register", "delete", "show"):
        done = ground.open_finance(command, *([] if command == "show" else [BANK]))
        checks.that(f"{command} needs a server's data", done.returncode == 1 and "There is no data" in done.stderr,
                    told(done))

    def fails(what, step, *words):
        done = ground.check()
        holds = done.returncode == 1 and step in failed(done) and all(word in done.stdout for word in words)
        checks.that(f"check names {what}", holds, told(done))
        return done

    for name, step in [("transport.key", "transport certificate"), ("signing.key", "signing key"),
                       ("client.key", "client key"), ("encryption.key", "encryption key")]:
        (ground.own / name).chmod(0o640)
        done = fails(f"{name}, which others may read", step, "chmod 600")
        checks.that("and asks nobody then", "participants" not in marks(done)["✓"], told(done))
        (ground.own / name).chmod(0o600)
    key = (ground.own / "transport.key").read_bytes()
    (ground.own / "transport.key").write_bytes((ground.own / "client.key").read_bytes())
    fails("a key that is not the certificate's", "transport certificate", "Give a pair")
    doctor = ground.run("doctor", "--data", ground.data, "--port", 0, "--open-finance", ground.file)
    checks.that("and doctor does", doctor.returncode == 1
                and "bad  Open Finance: transport certificate" in doctor.stdout, told(doctor))
    start = ground.run("serve", "--open-finance", ground.file, "--public-url", "https://pay.example.com", "--data",
                       ground.data, "--port", 0)
    checks.that("and a start refuses it", start.returncode == 1 and "Give a pair" in start.stderr, told(start))
    (ground.own / "transport.key").write_bytes(key)
    check_dates(checks, ground, fails)
    for what, step, change, words in [
        ("a signing key of another certificate", "signing certificate",
         {"signing": {**whole["signing"], "key": "client.key"}}, "Give a pair"),
        ("an unknown kid", "keystore of the organisation",
         {"signing": {**whole["signing"], "kid": "another"}}, "another"),
        ("another key under a kid", "keystore of the software",
         {"client": {**whole["client"], "key": "signing.key"}}, "another one than in the file"),
        ("an address to return to", "software statement", {"redirect_uris": ["https://other.test/x"]}, "redirect_uris"),
        ("an address of webhooks", "software statement", {"webhook_uris": ["https://other.test"]}, "webhook_uris"),
        ("an origin", "software statement", {"origin_uris": ["https://other.test"]}, "software_origin_uris"),
        ("a wrong address of the directory", "participants",
         {"directory": {**whole["directory"], "participants": "https://directory.test:1/participants"}},
         "no connection"),
    ]:
        ground.write({**whole, **change})
        fails(what, step, words)
    ground.write(whole)
    ground.file.rename(ground.own / "elsewhere.json")
    fails("a missing file", "file", "cannot be read")
    (ground.own / "elsewhere.json").rename(ground.file)
    ground.end_child("directory")
    done = fails("a directory that is away", "directory token", "no connection")
    checks.that("and all that needs it", {"participants", "keystore of the software"} <= set(failed(done)), told(done))
    ground.start_directory()


def check_dates(checks, ground, fails):
    """The same certificate with another end."""
    certificate = ground.own / "transport.pem"
    kept = certificate.read_bytes()
    for days, words in [(29, "It ends in 28 days"), (-1, "has ended")]:
        subprocess.run(
            ["openssl", "x509", "-in", certificate, "-signkey", ground.own / "transport.key", "-days", str(days),
             "-out", ground.folder / "short.pem"], check=True, capture_output=True)
        certificate.write_bytes((ground.folder / "short.pem").read_bytes())
        fails(f"a certificate that {'ends soon' if days > 0 else 'has ended'}", "transport certificate", words)
        if days > 0:
            ground.serve_once()
            said = [json.loads(line) for line in (ground.folder / "server.log").read_text().splitlines()
                    if "ends soon" in line]
            checks.that("a server's log has it as an error", [(line["level"], line["certificate"], line["days"])
                        for line in said] == [("error", "transport", "28")], said)
        certificate.write_bytes(kept)


def check_names(checks, ground):
    for what, name, words in [
        ("no bank", "Banco Zebra", "No bank of the list"), ("several banks", "banco", "5 banks are named"),
    ]:
        done = ground.check(name)
        checks.that(f"a name of {what} is answered with the candidates", done.returncode == 1 and words in done.stderr
                    and "Banco Jabuti" in done.stderr, told(done))
    done = ground.check(BANK, "--all")
    checks.that("a bank and all banks are not asked for together", wrong_argument(done, "--all"), told(done))
    done = ground.run("open-finance", "check", "--data", ground.data)
    checks.that("without the file its flag is named", done.returncode == 1 and "--open-finance" in done.stderr,
                told(done))


# --- Registrations


def check_registrations(checks, ground):
    ground.serve_once()
    checks.that("at first there is none", ground.shown() == {} and "There is no registration" in
                ground.open_finance("show").stderr)
    done = ground.open_finance("delete", BANK, "--yes")
    checks.that("none is deleted", done.returncode == 1 and "no registration" in done.stderr, told(done))
    made = ground.open_finance("register", BANK)
    again = ground.open_finance("register", BANK)
    checks.that("a bank is registered once", made.returncode == again.returncode == 0
                and "registered already" in again.stdout, told(again))
    good = ground.check(BANK)
    checks.that("and holds up to a token", good.returncode == 0 and "token" in marks(good)["✓"], told(good))
    check_change(checks, ground)
    check_gone_at_the_bank(checks, ground)
    check_lost_answers(checks, ground)


def check_change(checks, ground):
    """An address that the file has no more."""
    whole = ground.read()
    ground.write({**whole, "redirect_uris": whole["redirect_uris"][:1]})
    done = ground.check(BANK)
    checks.that("what the bank has otherwise is named", done.returncode == 1 and failed(done) == ["registration"]
                and "redirect_uris at the bank" in done.stdout, told(done))
    done = ground.open_finance("register", BANK)
    checks.that("register tells the bank", done.returncode == 0 and "changed at" in done.stdout, told(done))
    ground.write({**whole, "redirect_uris": ["https://other.test/x"]})
    done = ground.open_finance("register", BANK)
    checks.that("what the bank refuses is told, and nothing lost", done.returncode == 1
                and "invalid_redirect_uri" in done.stderr and ground.shown()[BANK]["state"] == "registered", told(done))
    ground.write(whole)
    ground.open_finance("register", BANK)
    done = ground.check(BANK)
    checks.that("then both are the same again", done.returncode == 0, told(done))


def check_gone_at_the_bank(checks, ground):
    """The bank removes the client; a copy of the data remembers it."""
    copy = ground.folder / "copy"
    shutil.copytree(ground.data, copy)
    done = ground.open_finance("delete", BANK, "--yes")
    checks.that("a registration that nothing needs is deleted", done.returncode == 0 and ground.shown() == {},
                told(done))
    done = ground.check(BANK, data=copy)
    checks.that("a client that the bank does not know is named", done.returncode == 1 and "registration" in failed(done)
                and "--forget" in done.stdout, told(done))
    done = ground.open_finance("delete", BANK, "--yes", data=copy)
    checks.that("its removal is refused, with the way out", done.returncode == 1 and "--forget" in done.stderr
                and ground.shown(copy)[BANK]["state"] == "registered", told(done))
    done = ground.open_finance("delete", BANK, "--forget", "--yes", data=copy)
    checks.that("it is forgotten", done.returncode == 0 and ground.shown(copy) == {}, told(done))
    done = ground.open_finance("register", BANK, data=copy)
    checks.that("and registered anew", done.returncode == 0, told(done))
    done = ground.open_finance("register", BANK)
    checks.that("a second client is refused by the bank, and no mark stays", done.returncode == 1
                and "invalid_client_metadata" in done.stderr and ground.shown() == {}, told(done))
    ground.open_finance("delete", BANK, "--yes", data=copy)


def check_lost_answers(checks, ground):
    ground.secret.cut()
    done = ground.open_finance("register", BANK)
    ground.secret.break_off()
    checks.that("a registration whose answer is lost is marked", done.returncode == 1
                and "answer was lost" in done.stderr and ground.shown()[BANK]["state"] == "marked", told(done))
    for command, arguments in [("register", []), ("delete", ["--yes"]), ("check", [])]:
        done = ground.open_finance(command, BANK, *arguments)
        checks.that(f"with a mark {command} says what to do", done.returncode == 1
                    and "--forget" in done.stdout + done.stderr, told(done))
    done = ground.open_finance("delete", BANK, "--forget", "--yes")
    checks.that("the mark is forgotten", done.returncode == 0 and ground.shown() == {}, told(done))
    ground.open_finance("register", BANK)
    ground.secret.cut()
    lost = ground.open_finance("delete", BANK, "--yes")
    away = ground.check(BANK)
    ground.secret.break_off()
    checks.that("a removal whose answer is lost is marked", lost.returncode == 1 and "answer was lost" in lost.stderr
                and ground.shown()[BANK]["state"] == "removing", told(lost))
    checks.that("a bank that is away is named", away.returncode == 1
                and {"connection by our certificate", "interfaces"} <= set(failed(away)), told(away))
    done = ground.open_finance("register", BANK)
    checks.that("nothing is registered meanwhile", done.returncode == 1 and "removal" in done.stderr, told(done))
    done = ground.open_finance("delete", BANK, "--yes")
    checks.that("the removal is sent again", done.returncode == 0 and ground.shown() == {}, told(done))


def check_commands(checks, program, folder):
    ground = Ground(program, folder)
    try:
        ground.start()
        check_own_side(checks, ground)
        check_names(checks, ground)
        check_registrations(checks, ground)
    finally:
        ground.end()
