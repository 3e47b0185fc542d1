"""Answers as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any


def to_json(data: object) -> bytes:
    """Write a form, or what is made of forms, as JSON."""
    return json.dumps(data, default=_plain, separators=(",", ":")).encode()


def _plain(form: Any) -> dict[str, Any]:
    """Return the fields of a form, without those that have their default."""
    values = ((field, getattr(form, field.name)) for field in fields(form))
    return {field.name: value for field, value in values if value is not field.default}
