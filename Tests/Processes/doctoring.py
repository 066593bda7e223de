"""`chave doctor` beside a sandbox: what is no risk, the address of the settings, and JSON for programs."""

import json

from server import free_port


def doctor(line):
    server = line.server
    done = server.beside("doctor", "--port", free_port())
    line.expect("what the sandbox made is no risk", done, done.returncode == 0 and "risk" not in done.stdout)
    done = server.beside("doctor", "--port", free_port(), "--json")
    told = json.loads(done.stdout)
    names = [check["name"] for check in told["checks"]]
    line.expect("doctor --json", done, told["well"] is True and told["risks"] == [] and "clock" in names)
    risky = ("clients", "add", "App", "--redirect-uri", "com.example.app:/callback", "--auth", "none", "--json")
    made = json.loads(server.beside(*risky).stdout)
    told = json.loads(server.beside("doctor", "--port", free_port(), "--json").stdout)
    line.checks.that("an operator's address is one still", len(told["risks"]) == 1 and "App" in told["risks"][0], told)
    server.beside("clients", "remove", made["client_id"], "--yes")
    listening(line)


def listening(line):
    """The address and the port are those of the server's settings, wherever they are said."""
    server = line.server
    config = server.folder / "doctor.json"
    config.write_text(json.dumps({"sandbox": True, "port": server.port}))
    taken = f"bad  127.0.0.1, port {server.port}: Somebody listens"
    done = server.beside("doctor", "--config", config)
    line.expect("doctor looks at the port of the file", done, done.returncode == 1 and taken in done.stdout)
    variables = {"CHAVE_PORT": str(server.port), "CHAVE_SANDBOX": "true"}
    done = server.beside("doctor", environment=variables)
    line.expect("and at that of the variable", done, done.returncode == 1 and taken in done.stdout)
    done = server.beside("doctor", "--config", config, "--json")
    problems = [check["problem"] for check in json.loads(done.stdout)["checks"] if check["problem"]]
    line.expect("which is said in JSON too", done, done.returncode == 1 and len(problems) == 1)
    done = server.beside("doctor", "--config", config, "--bind", "127.0.0.2")
    line.expect("another address of this machine is free", done, f"ok   127.0.0.2, port {server.port}" in done.stdout)
    done = server.beside("doctor", "--config", config, "--bind", "203.0.113.7")
    line.expect("one that is not is named", done, "203.0.113.7 is no address of this machine" in done.stdout)
