"""The account holder at the sandbox bank's page: signs in, approves, and is sent back to the shop.

The page is meant for a browser; here its two forms are filled in by a program. A real bank's page cannot be, and a shop
never sees it.
"""

import html.parser
import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPMessage
from typing import IO


class Form(html.parser.HTMLParser):
    """The last form of a page, with the values that it would send."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.action, self.fields = "", dict[str, str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        at = dict(attributes)
        if tag == "form":
            self.action, self.fields = at.get("action") or "", {}
        # Of the accounts, which are radio buttons, the first one.
        elif tag == "input" and at.get("name"):
            self.fields.setdefault(at["name"] or "", at.get("value") or "")


class Redirections(urllib.request.HTTPRedirectHandler):
    """Follows the bank until it sends the person back to the shop."""

    def __init__(self, callback: str) -> None:
        self.callback, self.reached = callback, ""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        if newurl.startswith(self.callback):
            self.reached = newurl
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class Holder:
    def __init__(self, cpf: str, password: str, callback: str) -> None:
        self.cpf, self.password, self.redirections = cpf, password, Redirections(callback)
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.browser = urllib.request.build_opener(cookies, self.redirections)

    def approves(self, url: str) -> dict[str, str]:
        """From the bank's page to the parameters of the callback."""
        page, text = self._open(url)
        for given in ({"cpf": self.cpf, "password": self.password}, {"decision": "approve"}):
            form = Form(text)
            page, text = self._open(urllib.parse.urljoin(page, form.action), {**form.fields, **given})
        reached = urllib.parse.urlsplit(self.redirections.reached)
        if not reached.scheme:
            raise SystemExit(f"the bank did not send the person back: {page}")
        # Banks of Open Finance Brasil answer behind the #, the sandbox's own bank behind the ?.
        return dict(urllib.parse.parse_qsl(reached.query or reached.fragment))

    def _open(self, url: str, fields: dict[str, str] | None = None) -> tuple[str, str]:
        parts = urllib.parse.urlsplit(url)
        headers = {} if fields is None else {"Origin": f"{parts.scheme}://{parts.netloc}"}
        data = None if fields is None else urllib.parse.urlencode(fields).encode()
        try:
            with self.browser.open(urllib.request.Request(url, data, headers), timeout=30) as answer:
                return answer.url, answer.read().decode()
        except urllib.error.HTTPError as error:
            if not self.redirections.reached:
                raise SystemExit(f"the bank's page answered {error.code}") from None
            return self.redirections.reached, ""
