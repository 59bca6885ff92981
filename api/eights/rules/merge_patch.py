"""JSON Merge Patch (RFC 7396): how options and callers change rules."""

from typing import Any

JsonObject = dict[str, Any]
"""A JSON object as Python data."""


def merge_patch(target: object, patch: object) -> object:
    """Return the target with the patch applied; neither is changed.

    Objects merge field by field, ``None`` (JSON's ``null``) removes a field, anything else replaces what was there.

    >>> merge_patch({"draw": {"when": "stuck", "limit": 1}}, {"draw": {"limit": None}, "jump_in": True})
    {'draw': {'when': 'stuck'}, 'jump_in': True}
    """
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge_patch(merged.get(name), value)
    return merged
