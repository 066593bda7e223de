"""The payload schemas of Open Finance Brasil, each operation's from its OpenAPI file.

A media type `application/jwt` carries the schema of the payload. References stay inside their file. The formats
`byte`, `bytes` and `url` are no standard formats and are not looked at.
"""

from __future__ import annotations

import functools
import os
import pathlib
import re
from dataclasses import dataclass
from typing import Any

import jsonschema
import yaml

from .faults import WireFault

# Whether bodies are checked. `run` turns it off where the specifications are not at hand; the tests never do.
checks_bodies = True
REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
# Statuses that no operation lists and that each server may answer: too long, another host, too often.
UNDESCRIBED = (413, 421, 429, 431)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
DATE_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})")


def vectors() -> pathlib.Path:
    """The folder of the specifications: `CHAVE_VECTORS`, or `shared/vectors` beside the repository."""
    named = os.environ.get("CHAVE_VECTORS")
    return pathlib.Path(named) if named else REPOSITORY.parent / "shared" / "vectors"


class _TextLoader(yaml.SafeLoader):
    """Leaves dates as texts: they stand in examples and enumerations."""


_TextLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}

FORMATS = jsonschema.FormatChecker(formats=())


@FORMATS.checks("date")
def _is_date(value: object) -> bool:
    return not isinstance(value, str) or DATE.fullmatch(value) is not None


@FORMATS.checks("date-time")
def _is_date_time(value: object) -> bool:
    return not isinstance(value, str) or DATE_TIME.fullmatch(value) is not None


class _Validator:
    """Draft 4 with what OpenAPI 3.0 changes: `nullable`, and `example` and the like mean nothing."""

    @staticmethod
    def _type(validator: Any, types: Any, instance: Any, schema: dict[str, Any]) -> Any:
        if instance is None and schema.get("nullable"):
            return iter(())
        return jsonschema.Draft4Validator.VALIDATORS["type"](validator, types, instance, schema)


OpenAPIValidator = jsonschema.validators.extend(jsonschema.Draft4Validator, {"type": _Validator._type})


@dataclass(frozen=True)
class Operation:
    """One operation of one API version: its file of specification, method and path there."""

    name: str
    file: str
    method: str
    path: str

    @property
    def has_body(self) -> bool:
        if not checks_bodies:
            return self.method.upper() in ("POST", "PATCH", "PUT")
        return "requestBody" in self._described

    @property
    def _described(self) -> dict[str, Any]:
        return Specification.of(self.file).operation(self.method, self.path)

    def check_request(self, body: Any) -> None:
        """The body of a request, as the bank should be able to read it."""
        if not checks_bodies:
            return
        described = Specification.of(self.file).resolve(self._described.get("requestBody", {}))
        schemas = [content["schema"] for content in described.get("content", {}).values() if "schema" in content]
        if not schemas:
            raise WireFault(f"{self.name} takes no body")
        Specification.of(self.file).check(schemas[0], body, f"the request of {self.name}")

    def check_answer(self, status: int, media_type: str, body: Any) -> None:
        """The body of an answer; its status and media type must be among those of the operation."""
        if not checks_bodies:
            return
        specification = Specification.of(self.file)
        responses = self._described["responses"]
        described = responses.get(str(status), responses.get(status))
        if described is None and (status in UNDESCRIBED or status >= 500):
            described = responses.get("default")
        if described is None:
            raise WireFault(f"{self.name} answered {status}; the specification has {sorted(map(str, responses))}")
        contents = specification.resolve(described).get("content", {})
        matching = [content for name, content in contents.items() if name.partition(";")[0].strip() == media_type]
        if not contents:
            if body is not None:
                raise WireFault(f"{self.name} answered {status} with a body; the specification has none")
            return
        if not matching:
            raise WireFault(f"{self.name} answered {status} as {media_type!r}; the specification has {list(contents)}")
        specification.check(matching[0]["schema"], body, f"the answer {status} of {self.name}")

    def codes(self, status: int = 422) -> list[str]:
        """The codes that the specification lists for an answer."""
        specification = Specification.of(self.file)
        described = specification.resolve(self._described["responses"][str(status)])
        schema = specification.resolve(next(iter(described["content"].values()))["schema"])
        item = specification.resolve(schema["properties"]["errors"]["items"])
        return list(specification.resolve(item["properties"]["code"]).get("enum", []))


class Specification:
    def __init__(self, path: pathlib.Path):
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError as error:
            raise WireFault(f"{path} is missing: name the folder of the specifications in CHAVE_VECTORS") from error
        self.document: dict[str, Any] = yaml.load(text, Loader=_TextLoader)
        self._validators: dict[int, Any] = {}

    @staticmethod
    @functools.cache
    def of(file: str) -> Specification:
        return Specification(vectors() / "open-finance" / file)

    def operation(self, method: str, path: str) -> dict[str, Any]:
        return self.document["paths"][path][method.lower()]

    def resolve(self, value: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in value:
            value = self._target(value["$ref"])
        return value

    def _target(self, reference: str) -> dict[str, Any]:
        if not reference.startswith("#/"):
            raise WireFault(f"{self.path.name}: the reference {reference} leads out of the file")
        found: Any = self.document
        for part in reference[2:].split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        return found

    def check(self, schema: dict[str, Any], body: Any, what: str) -> None:
        """Refuses a body with the first three problems, each with its place."""
        key = id(schema)
        if key not in self._validators:
            whole = {**schema, "components": self.document.get("components", {})}
            self._validators[key] = OpenAPIValidator(whole, format_checker=FORMATS)
        problems = sorted(self._validators[key].iter_errors(body), key=lambda problem: list(map(str, problem.path)))
        if problems:
            told = [f"{'.'.join(map(str, problem.absolute_path)) or 'body'}: {problem.message}" for problem in problems]
            raise WireFault(f"{what} does not follow {self.path.name}: {'; '.join(told[:3])}")

    def schema(self, name: str) -> dict[str, Any]:
        return self.document["components"]["schemas"][name]
