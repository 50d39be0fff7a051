"""The OpenAPI of the pages, drawn from the routes and the structs: it cannot be out of step with them."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from majordome import __version__
from majordome.core.evening import GameSettings
from majordome.web.messages import GESTURES, LONGEST_ID, WISHES, HostLetIn, Saying, Wishes, sayable
from majordome.web.routes import Route

ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["why", "names", "where"],
            "properties": {
                "why": {"type": "string", "description": "a key of [refusal] in the words"},
                "names": {"type": "array", "items": {"type": "string"}},
                "where": {"type": ["string", "null"]},
            },
        }
    },
}
WHY = {
    400: "not understood",
    401: "nobody we know",
    403: "not allowed",
    404: "no such thing",
    405: "not in this way",
    409: "the rules refuse it",
    410: "gone",
    411: "its length must be told",
    413: "too long",
    415: "not JSON",
    422: "a value is wrong",
    429: "too many",
    431: "its cookies are too long",
    503: "the box is busy",
}
SCHEMA_NAMES: dict[type, str] = {HostLetIn: "LetIn"}  # where programs know a struct by another name than ours
BRIEF = {"type": "string", "minLength": 1, "maxLength": LONGEST_ID}


@lru_cache(maxsize=4)
def openapi(routes: tuple[Route, ...], game: str) -> dict[str, Any]:
    """The whole document, while this game is played."""
    schemas: dict[str, Any] = {"Error": ERROR}
    schemas["Saying"] = _saying(game, schemas)
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Majordome", "version": __version__, "description": __doc__},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                kind: {"type": "apiKey", "in": "cookie", "name": f"majordome_{kind}"}
                for kind in ("host", "card", "twin")
            },
        },
    }


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"summary": route.summary, "responses": {}}
    if route.who:
        operation["security"] = [{kind: []} for kind in route.who]
    content = {route.content: {"schema": _ref(route.gives, schemas) if route.gives else {}}}
    for status in route.succeeds:
        operation["responses"][str(status)] = {"description": "done", "content": content}
    for status in route.fails:
        error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
        operation["responses"][str(status)] = {"description": WHY[status], "content": error}
    if route.takes is not None:
        body = {"application/json": {"schema": _ref(route.takes, schemas)}}
        operation["requestBody"] = {"required": True, "content": body}
    operation["parameters"] = [
        {"name": name, "in": "query", "required": False, "schema": {"type": "string", "enum": list(values)}}
        for name, values in route.query
    ] + [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in route.placeholders]
    return operation


def _ref(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    """A struct by its name; everything else in place."""
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return schema(kind, schemas)
    name = SCHEMA_NAMES.get(kind, kind.__name__)
    if name not in schemas:
        schemas[name] = {}  # a name is enough where a type holds itself
        schemas[name] = _table(kind, schemas)
    return {"$ref": f"#/components/schemas/{name}"}


def _table(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    required = [f.name for f in fields(kind) if f.default is NODEFAULT and f.default_factory is NODEFAULT]
    told = {name: _ref(hint, schemas) for name, hint in hints.items() if name in {f.name for f in fields(kind)}}
    if "id" in told and "moment" in told:
        told["id"] = BRIEF
    return {
        "type": "object",
        "description": (kind.__doc__ or "").strip(),
        "additionalProperties": False,
        "required": required,
        "properties": told,
    }


def _saying(game: str, schemas: dict[str, Any]) -> dict[str, Any]:
    alone = {
        "type": "object",
        "additionalProperties": False,
        "required": ["is"],
        "properties": {"is": {"type": "string", "enum": [*GESTURES, *WISHES]}},
    }
    events = []
    for name, kind in sayable(game).items():
        table = _table(kind, schemas)
        table["properties"] = {"is": {"const": name}, **table["properties"]}
        table["required"] = ["is", *table["required"]]
        events.append(table)
    return {"oneOf": [alone, *events], "description": (Saying.__doc__ or "").strip()}


def schema(hint: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    """JSON Schema of a type that `plain_values` can read or write."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        inner = [_ref(arg, schemas) for arg in args if arg is not NoneType]
        return {"anyOf": [*inner, {"type": "null"}]}
    if hint in (GameSettings, Wishes):
        value = {"type": "integer"} if hint is Wishes else {"type": ["integer", "string", "boolean"]}
        return {"type": "object", "additionalProperties": value}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _ref(args[1], schemas)}
    if origin is tuple:
        if args[-1] is Ellipsis:
            return {"type": "array", "items": _ref(args[0], schemas)}
        return {
            "type": "array",
            "prefixItems": [_ref(arg, schemas) for arg in args],
            "minItems": len(args),
            "maxItems": len(args),
        }
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    return {"type": {str: "string", int: "integer", float: "number", bool: "boolean"}[hint]} if hint in _PLAIN else {}


_PLAIN = (str, int, float, bool)
