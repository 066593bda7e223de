"""One person's browser: its own context with its tabs and all its complaints."""

import json
import pathlib
import re
import urllib.parse

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as OutOfTime

from passkey import Authenticator

REFUSED_PAGE = "a refused page"
LANGUAGES = ("pt-BR", "en")
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


class Visit:
    """A context manager: it fails at its end when the browser complained about anything that the trial did not expect
    by name.

    A complaint is an error on the console, an exception that no script caught, a policy that the page broke, an answer
    of 500 or more, and a request to any host but the one under test.
    """

    def __init__(self, world, language="pt-BR", authenticator=None, **options):
        self.world, self.language, self.base_url = world, language, world.base_url
        self.complaints, self.expected, self.requests = [], [], []
        usual = {"locale": language, "viewport": DESKTOP, "reduced_motion": "reduce", "base_url": self.base_url}
        self.context = world.chromium.new_context(**{**usual, **options})
        self.context.set_default_timeout(world.patience)
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda error: self._complain(f"uncaught: {error.error}"))
        self.context.on("request", self._asked)
        self.context.on("response", self._answered)
        self.sessions = {}
        self.enrollment = None  # the enrollment that this browser pays from: the person may have enrolled others
        self.page = self.tab(authenticator)

    def tab(self, authenticator=None):
        """Another tab of the same browser, with its own authenticator of the kind `authenticator`, if given."""
        page = self.context.new_page()
        self.sessions[page] = self.context.new_cdp_session(page)
        self.page = page
        if authenticator is not None:
            page.authenticator = Authenticator(self.sessions[page], **authenticator)
        return page

    def plug_in(self, page=None, **kind):
        page = page or self.page
        page.authenticator = Authenticator(self.sessions[page], **kind)
        return page.authenticator

    @property
    def authenticator(self):
        return self.page.authenticator

    # --- Where the person is -----------------------------------------------------------------------------------------

    def goto(self, path):
        self.page.goto(path)

    def opens_the_keys(self):
        """Opens a link that shows this browser the sandbox's keys and mails; on the start page then."""
        self.goto(self.world.server.link_to_keys())
        self.on("start")

    @property
    def screen(self):
        """`None` between two pages."""
        try:
            main = self.page.query_selector("main[data-screen]")
            return main and main.get_attribute("data-screen")
        except PlaywrightError:
            return None

    def look_at(self, page):
        """Brings a tab to the front: a browser makes passkeys only for the visible tab."""
        page.bring_to_front()
        self.page = page

    @property
    def reason(self):
        return self.page.locator("main[data-reason]").get_attribute("data-reason")

    def on(self, *names, patience=None):
        """Waits for one of these screens, with all that it loads; its name."""
        selector = ", ".join(f'main[data-screen="{name}"]' for name in names)
        try:
            for _ in range(5):
                self.page.wait_for_selector(selector, timeout=patience)
                self.page.wait_for_load_state("load", timeout=patience)
                if self.screen in names:  # otherwise the page has changed meanwhile
                    return self.screen
            raise OutOfTime("it never stays")
        except OutOfTime:
            text = self.page.locator("body").inner_text()[:400]
            raise AssertionError(f"on {self.screen} at {self.path}, not on {' or '.join(names)}: {text!r}") from None

    @property
    def path(self):
        parts = urllib.parse.urlsplit(self.page.url)
        return parts.path

    @property
    def alert(self):
        """The error text of the page."""
        return self.page.get_by_role("alert").filter(has_text=re.compile(r"\S"))

    def opened(self, question):
        """Opens the question before a final action; returns the button of that action."""
        if question.get_attribute("open") is None:
            question.locator("summary").click()
        return question.get_by_role("button")

    # --- What the browser says ---------------------------------------------------------------------------------------

    def expect(self, *parts):
        """Complaints that contain one of these belong to what the trial tries."""
        self.expected += parts

    def expect_refusals(self):
        """Expects pages with status 400 to 499, which Chromium reports on the console; not the resources of a page."""
        self.expected.append(REFUSED_PAGE)

    def _complain(self, text):
        self.complaints.append(text)

    def _heard(self, message):
        if message.type not in ("error", "warning"):
            return
        url = message.location.get("url", "")
        is_page = any(request.url == url and request.is_navigation_request() for request in self.requests)
        kind = REFUSED_PAGE if is_page and "status of 4" in message.text else f"console {message.type}"
        # Without the query, which may contain the secret of an enrollment.
        self._complain(f"{kind}: {message.text} ({url.partition('?')[0]})")

    def _asked(self, request):
        self.requests.append(request)
        parts = urllib.parse.urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and not request.url.startswith(self.base_url + "/"):
            self._complain(f"a request to another host: {parts.scheme}://{parts.netloc}")

    def _answered(self, response):
        if response.status >= 500:
            self._complain(f"{response.status} from {response.request.method} {response.url.partition('?')[0]}")

    def posted(self, ending, field):
        """The content of the last form to a path with this end, read as JSON."""
        for request in reversed(self.requests):
            if request.method == "POST" and urllib.parse.urlsplit(request.url).path.endswith(ending):
                return json.loads(urllib.parse.parse_qs(request.post_data)[field][0])
        raise AssertionError(f"no form went to a path that ends in {ending}")

    # --- Its end -----------------------------------------------------------------------------------------------------

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        try:
            if kind is not None:
                self._photograph()
        finally:
            self.context.close()
        unexpected = [text for text in self.complaints if not any(part in text for part in self.expected)]
        if unexpected:
            raise AssertionError(f"the browser complained: {'; '.join(unexpected[:4])}") from error

    def _photograph(self):
        folder = pathlib.Path(self.world.evidence)
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(self.context.pages):
            name = re.sub(r"\W+", "-", self.world.trial)[:80]
            file = folder / f"{name}-{number}.png"
            try:
                page.screenshot(path=file, timeout=5_000)
                print(f"        {page.url.split('?')[0]} as it was: {file}", flush=True)
            except Exception as error:
                print(f"        no picture of tab {number}: {type(error).__name__}", flush=True)
