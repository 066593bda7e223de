"""What two OpenAPI documents say of a payload, in one form that can be compared.

A shape has the members of all alternatives of a schema. A member is required where each alternative requires it; what
only some require are the choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

BOUNDS = ("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum")
# OpenAPI 3.1, section 4.8.12.1: such a parameter says nothing.
IGNORED = ("header.Accept", "header.Content-Type", "header.Authorization")
# Bounds that bound nothing.
IDLE = {"minLength": (0,), "minItems": (0,), "minimum": (-(2**63),), "maximum": (2**63 - 1,)}


@dataclass
class Shape:
    type: str | None = None
    pattern: str | None = None
    values: frozenset[str] | None = None
    bounds: dict[str, Any] = field(default_factory=dict)
    members: dict[str, Shape] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    # The members that the alternatives require beside those that all require.
    choices: set[frozenset[str]] = field(default_factory=set)
    element: Shape | None = None

    @property
    def undescribed(self) -> set[str]:
        """Members that are required without a schema of theirs."""
        return self.required - set(self.members)

    def take(self, other: Shape) -> None:
        """Adds what another schema says of the same value; what this one says already stays."""
        self.type = self.type or other.type
        self.pattern = self.pattern or other.pattern
        self.values = self.values or other.values
        self.element = self.element or other.element
        self.bounds = {**other.bounds, **self.bounds}
        self.members = {**self.members, **{name: it for name, it in other.members.items() if name not in self.members}}
        self.required |= other.required
        self.choices |= other.choices


@dataclass(frozen=True)
class Difference:
    """One aspect of one place; `expected` is the specification's.

    The aspect ends with `of its own` where the document says something and the specification nothing.
    """

    path: str
    aspect: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.path}:{self.aspect} is {self.found!r}, {self.expected!r} was expected"


class Document:
    """An OpenAPI document whose references stay inside it."""

    def __init__(self, content: dict[str, Any]):
        self.content = content

    @property
    def operations(self) -> dict[str, dict[str, Any]]:
        """The operations by method and path."""
        return {
            f"{method.upper()} {path}": operation
            for path, methods in self.content["paths"].items()
            for method, operation in methods.items()
            if method in ("get", "put", "post", "patch", "delete")
        }

    def resolve(self, value: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in value:
            found: Any = self.content
            for part in value["$ref"].removeprefix("#/").split("/"):
                found = found[part.replace("~1", "/").replace("~0", "~")]
            value = found
        return value

    def shape(self, schema: dict[str, Any]) -> Shape:
        schema = self.resolve(schema)
        made = Shape(
            type=schema.get("type"),
            pattern=schema.get("pattern"),
            values=frozenset(schema["enum"]) if "enum" in schema else None,
            bounds={name: schema[name] for name in BOUNDS if schema.get(name) not in (None, *IDLE.get(name, ()))},
            members={name: self.shape(member) for name, member in schema.get("properties", {}).items()},
            required=set(schema.get("required", [])),
            element=self.shape(schema["items"]) if "items" in schema else None,
        )
        for part in schema.get("allOf", []):
            made.take(self.shape(part))
        if alternatives := [self.shape(each) for each in schema.get("oneOf", [])]:
            common = set.intersection(*(each.required for each in alternatives))
            made.choices |= {frozenset(each.required - common) for each in alternatives}
            for each in alternatives:
                made.take(Shape(each.type, each.pattern, each.values, each.bounds, each.members))
            made.required |= common
        if made.type is None and made.members:
            made.type = "object"
        return made

    def payload(self, described: dict[str, Any]) -> Shape | None:
        """The payload of a request body or an answer; `None` without a body."""
        content = self.resolve(described).get("content", {}).get("application/jwt")
        return self.shape(content["schema"]) if content else None

    def answers(self, operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """The successful answers by status."""
        return {str(status): each for status, each in operation["responses"].items() if str(status).startswith("2")}

    def parameters(self, operation: dict[str, Any]) -> dict[str, bool]:
        """The parameters by place and name, and whether they are required."""
        found = [self.resolve(each) for each in operation.get("parameters", [])]
        named = {f"{each['in']}.{each['name']}": each.get("required", False) for each in found}
        return {name: is_required for name, is_required in named.items() if name not in IGNORED}

    def codes(self, operation: dict[str, Any]) -> frozenset[str]:
        """The codes of a 422: of `x-codes`, or of the enumeration in its schema."""
        answer = self.resolve(operation["responses"].get("422", {}))
        if "x-codes" in answer:
            return frozenset(answer["x-codes"])
        errors = self.payload(answer)
        element = errors.members["errors"].element if errors and "errors" in errors.members else None
        return (element.members["code"].values if element else None) or frozenset()


def differences(expected: Shape | None, found: Shape | None, path: str) -> Iterator[Difference]:
    """What of a shape is another one than the specification's, from the outside inwards."""
    if expected is None or found is None:
        if expected is not found:
            yield Difference(path, "body", expected is not None, found is not None)
        return
    for aspect in ("type", "pattern"):
        yield from _different(path, aspect, getattr(expected, aspect), getattr(found, aspect))
    yield from _different(path, "enum", _sorted(expected.values), _sorted(found.values))
    yield from _different(path, "oneOf", _choices(expected), _choices(found))
    for name in BOUNDS:
        told = name if name in expected.bounds else f"{name} of its own"
        yield from _different(path, told, expected.bounds.get(name), found.bounds.get(name))
    for name in sorted({*expected.members, *found.members, *expected.required, *found.required}):
        inner = f"{path}.{name}"
        yield from _different(inner, "required", name in expected.required, name in found.required)
        if name in expected.undescribed and name in found.members:
            continue
        if name not in expected.members and name in found.members:
            yield Difference(inner, "member of its own", None, found.members[name].type)
        elif name in expected.members and name not in found.members:
            yield Difference(inner, "member", expected.members[name].type, None)
        elif name in expected.members:
            yield from differences(expected.members[name], found.members[name], inner)
    if expected.element or found.element:
        yield from differences(expected.element, found.element, f"{path}[]")


def _different(path: str, aspect: str, expected: Any, found: Any) -> Iterator[Difference]:
    if expected != found:
        yield Difference(path, aspect, expected, found)


def _sorted(values: frozenset[str] | None) -> list[str] | None:
    return None if values is None else sorted(values)


def _choices(shape: Shape) -> list[list[str]]:
    return sorted(sorted(choice) for choice in shape.choices)
