"""What a program does when objects of scenes collide, by classes of objects."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from graze import _core
from graze._enums import ResponseType
from graze._poses import _one_of

if TYPE_CHECKING:
    from graze._scene import SceneObject


class Encounter(NamedTuple):
    """Two objects that overlap, or are too close to call, as a response gets them.

    `a` and `b` are names; `a` is the one whose class was made first. `computed` is the highest type that any
    response to the pair requests: "witnessed" and "depth" have a common point with its proof, "depth" also
    the separation. World frame, from a to b.

    >>> import graze as gz
    >>> scene, table, found = gz.Scene(), gz.ResponseTable(), []
    >>> _ = scene.add("left", gz.Sphere(1)), scene.add("right", gz.Sphere(1), [1.5, 0, 0, 1, 0, 0, 0])
    >>> _ = table.add_default(found.append, type="witnessed")
    >>> scene.respond(table), found[0].a, found[0].common.verify(), found[0].separation
    (1, 'left', True, None)
    """

    a: str
    b: str
    computed: ResponseType
    common: _core.CommonPoint | None
    separation: _core.Separation | None


class _Numbered:
    """A number of a table."""

    __slots__ = ("_table", "index")

    def __init__(self, table: ResponseTable, index: int) -> None:
        self._table = table
        self.index = index

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Numbered):
            return NotImplemented
        return type(self) is type(other) and self._table is other._table and self.index == other.index

    def __hash__(self) -> int:
        return hash((id(self._table), self.index))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.index}>"


class ResponseClass(_Numbered):
    """A class of objects in a table: see `ResponseTable.make_class`.

    >>> import graze as gz
    >>> gz.ResponseTable().make_class()
    <ResponseClass 1>
    """

    __slots__ = ()


class ResponseId(_Numbered):
    """A response in a table, as the functions that add one return it.

    >>> import graze as gz
    >>> gz.ResponseTable().add_default(print)
    <ResponseId 1>
    """

    __slots__ = ()


#: Called with an Encounter; False, and only that, ends the round of responses.
Response = Callable[[Encounter], object]


class ResponseTable:
    """Which functions to call when objects of scenes overlap: for all pairs (default), for the pairs with a
    class of objects, or for those of two classes. The narrower level decides; of two classes that both have
    responses, the one set last. Classes made later inherit. One table may serve many scenes.

    Functions that add a response take a function, or the ResponseId of one that the table has already. `type`
    is what a function needs: "simple", "witnessed" (a common point) or "depth" (the separation).

    >>> import graze as gz
    >>> scene, table = gz.Scene(), gz.ResponseTable()
    >>> part, tool = table.make_class(), table.make_class()
    >>> for name, x, kind in (("bolt", 0, part), ("plate", 1, part), ("drill", 2, tool)):
    ...     table.assign(scene.add(name, gz.Sphere(0.6), pose=[x, 0, 0, 1, 0, 0, 0]), kind)
    >>> _ = table.add_pair(part, tool, lambda hit: print(f"{hit.b} touches {hit.a}"))
    >>> scene.respond(table)
    drill touches plate
    1
    """

    __slots__ = ("_base", "_classes", "_functions")

    def __init__(self) -> None:
        self._base = _core.ResponseTableBase()
        self._classes = 0
        self._functions: dict[int, Response] = {}

    def make_class(self) -> ResponseClass:
        """A new class of objects, without responses of its own."""
        self._classes = self._base._make_class()
        return ResponseClass(self, self._classes)

    def add_default(self, response: Response | ResponseId, type: ResponseType | str = "simple") -> ResponseId:
        """Adds a response to all pairs."""
        return self._add([], response, type)

    def add_class(self, c: ResponseClass, response: Response | ResponseId,
                  type: ResponseType | str = "simple") -> ResponseId:
        """Adds a response to the pairs with an object of a class."""
        return self._add([self._class(c, "c")], response, type)

    def add_pair(self, c: ResponseClass, d: ResponseClass, response: Response | ResponseId,
                 type: ResponseType | str = "simple") -> ResponseId:
        """Adds a response to the pairs of two classes, which may be the same."""
        return self._add([self._class(c, "c"), self._class(d, "d")], response, type)

    def override_class(self, c: ResponseClass, response: Response,
                       type: ResponseType | str = "simple") -> ResponseId:
        """From now on the class has this response only and inherits nothing, until it is cleared."""
        return self._made(self._base._override, [self._class(c, "c")], response, type)

    def override_pair(self, c: ResponseClass, d: ResponseClass, response: Response,
                      type: ResponseType | str = "simple") -> ResponseId:
        """The same for the pairs of two classes."""
        return self._made(self._base._override, [self._class(c, "c"), self._class(d, "d")], response, type)

    def remove_default(self, response: ResponseId) -> None:
        """Takes a response away from all pairs but those that name it themselves."""
        self._base._remove([], self._id(response))

    def remove_class(self, c: ResponseClass, response: ResponseId) -> None:
        """Takes a response, also an inherited one, away from a class."""
        self._base._remove([self._class(c, "c")], self._id(response))

    def remove_pair(self, c: ResponseClass, d: ResponseClass, response: ResponseId) -> None:
        """Takes a response, also an inherited one, away from the pairs of two classes."""
        self._base._remove([self._class(c, "c"), self._class(d, "d")], self._id(response))

    def clear_default(self) -> None:
        """Removes the responses to all pairs."""
        self._base._clear([])

    def clear_class(self, c: ResponseClass) -> None:
        """Removes what was set for a class, which inherits again."""
        self._base._clear([self._class(c, "c")])

    def clear_pair(self, c: ResponseClass, d: ResponseClass) -> None:
        """Removes what was set for the pairs of two classes, which inherit again."""
        self._base._clear([self._class(c, "c"), self._class(d, "d")])

    def forget(self, response: ResponseId) -> None:
        """Removes a response at all levels; its id is not used again."""
        self._base._forget(self._id(response))
        del self._functions[response.index]

    def __contains__(self, response: object) -> bool:
        return (isinstance(response, ResponseId) and response._table is self
                and response.index in self._functions)

    def assign(self, item: SceneObject, c: ResponseClass) -> None:
        """Gives an object of a scene a class, in place of the one it had."""
        self._base._assign(*self._key(item), self._class(c, "c"))

    def unassign(self, item: SceneObject) -> None:
        """The object is without a class again."""
        self._base._unassign(*self._key(item))

    def class_of(self, item: SceneObject) -> ResponseClass | None:
        """The class of an object, None when it has none."""
        index = self._base._class_of(*self._key(item))
        return ResponseClass(self, index) if index > 0 else None

    def responses(self, c: ResponseClass | None, d: ResponseClass | None) -> list[ResponseId]:
        """The responses to a pair of classes, None for objects without one, in the order they were made."""
        first, second = (0 if x is None else self._class(x, name) for x, name in ((c, "c"), (d, "d")))
        return [ResponseId(self, index) for index in self._base._responses(first, second)]

    def type(self, response: ResponseId) -> ResponseType:
        """What a response requests."""
        return ResponseType(self._base._type(self._id(response)))

    def __repr__(self) -> str:
        return f"<ResponseTable of {self._classes} classes, {len(self._functions)} responses>"

    def _add(self, classes: list[int], response: Response | ResponseId,
             type: ResponseType | str) -> ResponseId:
        if isinstance(response, ResponseId):
            self._base._add_again(classes, self._id(response))
            return response
        return self._made(self._base._add, classes, response, type)

    def _made(self, make: Callable[[list[int], int], int], classes: list[int], response: Response,
              type: ResponseType | str) -> ResponseId:
        if not callable(response):
            raise TypeError(f"response: a function is needed, not {response.__class__.__name__}")
        if not isinstance(type, ResponseType):
            _one_of(type, "type", tuple(ResponseType.__members__))
            type = ResponseType[type]
        made = ResponseId(self, make(classes, int(type)))
        self._functions[made.index] = response
        return made

    def _class(self, c: object, name: str) -> int:
        if not isinstance(c, ResponseClass):
            raise TypeError(f"{name}: a ResponseClass is needed, not {c.__class__.__name__}")
        if c._table is not self:
            raise ValueError(f"{name}: a class of another table")
        return c.index

    def _id(self, response: object) -> int:
        if not isinstance(response, ResponseId):
            raise TypeError(f"response: a ResponseId is needed, not {response.__class__.__name__}")
        if response not in self:
            raise ValueError("response: forgotten, or of another table")
        return response.index

    @staticmethod
    def _key(item: Any) -> tuple[_core.World, int]:
        from graze._scene import SceneObject
        if not isinstance(item, SceneObject):
            raise TypeError(f"item: an object of a scene is needed, not {item.__class__.__name__}")
        return item._scene._world, item._scene._entry(item.name).key

    def _respond(self, world: _core.World, names: dict[int, str]) -> int:
        calls = 0

        def call(response: int, a: int, b: int, computed: int, common: _core.CommonPoint | None,
                 separation: _core.Separation | None) -> bool:
            nonlocal calls
            function = self._functions.get(response)
            if function is None:  # forgotten by a response
                return True
            calls += 1
            found = Encounter(names[a], names[b], ResponseType(computed), common, separation)
            return function(found) is not False

        _core.respond(world, self._base, call)
        return calls
