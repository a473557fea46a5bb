"""Tuples of numbers and arrays, compared as values: Python asks arrays for one truth, which they have not."""
from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

_Class = TypeVar("_Class", bound=type)


def counted(count: int, thing: str) -> str:
    """"1 part", "2 parts"."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def kind_of(value: object) -> str:
    """"Box" of a box, "the class Box" of the class; for messages."""
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__


def same_values(a: Any, b: Any) -> bool:
    """Whether two values are equal, arrays in them by shape and items; NaN is equal to NaN."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return (type(a) is type(b) and a.dtype == b.dtype
                and np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same_values(a[key], b[key]) for key in a)
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same_values, a, b))
    return bool(a == b)


def hash_of(value: Any) -> int:
    """Equal for equal values."""
    if isinstance(value, np.ndarray):
        return hash(value.shape)
    if isinstance(value, dict):
        return hash(tuple(value))
    if isinstance(value, (tuple, list)):
        return hash(tuple(map(hash_of, value)))
    return hash(value)


def by_values(cls: _Class) -> _Class:
    """Gives a named tuple with arrays in it the `==` and the hash of its values."""

    def equal(self: Any, other: Any) -> Any:
        return same_values(list(self), list(other)) if type(other) is cls else NotImplemented

    def unequal(self: Any, other: Any) -> Any:
        return not same_values(list(self), list(other)) if type(other) is cls else NotImplemented

    def hashed(self: Any) -> int:
        return hash_of(list(self))

    setattr(cls, "__eq__", equal)
    setattr(cls, "__ne__", unequal)
    setattr(cls, "__hash__", hashed)
    return cls
