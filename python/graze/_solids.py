"""The inside of meshes, meshes that deform, boxes and support points."""
from __future__ import annotations

from typing import Any

from graze import _core
from graze._poses import ArrayLike, Floats, Interval, Intervals, PoseLike, _one_of
from graze._shapes import _CLASSES, Mesh, Shape
from graze._values import counted
from graze._verbs import ShapeLike, Shapes


def is_closed(mesh: Mesh) -> bool:
    """Whether every edge of a mesh has as many triangles on its one side as on the other.

    >>> import graze as gz
    >>> gz.is_closed(gz.Mesh(*gz.generate.box([1, 1, 1])))
    True
    """
    return _core.is_closed(mesh)


def winding_number(mesh: Mesh, point: ArrayLike, pose: PoseLike = None, *, width: float = 0.05,
                   threads: int = 1) -> Any:
    """How often a mesh, which may have holes, is around a point, no wider than `width` and rounding: an
    Interval; of many points, (N, 3), Intervals.

    >>> import graze as gz
    >>> gz.winding_number(gz.Mesh(*gz.generate.box([1, 1, 1])), [0, 0, 0]).contains(1.0)
    True
    """
    lower, upper = _core.winding_number(mesh, point, pose, width, threads)
    return Interval(lower, upper) if isinstance(lower, float) else Intervals(lower, upper)


def box_of(shape: Shapes, pose: PoseLike = None, *, threads: int = 1) -> tuple[Floats, Floats]:
    """The corners of a box of the world's axes around a placed shape, (3,) each; of many poses (N, 3).

    >>> import graze as gz
    >>> gz.box_of(gz.Sphere(1), [2, 0, 0, 1, 0, 0, 0])[1]
    array([3., 1., 1.])
    """
    return _core.box_of(shape, pose, threads)


def support(shape: Shape, direction: ArrayLike) -> Floats:
    """The point of a convex, bounded shape that is farthest along a direction, (3,) or (N, 3). Local frame.

    >>> import graze as gz
    >>> support(gz.Box([1, 2, 3]), [1, 1, 1])
    array([1., 2., 3.])
    """
    return _core.support(shape, direction)


_QUERIES = ("overlaps", "decide", "separation", "contacts", "raycast", "translational_cast", "time_of_impact")


def supports(query: str, a: str | type[Shape], b: str | type[Shape], method: str = "automatic") -> bool:
    """Whether a query serves a pair of types of shapes: the library's published table.

    >>> import graze as gz
    >>> gz.supports("separation", gz.Box, gz.Mesh)
    True
    """
    names = [x.__name__ if isinstance(x, type) else x for x in (a, b)]
    _one_of(query, "query", _QUERIES)
    _one_of(names[0], "a", tuple(_CLASSES))
    _one_of(names[1], "b", tuple(_CLASSES))
    _one_of(method, "method", ("automatic", "gjk", "sat", "fourier_motzkin"))
    return _core.supports(query, names[0], names[1], method)


class DeformableMesh:
    """A mesh whose vertices move: `move` refits its tree, in a small part of the time of a build.

    >>> import graze as gz
    >>> vertices, triangles = gz.generate.box([1, 1, 1])
    >>> box = gz.DeformableMesh(gz.Mesh(vertices, triangles, kind="solid"))
    >>> box.move(vertices * [2, 1, 1])
    >>> box.mesh.bounds[1]
    array([2., 1., 1.])
    """

    __slots__ = ("_base",)

    def __init__(self, mesh: Mesh) -> None:
        self._base = _core.DeformableBase(mesh)

    def __repr__(self) -> str:
        return f"<DeformableMesh of {counted(len(self.mesh.triangles), 'triangle')}>"

    def move(self, vertices: ArrayLike) -> None:
        """Moves all vertices (N, 3)."""
        self._base._move(vertices)

    @property
    def mesh(self) -> Mesh:
        """As it is now; it does not follow later moves."""
        return self._base._mesh

    @property
    def rebuild_pays(self) -> bool:
        """Whether deformation has made searches so much slower that a new build pays."""
        return self._base._rebuild_pays


class BspTree:
    """The inside of a solid mesh as a tree of planes: fast tests of points, and of convex shapes that move.

    >>> import graze as gz
    >>> tree = gz.BspTree(gz.Mesh(*gz.generate.box([1, 1, 1]), kind="solid"))
    >>> tree.contains([[0, 0, 0], [2, 0, 0]])
    array([ True, False])
    """

    __slots__ = ("_base",)

    def __init__(self, solid: Mesh) -> None:
        self._base = _core.BspBase(solid)

    def __repr__(self) -> str:
        return f"<BspTree of {counted(self.node_count, 'node')}, {counted(self.depth, 'level')}>"

    def contains(self, point: ArrayLike, *, threads: int = 1) -> Any:
        """Whether a point is in the solid; of many, (N, 3), an array."""
        return self._base._contains(point, threads)

    def may_overlap(self, convex: ShapeLike, pose: PoseLike = None) -> bool:
        """Whether a convex shape may overlap the solid: False is certain, up to `thickness`."""
        return self._base._may_overlap(convex, pose)

    def first_impact(self, convex: ShapeLike, displacement: ArrayLike,
                     pose: PoseLike = None) -> tuple[float, Floats] | None:
        """When a convex shape may first touch the solid on its way, and the normal; never too late."""
        return self._base._first_impact(convex, pose, displacement)

    @property
    def node_count(self) -> int:
        return self._base._node_count

    @property
    def depth(self) -> int:
        return self._base._depth

    @property
    def thickness(self) -> float:
        """A length within which answers may be wrong."""
        return self._base._thickness
