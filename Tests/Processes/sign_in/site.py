"""The site of Examples/oidc-python in this process, and the right and wrong responses of sign-in to it."""

import importlib.util
import json
import pathlib
import urllib.parse
from unittest import mock

from sign_in.tenant import REDIRECT

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "Examples" / "oidc-python" / "app.py"
HERE = REDIRECT.removesuffix("/callback")


class Site:
    """As it stands in the repository; each has its own visitors."""

    def __init__(self, tenant, client):
        surroundings = {"OIDC_CLIENT_ID": client["client_id"], "OIDC_ISSUER": tenant.issuer}
        if "client_secret" in client:
            surroundings["OIDC_CLIENT_SECRET"] = client["client_secret"]
        specification = importlib.util.spec_from_file_location("oidc_example", EXAMPLE)
        module = importlib.util.module_from_spec(specification)
        with mock.patch.dict("os.environ", surroundings):
            specification.loader.exec_module(module)
        self.app, self.chave = module.app, module.chave
        self.app.testing = True
        if client["token_endpoint_auth_method"] == "client_secret_post":
            self.chave.client_kwargs["token_endpoint_auth_method"] = "client_secret_post"

    def visitor(self):
        return Visitor(self)

    def answered_with(self, change):
        """Lets `change` modify the responses of the token endpoint from now on."""

        def hook(answer):
            answer._content = json.dumps(change(answer.json())).encode()
            return answer

        def fix(session):
            session.register_compliance_hook("access_token_response", hook)

        self.chave.compliance_fix = fix

    def answered_honestly(self):
        self.chave.compliance_fix = None


class Visitor:
    """One browser of the site's: its cookies are its own."""

    def __init__(self, site):
        self.site, self.browser = site, site.app.test_client()

    def sign_in(self):
        """The address that the site sends to, and the parameters in it."""
        address = self.browser.get("/sign-in", base_url=HERE).headers["Location"]
        return address, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))

    def come_back(self, **parameters):
        return self.browser.get("/callback", base_url=HERE, query_string=parameters)

    def home(self):
        return self.browser.get("/", base_url=HERE).get_data(as_text=True)


def came_back(device, asked, **change):
    """The response of a whole sign-in by a device to the site."""
    asked = {name: value for name, value in {**asked, **change}.items() if value is not None}
    answer = device.authorize(asked).must(200, what="authorization").json
    answer.pop("chain", None)
    return {"code": answer.pop("authorization_code"), **answer}


def raises(kinds, action):
    """The library's error of one of these kinds; None when it raised none."""
    try:
        action()
    except kinds as error:
        return error
    return None
