"""What a setting may be, in plain words, read off its section's class.

Works on pydantic's JSON schema of a class: one form for every kind of constraint, so that a range
stands once, in the class, and every message about it follows.
"""

from __future__ import annotations

from collections.abc import Sequence

Schema = dict


def schema_at(schema: Schema, path: Sequence[str | int]) -> Schema | None:
    """Return the part of a class's JSON schema at ``path`` (keys and list indices), else None."""
    here = _resolved(schema, schema)
    for step in path:
        if isinstance(step, int) and "items" in here:
            here = here["items"]
        else:
            here = here.get("properties", {}).get(step, _entry(here))
        if not isinstance(here, dict):
            return None
        here = _resolved(here, schema)
    return here


def in_words(schema: Schema, whole: Schema) -> str:
    """Return what ``schema``, a part of ``whole``, allows."""
    schema = _resolved(schema, whole)
    if "anyOf" in schema:
        return " or ".join(in_words(part, whole) for part in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return _either([_written(value) for value in schema.get("enum", [schema.get("const")])])
    match schema.get("type"):
        case "integer":
            return f"a whole number{_range(schema)}"
        case "number":
            return f"a number{_range(schema)}"
        case "boolean":
            return "true or false"
        case "string":
            return schema.get("description", "text")
        case "null":
            return "null"
        case "array":
            least = f" of at least {schema['minItems']}" if schema.get("minItems") else ""
            return f"a list{least}, each {in_words(schema['items'], whole)}"
        case "object" if "properties" in schema:
            return f"a section with the keys {', '.join(schema['properties'])}"
        case "object":
            return "a section of named entries"
    return "another kind of value"


def _entry(schema: Schema) -> Schema | None:
    """What each entry must be where the names are the user's own, as under ``systems``."""
    return next(iter(schema.get("patternProperties", {}).values()), None)


def _resolved(schema: Schema, whole: Schema) -> Schema:
    """Follow a reference to a named sub-section."""
    while "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def _range(schema: Schema) -> str:
    low, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    high, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    if low is not None and high is not None:
        return f" from {_plain(low)} to {_plain(high)}"
    ends = (("of at least", low), ("above", above), ("up to", high), ("below", below))
    parts = [f"{words} {_plain(end)}" for words, end in ends if end is not None]
    return " " + " and ".join(parts) if parts else ""


def _plain(number: float) -> str:
    return f"{int(number):,}" if number == int(number) else str(number)


def _written(value: object) -> str:
    """A choice as it is written in YAML: text that would be read as a number is quoted."""
    return f'"{value}"' if isinstance(value, str) and value.isdigit() else str(value)


def _either(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"
