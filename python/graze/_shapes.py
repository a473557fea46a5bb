"""Shapes: immutable values in local coordinates. Lengths are in any unit, the same for all."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._poses import ArrayLike, Floats, Placed, _one_of
from graze._values import counted, kind_of

Indices = npt.NDArray[np.uint32]


def _three(value: ArrayLike, name: str) -> list[float]:
    """Three finite numbers; the errors name the argument."""
    return [float(x) for x in _core.three(value, name)]


def _fixed(values: Sequence[float]) -> Floats:
    """Read-only: shapes do not change, and a write to a number is refused and not lost."""
    array = np.array(values)
    array.flags.writeable = False
    return array


class Shape(_core.ShapeBase):
    """Any shape. Made by its classes; equal shapes have equal hashes, and can be copied and pickled.

    Local coordinates, in any unit of length. `bounds` are two opposite corners of a box around it, `reach` is
    how far it goes from the origin, `margin` is what `rounded` added, `convex` whether it is known to be.

    >>> box = Box([1, 2, 3])
    >>> isinstance(box, Shape), box == Box([1, 2, 3]), box.convex, box.bounds[1]
    (True, True, True, array([1., 2., 3.]))
    """

    __slots__ = ()

    def __init__(self, shape: _core.ShapeBase) -> None:
        _core.ShapeBase.__init__(self, shape)

    def __reduce__(self) -> tuple[Callable[..., Shape], tuple[Any, ...]]:
        return _from_bytes, (self.to_bytes(),)

    def __copy__(self) -> Shape:
        return self

    def __deepcopy__(self, memo: Any) -> Shape:
        return self

    def rounded(self, radius: float) -> Shape:
        """All points within `radius` >= 0 of the shape.

        >>> Box([1, 1, 1]).rounded(0.5).margin
        0.5
        """
        return _wrapped(_core.rounded(self, radius))

    def scaled(self, factors: ArrayLike) -> Shape:
        """Scaled about the local origin by a factor for each axis; a number scales all of them.

        >>> Box([1, 1, 1]).scaled([2, 1, 1]).bounds[1]
        array([2., 1., 1.])
        """
        if isinstance(factors, (int, float, np.number)):
            factors = [float(factors)] * 3
        return _wrapped(_core.scaled(self, factors))

    def transformed(self, map: ArrayLike) -> Shape:
        """The image under an affine map, (4, 4) or (3, 3); it may scale, shear, mirror and flatten.

        >>> Sphere(1).transformed(np.diag([1, 2, 3])).bounds[1]
        array([1., 2., 3.])
        """
        return _wrapped(_core.transformed(self, map))

    def triangles_for_display(self, tolerance: float = 1e-2, reach: float = 1.0) -> tuple[Floats, Indices]:
        """Vertices (N, 3) and triangles (M, 3) for pictures, inside of the shape and within `tolerance` times
        its size, 1e-4 at least. Local frame. Of a half-space a square of its plane with half edge `reach`.

        >>> vertices, triangles = Box([1, 1, 1]).triangles_for_display()
        >>> triangles.shape
        (12, 3)
        """
        return _core.display_triangles(self, tolerance, reach)

    def __repr__(self) -> str:
        # One that was never initialised is printed in messages that refuse it.
        if not _core.initialised(self):
            return object.__repr__(self)
        text = self._text()
        # The margin of a ball or a capsule is its radius.
        rounded = self.margin > 0 and text.startswith("<")
        return f"{text[:-1]}, margin {self.margin!r}>" if rounded else text

    def _text(self) -> str:
        parts = self._parts
        of = " and ".join(map(repr, parts)) if len(parts) < 3 else counted(len(parts), "shape")
        return f"<{type(self).__name__} of {of}>"


class _Primitive(Shape):
    """A shape of a few numbers."""

    __slots__ = ()

    _name = ""  # of the library's shape; classes that users derive keep it

    def __init_subclass__(cls) -> None:
        if cls.__module__ == __name__:
            cls._name = cls.__name__

    def _arguments(self) -> dict[str, Any]:
        raise NotImplementedError

    def _text(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self._arguments().items())
        return f"{type(self).__name__}({fields})"

    def _set(self, values: Sequence[float]) -> None:
        _core.ShapeBase.__init__(self, _core.primitive(self._name, list(values)))

    def _vector(self, i: int) -> list[float]:
        return self._values[3 * i:3 * i + 3]


class Point(_Primitive):
    """A point.

    >>> Point([1, 2, 3])
    Point(position=[1.0, 2.0, 3.0])
    """

    __slots__ = ()

    def __init__(self, position: ArrayLike) -> None:
        self._set(_three(position, "position"))

    def _arguments(self) -> dict[str, Any]:
        return {"position": self._vector(0)}


class Segment(_Primitive):
    """The segment from a to b, which may be equal.

    >>> Segment([0, 0, 0], [1, 0, 0])
    Segment(a=[0.0, 0.0, 0.0], b=[1.0, 0.0, 0.0])
    """

    __slots__ = ()

    def __init__(self, a: ArrayLike, b: ArrayLike) -> None:
        self._set(_three(a, "a") + _three(b, "b"))

    def _arguments(self) -> dict[str, Any]:
        return {"a": self._vector(0), "b": self._vector(1)}


class Triangle(_Primitive):
    """The flat triangle with its inside; it may be degenerate.

    >>> Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]).bounds[1].round(12)
    array([1., 1., 0.])
    """

    __slots__ = ()

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
        self._set(_three(a, "a") + _three(b, "b") + _three(c, "c"))

    def _arguments(self) -> dict[str, Any]:
        return {"a": self._vector(0), "b": self._vector(1), "c": self._vector(2)}


class Tetrahedron(_Primitive):
    """Of four corners, in either orientation; it may be flat.

    >>> Tetrahedron([0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]).bounds[1]
    array([1., 1., 1.])
    """

    __slots__ = ()

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike, d: ArrayLike) -> None:
        self._set(_three(a, "a") + _three(b, "b") + _three(c, "c") + _three(d, "d"))

    def _arguments(self) -> dict[str, Any]:
        return {name: self._vector(i) for i, name in enumerate("abcd")}


class Sphere(_Primitive):
    """The ball around the origin.

    >>> Sphere(0.5).radius
    0.5
    """

    __slots__ = ()

    def __init__(self, radius: float) -> None:
        self._set([_core.number(radius, "radius")])

    @property
    def radius(self) -> float:
        return self._values[0]

    def _arguments(self) -> dict[str, Any]:
        return {"radius": self.radius}


class Box(_Primitive):
    """All points with |x_i| <= half_extents_i.

    >>> Box([0.5, 0.5, 0.5])
    Box(half_extents=[0.5, 0.5, 0.5])
    """

    __slots__ = ()

    def __init__(self, half_extents: ArrayLike) -> None:
        self._set(_three(half_extents, "half_extents"))

    @property
    def half_extents(self) -> Floats:
        """Read-only."""
        return _fixed(self._values)

    def _arguments(self) -> dict[str, Any]:
        return {"half_extents": self._vector(0)}


class _Upright(_Primitive):
    """Around the local z axis, with a radius and half of the height."""

    __slots__ = ()

    def _set_sizes(self, radius: float, half_height: float) -> None:
        self._set([_core.number(radius, "radius"), _core.number(half_height, "half_height")])

    @property
    def radius(self) -> float:
        return self._values[0]

    @property
    def half_height(self) -> float:
        return self._values[1]

    def _arguments(self) -> dict[str, Any]:
        return {"radius": self.radius, "half_height": self.half_height}


class Capsule(_Upright):
    """All points within `radius` of the segment from (0, 0, -half_height) to (0, 0, half_height).

    >>> Capsule(radius=0.2, half_height=1.0).bounds[1]
    array([0.2, 0.2, 1.2])
    """

    __slots__ = ()

    def __init__(self, radius: float, half_height: float) -> None:
        self._set_sizes(radius, half_height)


class Cylinder(_Upright):
    """All points with x² + y² <= radius² and |z| <= half_height.

    >>> Cylinder(radius=0.5, half_height=1.0).bounds[1]
    array([0.5, 0.5, 1. ])
    """

    __slots__ = ()

    def __init__(self, radius: float, half_height: float) -> None:
        self._set_sizes(radius, half_height)


class Cone(_Upright):
    """Apex at (0, 0, half_height), base disk of `radius` in the plane z = -half_height.

    >>> Cone(radius=0.5, half_height=1.0)
    Cone(radius=0.5, half_height=1.0)
    """

    __slots__ = ()

    def __init__(self, radius: float, half_height: float) -> None:
        self._set_sizes(radius, half_height)


class TaperedCapsule(_Primitive):
    """The convex hull of two spheres around (0, 0, -half_height) and (0, 0, half_height).

    >>> TaperedCapsule(0.5, 0.25, 1.0)
    TaperedCapsule(radius_bottom=0.5, radius_top=0.25, half_height=1.0)
    """

    __slots__ = ()

    def __init__(self, radius_bottom: float, radius_top: float, half_height: float) -> None:
        self._set([_core.number(radius_bottom, "radius_bottom"), _core.number(radius_top, "radius_top"),
                   _core.number(half_height, "half_height")])

    def _arguments(self) -> dict[str, Any]:
        return dict(zip(("radius_bottom", "radius_top", "half_height"), self._values))


class Ellipsoid(_Primitive):
    """All points with the sum of (x_i / radii_i)² at most 1; a zero radius flattens it.

    >>> Ellipsoid([1, 2, 3]).bounds[1]
    array([1., 2., 3.])
    """

    __slots__ = ()

    def __init__(self, radii: ArrayLike) -> None:
        self._set(_three(radii, "radii"))

    def _arguments(self) -> dict[str, Any]:
        return {"radii": self._vector(0)}


class HalfSpace(_Primitive):
    """All points with normal · x <= offset. The normal points out of the solid; it need not be unit.

    >>> HalfSpace([0, 0, 1], 0.0)
    HalfSpace(normal=[0.0, 0.0, 1.0], offset=0.0)
    """

    __slots__ = ()

    def __init__(self, normal: ArrayLike, offset: float = 0.0) -> None:
        self._set(_three(normal, "normal") + [_core.number(offset, "offset")])

    def _arguments(self) -> dict[str, Any]:
        return {"normal": self._vector(0), "offset": self._values[3]}


class ConvexHull(Shape):
    """The convex hull of points (N, 3) that span space, with `allow_degenerate` a plane, a line or a point.

    >>> ConvexHull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]).vertices.shape
    (4, 3)
    """

    __slots__ = ()

    def __init__(self, points: ArrayLike, allow_degenerate: bool = False) -> None:
        _core.ShapeBase.__init__(self, _core.build_hull(points, allow_degenerate))

    @property
    def vertices(self) -> Floats:
        """The points that are corners of the hull, (K, 3), read-only."""
        return self._vertices

    def _text(self) -> str:
        return f"<ConvexHull of {len(self._vertices)} vertices>"


class ConvexPolygon(Shape):
    """A flat convex polygon; its corners (N, 3) in order.

    >>> ConvexPolygon([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
    <ConvexPolygon of 4 vertices>
    """

    __slots__ = ()

    def __init__(self, points: ArrayLike) -> None:
        _core.ShapeBase.__init__(self, _core.build_polygon(points))

    @property
    def vertices(self) -> Floats:
        return self._vertices

    def _text(self) -> str:
        return f"<ConvexPolygon of {len(self._vertices)} vertices>"


class Mesh(Shape):
    """Triangles (M, 3) over vertices (N, 3): a "surface", or a closed "solid" with an inside. With `compact`
    it takes half of the memory and is searched somewhat slower. Its arrays are copies, read-only.

    >>> import graze as gz
    >>> vertices, triangles = gz.Box([1, 1, 1]).triangles_for_display()
    >>> Mesh(vertices, triangles, kind="solid")
    <Mesh of 12 triangles, solid>
    """

    __slots__ = ()

    def __init__(self, vertices: ArrayLike, triangles: ArrayLike, kind: str = "surface",
                 threads: int = 1, *, compact: bool = False) -> None:
        _one_of(kind, "kind", ("surface", "solid"))
        _core.ShapeBase.__init__(
            self, _core.build_mesh(vertices, triangles, kind, threads, bool(compact)))

    @classmethod
    def of(cls, mesh: Any, kind: str | None = None) -> Mesh:
        """Of any object with `vertices` and `faces`, such as a trimesh.Trimesh: a solid where the triangles
        are closed and consistently wound, unless `kind` says what it is.

        >>> import graze as gz
        >>> class Triangles:
        ...     vertices, faces = gz.generate.box([1, 1, 1])
        >>> Mesh.of(Triangles())
        <Mesh of 12 triangles, solid>
        """
        from graze._meshes import mesh_of

        if kind is not None:
            _one_of(kind, "kind", ("surface", "solid"))
        if not hasattr(mesh, "vertices") or not hasattr(mesh, "faces"):
            raise TypeError(f"mesh: an object with vertices and faces is needed, not {type(mesh).__name__}")
        return mesh_of(mesh.vertices, mesh.faces, None if kind is None else kind == "solid")

    @property
    def vertices(self) -> Floats:
        return self._vertices

    @property
    def triangles(self) -> Indices:
        """As given; those of a solid that faced inward have two corners swapped."""
        return self._triangles

    @property
    def kind(self) -> str:
        return self._kind

    def _text(self) -> str:
        return f"<Mesh of {len(self._triangles)} triangles, {self._kind}>"


class Compound(Shape):
    """The union of convex shapes and compounds: shapes, Placed, or pairs of a shape and a pose or affine map.

    >>> Compound([Sphere(1.0), (Box([1, 1, 1]), np.eye(4))])
    <Compound of 2 parts>
    """

    __slots__ = ()

    def __init__(self, parts: Iterable[Shape | tuple[Shape, ArrayLike]]) -> None:
        if not isinstance(parts, Iterable):
            raise TypeError(f"parts: shapes are needed, not {type(parts).__name__}")
        pairs = [_part(part, i) for i, part in enumerate(parts)]
        _core.ShapeBase.__init__(self, _core.build_compound([s for s, _ in pairs], [m for _, m in pairs]))

    @property
    def parts(self) -> tuple[Shape, ...]:
        """In the compound's frame."""
        return self._parts

    def _text(self) -> str:
        return f"<Compound of {counted(len(self._parts), 'part')}>"


def _part(part: Any, i: int) -> tuple[Shape, Any]:
    if isinstance(part, Placed):
        return part.shape, part.pose
    shape, place = (part[0], part[1]) if isinstance(part, tuple) and len(part) == 2 else (part, None)
    return _shape(shape, f"parts[{i}]"), place


class HeightField(Shape):
    """A surface of heights (rows + 1, columns + 1) over a grid: row j at y, column i at x.

    Point (i, j) is at corner + (i · cell[0], j · cell[1]). There is no solid below.

    >>> HeightField(np.zeros((3, 4)), cell=(0.5, 1.0))
    <HeightField of 2 x 3 cells>
    """

    __slots__ = ()

    def __init__(self, heights: ArrayLike, cell: ArrayLike = (1.0, 1.0),
                 corner: ArrayLike = (0.0, 0.0)) -> None:
        _core.ShapeBase.__init__(self, _core.build_height_field(heights, cell, corner))

    @property
    def heights(self) -> Floats:
        return self._grid[0]

    def _text(self) -> str:
        rows, columns = self.heights.shape
        return f"<HeightField of {rows - 1} x {columns - 1} cells>"


class MinkowskiSum(Shape):
    """All sums of a point of one shape and a point of the other: see `minkowski_sum`.

    >>> type(minkowski_sum(Box([1, 1, 1]), Cone(1, 1))).__name__
    'MinkowskiSum'
    """

    __slots__ = ()


class HullOfShapes(Shape):
    """The smallest convex set around shapes: see `convex_hull_of`.

    >>> type(convex_hull_of([Sphere(1), Box([2, 0.1, 0.1])])).__name__
    'HullOfShapes'
    """

    __slots__ = ()


class AffineImage(Shape):
    """The image of a shape under an affine map: see `Shape.transformed`.

    >>> type(Cone(1, 1).scaled([1, 2, 1])).__name__
    'AffineImage'
    """

    __slots__ = ()


class Rounded(Shape):
    """A shape with a margin: see `Shape.rounded`.

    >>> type(Box([1, 1, 1]).rounded(0.5)).__name__
    'Rounded'
    """

    __slots__ = ()


_ALL: tuple[type[Shape], ...] = (
    Point, Segment, Triangle, Tetrahedron, Sphere, Box, Capsule, TaperedCapsule, Cylinder, Cone, Ellipsoid,
    HalfSpace, ConvexHull, ConvexPolygon, Mesh, Compound, HeightField, MinkowskiSum, HullOfShapes,
    AffineImage, Rounded)
_CLASSES: dict[str, type[Shape]] = {cls.__name__: cls for cls in _ALL}


def _wrapped(base: _core.ShapeBase) -> Shape:
    """The same shape as an object of its class."""
    cls = _CLASSES[base._type]
    shape = cls.__new__(cls)
    _core.ShapeBase.__init__(shape, base)
    return shape


def _from_bytes(data: bytes) -> Shape:
    return _wrapped(_core.shape_from_bytes(data))


def _shape(value: object, name: str) -> Shape:
    if not isinstance(value, Shape):
        raise TypeError(f"{name}: a shape is needed, not {kind_of(value)}")
    return value


def minkowski_sum(a: Shape, b: Shape) -> Shape:
    """All points x + y with x in a and y in b, both convex and bounded.

    >>> minkowski_sum(Box([1, 1, 1]), Sphere(0.5)).bounds[1]
    array([1.5, 1.5, 1.5])
    """
    return _wrapped(_core.minkowski_sum(_shape(a, "a"), _shape(b, "b")))


def convex_hull_of(shapes: Sequence[Shape]) -> Shape:
    """The smallest convex set around convex, bounded shapes, one at least.

    >>> convex_hull_of([Sphere(1), Box([2, 0.1, 0.1])]).bounds[1]
    array([2., 1., 1.])
    """
    return _wrapped(_core.convex_hull_of([_shape(s, f"shapes[{i}]") for i, s in enumerate(shapes)]))


def shape_from_bytes(data: bytes) -> Shape:
    """The shape that `Shape.to_bytes` made; bytes that were damaged are a ValueError.

    >>> shape_from_bytes(Sphere(2).to_bytes())
    Sphere(radius=2.0)
    """
    if not isinstance(data, bytes):
        raise TypeError(f"data: bytes are needed, not {type(data).__name__}")
    return _from_bytes(data)
