"""The commands of a tenant's administrator on a terminal, and the effects on devices."""

import json
import re

from server import free_port


class Administration:
    def tenants(self):
        """On a directory that no server has used, and then beside one."""
        data = self.server.folder / "tenants"
        token = self.server.run("tenants", "add", "loja", "--name", "Loja", "--data", data, "--json")
        made = json.loads(token.stdout)
        self.checks.that("a tenant has a root", made["tenant_id"] == "loja" and len(made["roots"]) == 1, made)
        done = self.server.run("tenants", "add", "loja", "--name", "Loja", "--data", data)
        self.fails("a tenant twice", done, "there is a tenant")
        issued = json.loads(self.server.run("tenants", "token", "loja", "--data", data, "--json").stdout)
        self.checks.that("a token is shown once", issued["token"].startswith("chave_st_"), issued["id"])
        listed = self.server.run("tenants", "token", "loja", "--list", "--data", data)
        self.expect(
            "and listed without itself", listed, issued["id"] in listed.stdout and issued["token"] not in listed.stdout
        )
        done = self.server.run("tenants", "token", "loja", "--revoke", issued["id"], "--data", data)
        self.expect("a token is revoked", done, done.returncode == 0)
        self.fails(
            "and only once",
            self.server.run("tenants", "token", "loja", "--revoke", issued["id"], "--data", data),
            "no such",
        )
        roots = json.loads(self.server.run("tenants", "roots", "loja", "--add", "--data", data, "--json").stdout)
        self.checks.that("a second root", len(roots) == 2 and roots[0] == made["roots"][0], roots)
        self.fails("no third", self.server.run("tenants", "roots", "loja", "--add", "--data", data), "at most two")
        done = self.server.run("tenants", "roots", "loja", "--retire", roots[0], "--yes", "--data", data, "--json")
        self.expect("the old root is retired", done, json.loads(done.stdout) == roots[1:])
        self.fails(
            "the newest stays",
            self.server.run("tenants", "roots", "loja", "--retire", roots[1], "--yes", "--data", data),
            "newest",
        )
        self.fails("roots of nobody", self.server.run("tenants", "roots", "nobody", "--data", data), "no such tenant")
        listed = json.loads(self.server.run("tenants", "list", "--data", data, "--json").stdout)
        self.checks.that("tenants list", [each["tenant_id"] for each in listed] == ["loja"], listed)

    def add_user(self):
        server = self.server
        done = server.beside(
            "users", "add", "ana", "--email", "ana@example.com", "--display-name", "Ana Souza", "--json"
        )
        self.expect("users add", done, done.returncode == 0)
        self.user = json.loads(done.stdout)["internal_id"]
        self.fails(
            "the same external id", server.beside("users", "add", "ana", "--email", "a@example.com"), "external_id"
        )
        self.fails("no mail address", server.beside("users", "add", "b", "--email", "b"), "email")
        for name in ("ana", self.user):
            done = server.beside("users", "show", name)
            self.expect(f"users show {name[:8]}", done, "Ana Souza" in done.stdout)
        self.fails("an unknown user", server.beside("users", "show", "nobody"), "no such user")
        done = server.beside("users", "devices", "ana")
        self.expect("no devices yet", done, done.returncode == 0 and "mailed link" in done.stderr)
        done = server.beside("users", "list", environment={"CHAVE_SIGNIN_TOKEN": "chave_st_" + "A" * 43})
        self.fails("a wrong token", done, "CHAVE_SIGNIN_TOKEN")
        self.fails(
            "no server there",
            server.beside("users", "list", "--server", f"http://localhost:{free_port()}"),
            "no server",
        )

    def clients(self):
        server = self.server
        redirect = "https://loja.example/callback"
        done = server.beside("clients", "add", "Loja", "--redirect-uri", redirect, "--json")
        client = json.loads(done.stdout)
        self.checks.that("a confidential client has a secret", client["client_secret"].startswith("chave_cs_"))
        done = server.beside("clients", "add", "App", "--redirect-uri", "com.example.app:/callback", "--auth", "none")
        self.expect("a custom scheme is a risk", done, "risk:" in done.stderr and "client_secret" not in done.stdout)
        public = re.search(r"client_id:\s+(\S+)", done.stdout)[1]
        done = server.beside("doctor", "--port", free_port())
        self.expect("doctor names it", done, done.returncode == 0 and "com.example.app:/callback" in done.stdout)
        self.fails(
            "http elsewhere", server.beside("clients", "add", "x", "--redirect-uri", "http://a.example/"), "https"
        )
        self.fails("an unknown client", server.beside("clients", "remove", "nobody", "--yes"), "no such client")
        self.fails(
            "removing without a terminal", self.detached("first", "clients", "remove", public), "terminal", "--yes"
        )
        self.first.run(server.program, "clients", "remove", public)
        self.first.until(r"Remove the client App\?[\s\S]*Type yes")
        self.first.type("no")
        self.ends("no removes no client, and ends with 2", self.first, 2)
        self.expect("and it is still there", done := server.beside("clients", "list"), public in done.stdout)
        done = server.beside("clients", "remove", public, "--yes")
        self.expect("clients remove", done, done.returncode == 0)
        listed = json.loads(server.beside("clients", "list", "--json").stdout)
        self.checks.that(
            "clients list",
            public not in [each["client_id"] for each in listed]
            and client["client_id"] in [each["client_id"] for each in listed],
            listed,
        )
        return client, redirect

    def resource_servers(self, client):
        server, address = self.server, "https://api.example/orders"
        given = ("--name", "Orders", "--client", client["client_id"])
        done = server.beside("resource-servers", "add", address, *given)
        self.expect("resource-servers add", done, done.returncode == 0 and done.stdout.strip())
        made = done.stdout.strip()
        self.fails("the same address again", server.beside("resource-servers", "add", address, *given), "already")
        self.fails("no address", server.beside("resource-servers", "add", "orders", "--name", "x"), "resource")
        listed = json.loads(server.beside("resource-servers", "list", "--json").stdout)
        found = [(each["resource"], each["client_id"]) for each in listed]
        self.checks.that("resource-servers list", found == [(address, client["client_id"])], listed)
        self.fails("an unknown one", server.beside("resource-servers", "remove", "nobody", "--yes"), "no such one")
        done = server.beside("resource-servers", "remove", made, "--yes")
        self.expect("resource-servers remove", done, done.returncode == 0)
        done = server.beside("resource-servers", "list")
        self.expect("and there is none", done, made not in done.stdout and "resource-servers add" in done.stderr)

    def people(self):
        """Names change at once, an address after its proof, claims by scopes; and the events of these changes."""
        server = self.server
        done = server.beside("users", "set", "ana", "--display-name", "Ana Lima", "--email", "lima@example.com")
        self.expect("users set", done, "Ana Lima" in done.stdout and "lima@example.com" in done.stderr)
        done = server.beside("users", "show", "ana")
        shown = "email: ana@example.com" in done.stdout and "pending_email: lima@example.com" in done.stdout
        self.expect("the old address stays", done, shown)
        done = server.beside("users", "set", "ana", "--email", "ana@example.com", "--display-name", "Ana Souza")
        self.expect("and takes it back", done, done.returncode == 0 and "mail" not in done.stderr)
        self.fails("no mail address", server.beside("users", "set", "ana", "--email", "x"), "email")
        self.fails("setting nobody", server.beside("users", "set", "nobody", "--user-name", "x"), "no such user")
        done = server.beside("scopes", "set", "loyalty", "--claim", "level", "--claim", "points", "--id-token")
        self.expect("scopes set", done, "loyalty: level, points  (ID tokens too)" in done.stdout)
        server.beside("scopes", "set", "groups", "--claim", "groups", "--description", "see your groups")
        listed = json.loads(server.beside("scopes", "list", "--json").stdout)
        self.checks.that("scopes list", [each["name"] for each in listed] == ["loyalty", "groups"], listed)
        self.fails("a registered claim", server.beside("scopes", "set", "own", "--claim", "email"), "registers")
        for name in ("loyalty", "groups"):
            self.expect("scopes remove", done := server.beside("scopes", "remove", name), done.returncode == 0)
        self.fails("a scope that is gone", server.beside("scopes", "remove", "groups"), "no such scope")
        done = server.beside("users", "set", "ana", "--claims", '{"level": "gold"}', "--json")
        self.checks.that("users set --claims", json.loads(done.stdout)["claims"] == {"level": "gold"}, done.stdout)
        server.beside("users", "set", "ana", "--claims", "{}")
        done = server.beside("users", "events", "ana")
        told = [line.split()[1] for line in done.stdout.splitlines()]
        self.expect("users events", done, {"user.created", "user.changed", "user.email_offered"} <= set(told))
        done = server.beside("users", "events", "--type", "client.created", "--json")
        self.checks.that("and of clients", {each["type"] for each in json.loads(done.stdout)} == {"client.created"})
        self.fails("no such type", server.beside("users", "events", "--type", "x"), "type")

    def states(self):
        server = self.server
        done = server.beside("users", "suspend", "ana")
        self.expect("users suspend", done, "SUSPENDED" in done.stdout)
        self.fails("a suspended user", self.beside("first", "device", "sign-in", "--yes"), "suspended")
        done = self.beside("first", "device", "keys", "list")
        self.expect("and its device shows it", done, "userSuspended" in done.stdout)
        server.beside("users", "activate", "ana")
        done = self.beside("first", "device", "sign-in", "--yes")
        self.expect("users activate", done, done.returncode == 0)
        tablet = next(
            each
            for each in json.loads(server.beside("users", "devices", "ana", "--json").stdout)
            if "parent_id" in each
        )
        self.fails("an unknown device", server.beside("users", "revoke", "ana", "nothing"), "no such device")
        self.revoke(tablet["parent_id"], tablet["credential_id"])
        self.fails("a revoked device", self.beside("second", "device", "sign-in", "--yes"), "revoked")
        done = self.beside("second", "device", "keys", "list")
        self.expect("and it shows it", done, "deviceDeleted" in done.stdout)

    def revoke(self, parent, child):
        """Shows what a revocation ends, and revokes nothing without a yes."""
        server = self.server
        self.fails(
            "revoking without a terminal", self.detached("first", "users", "revoke", "ana", parent), "terminal", "--yes"
        )
        for arguments, shown in (
            ((parent,), rf"{parent}  ACTIVE[\s\S]*  {child}  ACTIVE[\s\S]*End these 2 devices\?"),
            ((parent, "--only"), rf"{parent}  ACTIVE[\s\S]*below it go on: 1[\s\S]*End this device\?"),
        ):
            self.first.run(server.program, "users", "revoke", "ana", *arguments)
            self.first.until(rf"{shown}[\s\S]*Type yes")
            self.first.type("no")
            self.ends(f"no revokes nothing {arguments[1:]}", self.first, 2)
        devices = json.loads(server.beside("users", "devices", "ana", "--json").stdout)
        self.checks.that("and all of them go on", all(each["status"] == "ACTIVE" for each in devices), devices)
        self.first.run(server.program, "users", "revoke", self.user, child)
        self.first.until(r"End this device\?[\s\S]*Type yes")
        self.first.type("yes")
        self.ends("users revoke", self.first, 0)
        done = server.beside("users", "revoke", "ana", child)
        self.expect("what has ended is not asked about", done, done.returncode == 0)

    def recover(self):
        self.fails("recovering nobody", self.server.beside("users", "recover", "nobody"), "no such user")
        for name in ("ana", self.user):
            done = self.server.beside("users", "recover", name)
            self.expect(f"users recover {name[:8]}", done, done.returncode == 0)
        done = self.beside("third", "device", "sign-in", "--yes", "--register", self.newest_link())
        self.expect("a new device signs in", done, done.returncode == 0 and self.user in done.stdout)
        self.fails("the old one no more", self.beside("first", "device", "sign-in", "--yes"), "revoked")
        done = self.server.beside("users", "delete", "ana", "--yes")
        self.expect("users delete", done, "DELETED" in done.stdout)
        self.fails("whoever was deleted", self.beside("third", "device", "sign-in", "--yes"), "no longer exists")
