"""The person in the browser: signs in at the bank's pages and decides there.

Knows the bank from its pages alone: follows redirects, keeps cookies, fills in the first form of each page.
"""

from __future__ import annotations

import http.cookies
import urllib.parse
from dataclasses import dataclass, field
from html.parser import HTMLParser

from .faults import Unexpected
from .net import Answer, Wire

MOST_PAGES = 15
MOST_REPEATS = 4


@dataclass(frozen=True)
class Person:
    """One of the people that the sandbox's sign-in page shows."""

    cpf: str
    password: str


ALICE = Person("76109277673", "senha-1")
BRUNO = Person("87517400444", "senha-2")
CLARA = Person("12345678909", "senha-3")
# A payment from Davi's first account needs a second person's approval.
DAVI = Person("11144477735", "senha-4")
ELISA = Person("52998224725", "senha-5")


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)


class _FormReader(HTMLParser):
    """Reads the forms of a page as a browser would send them."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(found.get("action", ""), found.get("method", "get").upper())
            self.forms.append(self._form)
        if self._form is None:
            return
        name, value = found.get("name"), found.get("value", "")
        if tag == "option" and self._select is not None:
            self._note_choice(self._select, value)
            if "selected" in found or self._select not in self._form.fields:
                self._form.fields[self._select] = value
        elif tag == "select" and name:
            self._select = name
        elif tag == "button" and name:
            self._form.buttons.append((name, value))
        elif tag == "input" and name:
            if found.get("type") in ("radio", "checkbox"):
                self._note_choice(name, value)
                if "checked" not in found:
                    return
            self._form.fields[name] = value

    def _note_choice(self, name: str, value: str) -> None:
        if self._form is not None:
            self._form.choices.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None
        elif tag == "form":
            self._form = None


def forms_of(page: str) -> list[Form]:
    reader = _FormReader()
    reader.feed(page)
    return reader.forms


class Browser:
    """A browser without a window; it shows its person no scripts."""

    def __init__(self, wire: Wire):
        self._wire = wire
        self._cookies: dict[str, str] = {}

    def get(self, url: str) -> Answer:
        return self._send("GET", url, [], None)

    def post(self, form: Form, page: str) -> Answer:
        parts = urllib.parse.urlsplit(page)
        headers = [
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Origin", f"{parts.scheme}://{parts.netloc}"),
        ]
        action = urllib.parse.urljoin(page, form.action or page)
        return self._send("POST", action, headers, urllib.parse.urlencode(form.fields))

    def _send(self, method: str, url: str, headers: list[tuple[str, str]], body: str | None) -> Answer:
        headers = [("Accept", "text/html"), ("Accept-Language", "en"), *headers]
        if self._cookies:
            headers.append(("Cookie", "; ".join(f"{name}={value}" for name, value in self._cookies.items())))
        answer = self._wire.send(method, url, headers, body)
        for line in answer.headers.get("set-cookie", []):
            for name, morsel in http.cookies.SimpleCookie(line).items():
                if morsel.value and morsel["max-age"] != "0":
                    self._cookies[name] = morsel.value
                else:
                    self._cookies.pop(name, None)
        return answer


class Holder:
    """A person with a browser of their own."""

    def __init__(self, person: Person, wire: Wire):
        self.person = person
        self.browser = Browser(wire)

    def decide(
        self, start: str, callback: str, decision: str = "approve", choices: dict[str, str] | None = None
    ) -> str:
        """Goes from the bank's address to the callback, whose address with the answer is returned.

        `choices` replace fields of the approval page. A page with 503 is asked for again, as it offers.
        """
        page = self.browser.get(start)
        repeats = 0
        for _ in range(MOST_PAGES):
            if page.status == 503 and repeats < MOST_REPEATS:
                repeats += 1
                page = self.browser.get(start)
                continue
            if page.status in (302, 303):
                target = urllib.parse.urljoin(page.url, page.header("location") or "")
                if target.startswith(callback):
                    return target
                page = self.browser.get(target)
                continue
            forms = forms_of(page.text) if page.status == 200 else []
            if not forms:
                raise Unexpected(f"{page.where}: the bank's page has no form: {visible_text(page.text)}")
            page = self.browser.post(self._filled(forms[0], decision, choices or {}), page.url)
        raise Unexpected(f"the bank's pages lead nowhere after {MOST_PAGES} of them")

    def end_device(self, home: str, enrollment_id: str) -> None:
        """Ends an enrollment on the holder's own pages at the bank; `home` is the bank's first page."""
        page = self.browser.get(home)
        entrance = next((form for form in forms_of(page.text) if "password" in form.fields), None)
        if page.status != 200 or entrance is None:
            raise Unexpected(f"{page.where}: the bank's first page has no sign-in: {visible_text(page.text)}")
        page = self._followed(self.browser.post(self._filled(entrance, "", {}), page.url))
        ending = [form for form in forms_of(page.text) if form.fields.get("enrollment") == enrollment_id]
        if not ending:
            raise Unexpected(f"{page.where}: the holder's page does not show the device: {visible_text(page.text)}")
        page = self._followed(self.browser.post(ending[0], page.url))
        if page.status != 200:
            raise Unexpected(f"{page.where}: the device was not ended: {visible_text(page.text)}")

    def _followed(self, page: Answer) -> Answer:
        for _ in range(MOST_PAGES):
            if page.status not in (302, 303):
                return page
            page = self.browser.get(urllib.parse.urljoin(page.url, page.header("location") or ""))
        raise Unexpected(f"{page.where}: the bank's pages lead nowhere")

    def _filled(self, form: Form, decision: str, choices: dict[str, str]) -> Form:
        if "password" in form.fields:
            form.fields.update(cpf=self.person.cpf, password=self.person.password)
        if ("decision", decision) in form.buttons:
            form.fields["decision"] = decision
            form.fields.update(choices)
        return form


class _TextReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.found.append(data.strip())


def visible_text(page: str) -> str:
    reader = _TextReader()
    reader.feed(page)
    return " ".join(reader.found)[:300]
