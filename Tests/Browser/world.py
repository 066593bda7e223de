"""The shared world of all trials: one server, one Chromium, and one enrolled browser to copy."""

import contextlib
import copy
import functools
import itertools
import shutil
import tempfile

from checks import Checks
from playwright.sync_api import expect, sync_playwright
from server import Server
from shopper import Shopper
from visit import Visit
from wallet import API

# The browser without windows is quicker; a system without it uses the whole browser.
BROWSERS = ("chromium-headless-shell", "chromium")
ARGUMENTS = ["--no-sandbox", "--in-process-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"]


class Enrolled:
    """A browser with an enrollment, to be copied: its cookies, and the passkey that it made."""

    def __init__(self, visit, enrollment):
        self.state = visit.context.storage_state()
        self.credentials = visit.authenticator.credentials
        self.id = enrollment


class World:
    def __init__(self, program, evidence, pictures=None):
        self.program, self.evidence, self.pictures = program, evidence, pictures
        self.checks, self.trial, self.patience = Checks(), "", 15_000
        # Copies of one passkey sign for one enrollment, so each copy begins with a higher counter than all others.
        self.counts = itertools.count(1_000, 1_000)
        self._enrolled, self.cookies = {}, {}

    @contextlib.contextmanager
    def running(self):
        with contextlib.ExitStack() as stack:
            self.folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="chave-browser-"))
            self.server = Server(self.program, self.folder)
            stack.callback(self.server.end)
            self.server.start()
            self.base_url = self.server.base_url
            self.merchant = API.merchant(self.base_url, self.server.keys)
            playwright = stack.enter_context(sync_playwright())
            expect.set_options(timeout=self.patience)
            browser = next(filter(None, map(shutil.which, BROWSERS)), None)
            self.chromium = playwright.chromium.launch(executable_path=browser, args=ARGUMENTS)
            stack.callback(self.chromium.close)
            yield self

    @contextlib.contextmanager
    def elsewhere(self, *arguments):
        """The same browser before a server of its own, which a trial may arrange and kill."""
        with tempfile.TemporaryDirectory(prefix="chave-browser-") as folder:
            other = copy.copy(self)
            other.__dict__.pop("institutions", None)
            other._enrolled, other.cookies = {}, {}
            other.server = Server(self.program, folder, *arguments)
            try:
                other.server.start()
                other.base_url = other.server.base_url
                other.merchant = API.merchant(other.base_url, other.server.keys)
                yield other
            finally:
                other.server.end()

    def that(self, what, holds, detail=""):
        return self.checks.that(what, holds, detail)

    def visit(self, language="pt-BR", authenticator=None, **options):
        """A browser without any earlier visit."""
        return Visit(self, language, {} if authenticator is None else authenticator, **options)

    def visit_without_authenticator(self, language="pt-BR", **options):
        return Visit(self, language, None, **options)

    def enrolled_visit(self, language="pt-BR", bank=1, person=1, **options):
        """A copy of a browser in which this person has enrolled at this bank."""
        enrolled = self.enrolled(bank, person)
        passkey = {"credentials": self.copied(enrolled.credentials)}
        visit = Visit(self, language, passkey, storage_state=enrolled.state, **options)
        visit.enrollment = enrolled.id
        return visit

    def enrolled(self, bank=1, person=1):
        if (bank, person) not in self._enrolled:
            with self.visit() as visit:
                enrollment = Shopper(visit, person).enrolls(bank)
                self._enrolled[bank, person] = Enrolled(visit, enrollment)
        return self._enrolled[bank, person]

    def copied(self, credentials):
        count = next(self.counts)
        return [{**credential, "signCount": count} for credential in credentials]

    # --- The server's view, beside the pages ------------------------------------------------------------

    @functools.cached_property
    def institutions(self):
        """The banks' ids by their names."""
        listed = self._get("/institutions/")["results"]
        return {item["display_name"]: item["id"] for item in listed}

    @property
    def newest_enrollment(self):
        """Trials run one after another, so the newest enrollment is the one of the calling trial."""
        return self._get("/enrollments/?page_size=1")["results"][0]

    def enrollment(self, id):
        return self._get(f"/enrollments/{id}/")

    def intent(self, id):
        return self._get(f"/payment-intents/{id}/")

    def _get(self, path):
        self.merchant.connection.close()  # the server has closed a connection that was kept open for long
        return self.merchant.get(path).must(200, what=path).json
