"""The planted values of the tests and the search for them in output: the only list.

The sandbox's five people and their passwords are not in it: its sign-in page shows them, and `--help` names them.
"""

import base64
import os
import pathlib
import urllib.parse

NAME = "Zuleica Plantada"
CPF = "39053344705"
EMAIL = "zuleica.plantada@mail.example"
PHONE = "+5511987650987"
ACCOUNT = "90817263545362"

# The values that Swift tests plant: the value, the file that plants it, and its form in that file when it differs.
SWIFT = [
    ("Plantada Silva Segredo", "Server/Tests/ServerHTTPTests/Secrecy/SecrecyTests.swift", None),
    ("10003141543", "Server/Tests/ServerHTTPTests/Secrecy/SecrecyTests.swift", "TestCPF.number(31_415)"),
    ("98765432199", "Server/Tests/ServerHTTPTests/Secrecy/SecrecyTests.swift", None),
    ("planted-password", "Server/Tests/ServerHTTPTests/Secrecy/SecrecyTests.swift", None),
    ("loja.example/secreto", "Server/Tests/ServerHTTPTests/Secrecy/SecrecyTests.swift", None),
    ("alice@exemplo.com.br", "Server/Tests/ServerHTTPTests/Support/Bodies.swift", None),
    ("+5511987654321", "Server/Tests/ServerHTTPTests/Support/Bodies.swift", None),
    ("Rua das Flores", "Server/Tests/ServerHTTPTests/Support/Bodies.swift", None),
    ("76109277673-planted-secret", "Tests/ChavePixModelTests/SchemaWalkTests.swift", None),
]


def punctuated(cpf):
    return f"{cpf[:3]}.{cpf[3:6]}.{cpf[6:9]}-{cpf[9:]}"


def forms(value):
    """The forms of a value in output: as it is, in a URL, in Base64."""
    return {value, urllib.parse.quote(value, safe=""), base64.b64encode(value.encode()).decode()}


class Planted:
    """The forbidden values, by kind. The file that CHAVE_PLANTED names gets the values made in a run, for
    scripts/check-planted.
    """

    def __init__(self):
        self.values = {}

    def add(self, what, value, is_public=False):
        if not value:
            return
        self.values.setdefault(what, set()).add(value)
        notes = os.environ.get("CHAVE_PLANTED")
        if notes and not is_public:
            with pathlib.Path(notes).open("a", encoding="utf-8") as file:
                file.write(f"{value}\n")

    def found_in(self, text):
        lowered = text.lower()
        found = {}
        for what, values in self.values.items():
            for value in values:
                for form in forms(value):
                    if form.lower() in lowered:
                        at = lowered.index(form.lower())
                        found[what] = text[max(0, at - 160) : at + 60].replace("\n", " ")
        return found
