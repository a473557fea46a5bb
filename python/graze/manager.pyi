"""Types of the collision manager, whose answers depend on what is to be returned."""
from typing import Any, Literal, overload

from graze._core import Separation
from graze._pair_data import ContactPoint
from graze._poses import Floats, PoseLike
from graze._shapes import Shape

EXTERNAL: str

_Pair = tuple[str, str]

class ContactData:
    names: set[str]
    pair: _Pair
    normal: Floats
    point: Floats
    depth: float
    def __init__(self, names: _Pair, contact: ContactPoint) -> None: ...
    def index(self, name: str) -> int: ...

class DistanceData:
    names: set[str]
    pair: _Pair
    separation: Separation
    distance: float
    def __init__(self, names: _Pair, separation: Separation) -> None: ...
    def point(self, name: str) -> Floats: ...
    def index(self, name: str) -> int: ...

def shape_of(mesh: Any) -> Shape: ...

class CollisionManager:
    def __init__(self) -> None: ...
    def add_object(self, name: str, mesh: Any, transform: PoseLike = ...) -> Shape: ...
    def remove_object(self, name: str) -> None: ...
    def set_transform(self, name: str, transform: PoseLike) -> None: ...
    @overload
    def in_collision_single(
        self, mesh: Any, transform: PoseLike = ..., return_names: Literal[False] = ...,
        return_data: Literal[False] = ...) -> bool: ...
    @overload
    def in_collision_single(
        self, mesh: Any, transform: PoseLike = ..., *, return_names: Literal[True],
        return_data: Literal[False] = ...) -> tuple[bool, set[str]]: ...
    @overload
    def in_collision_single(
        self, mesh: Any, transform: PoseLike = ..., return_names: Literal[False] = ..., *,
        return_data: Literal[True]) -> tuple[bool, list[ContactData]]: ...
    @overload
    def in_collision_single(
        self, mesh: Any, transform: PoseLike = ..., *, return_names: Literal[True],
        return_data: Literal[True]) -> tuple[bool, set[str], list[ContactData]]: ...
    @overload
    def in_collision_internal(
        self, return_names: Literal[False] = ..., return_data: Literal[False] = ...) -> bool: ...
    @overload
    def in_collision_internal(
        self, return_names: Literal[True], return_data: Literal[False] = ...) -> tuple[bool, set[_Pair]]: ...
    @overload
    def in_collision_internal(
        self, return_names: Literal[False] = ..., *,
        return_data: Literal[True]) -> tuple[bool, list[ContactData]]: ...
    @overload
    def in_collision_internal(
        self, return_names: Literal[True],
        return_data: Literal[True]) -> tuple[bool, set[_Pair], list[ContactData]]: ...
    @overload
    def in_collision_other(
        self, other_manager: CollisionManager, return_names: Literal[False] = ...,
        return_data: Literal[False] = ...) -> bool: ...
    @overload
    def in_collision_other(
        self, other_manager: CollisionManager, return_names: Literal[True],
        return_data: Literal[False] = ...) -> tuple[bool, set[_Pair]]: ...
    @overload
    def in_collision_other(
        self, other_manager: CollisionManager, return_names: Literal[False] = ..., *,
        return_data: Literal[True]) -> tuple[bool, list[ContactData]]: ...
    @overload
    def in_collision_other(
        self, other_manager: CollisionManager, return_names: Literal[True],
        return_data: Literal[True]) -> tuple[bool, set[_Pair], list[ContactData]]: ...
    @overload
    def min_distance_single(
        self, mesh: Any, transform: PoseLike = ..., return_name: Literal[False] = ...,
        return_data: Literal[False] = ...) -> float: ...
    @overload
    def min_distance_single(
        self, mesh: Any, transform: PoseLike = ..., *, return_name: Literal[True],
        return_data: Literal[False] = ...) -> tuple[float, str | None]: ...
    @overload
    def min_distance_single(
        self, mesh: Any, transform: PoseLike = ..., return_name: Literal[False] = ..., *,
        return_data: Literal[True]) -> tuple[float, DistanceData | None]: ...
    @overload
    def min_distance_single(
        self, mesh: Any, transform: PoseLike = ..., *, return_name: Literal[True],
        return_data: Literal[True]) -> tuple[float, str | None, DistanceData | None]: ...
    @overload
    def min_distance_internal(
        self, return_names: Literal[False] = ..., return_data: Literal[False] = ...) -> float: ...
    @overload
    def min_distance_internal(
        self, return_names: Literal[True],
        return_data: Literal[False] = ...) -> tuple[float, _Pair | None]: ...
    @overload
    def min_distance_internal(
        self, return_names: Literal[False] = ..., *,
        return_data: Literal[True]) -> tuple[float, DistanceData | None]: ...
    @overload
    def min_distance_internal(
        self, return_names: Literal[True],
        return_data: Literal[True]) -> tuple[float, _Pair | None, DistanceData | None]: ...
    @overload
    def min_distance_other(
        self, other_manager: CollisionManager, return_names: Literal[False] = ...,
        return_data: Literal[False] = ...) -> float: ...
    @overload
    def min_distance_other(
        self, other_manager: CollisionManager, return_names: Literal[True],
        return_data: Literal[False] = ...) -> tuple[float, _Pair | None]: ...
    @overload
    def min_distance_other(
        self, other_manager: CollisionManager, return_names: Literal[False] = ..., *,
        return_data: Literal[True]) -> tuple[float, DistanceData | None]: ...
    @overload
    def min_distance_other(
        self, other_manager: CollisionManager, return_names: Literal[True],
        return_data: Literal[True]) -> tuple[float, _Pair | None, DistanceData | None]: ...
