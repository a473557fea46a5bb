"""Geometries, transforms and objects in the manner of python-fcl."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union

import numpy as np

from graze import _core
from graze._meshes import mesh_of
from graze._poses import ArrayLike, Floats, Placed, Pose
from graze._shapes import (Box as _Box, Capsule as _Capsule, Cone as _Cone, ConvexHull, Cylinder as _Cylinder,
                           Ellipsoid as _Ellipsoid, HalfSpace, Shape, Sphere as _Sphere, Triangle)
from graze.compat._fcl_data import NODE_TYPE, OBJECT_TYPE


class Transform:
    """A rigid transform, from local to world frame: no arguments, or a rotation, a translation or both.

    Rotations are (3, 3) or a quaternion (w, x, y, z) of any length; a single argument of three numbers is a
    translation.

    >>> from graze.compat import fcl
    >>> fcl.Transform([0.5, 0, 0, 0.5], [1, 2, 3]).getRotation().round(12)
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    >>> fcl.Transform([1, 2, 3]).getTranslation()
    array([1., 2., 3.])
    """

    def __init__(self, *args: Union[Transform, ArrayLike]) -> None:
        if len(args) > 2:
            raise ValueError(f"Transform: {len(args)} arguments, two at most are needed")
        self._pose = Pose()
        if len(args) == 1 and isinstance(args[0], Transform):
            self._pose = args[0]._pose
        elif len(args) == 1 and np.shape(args[0]) == (3,):  # type: ignore[arg-type]
            self.setTranslation(args[0])  # type: ignore[arg-type]
        elif args:
            self._pose = Pose(_rotation(args[0]), _translation(args[1]) if len(args) == 2 else None)

    def getRotation(self) -> Floats:
        """(3, 3), local to world."""
        return self._pose.rotation

    def getTranslation(self) -> Floats:
        """The origin in world frame."""
        return self._pose.position

    def getQuatRotation(self) -> Floats:
        """The rotation as a unit quaternion (w, x, y, z)."""
        return self._pose.quaternion

    def setRotation(self, R: ArrayLike) -> None:
        """Replaces the rotation, (3, 3)."""
        self._pose = Pose(_rotation(R), self._pose.position)

    def setTranslation(self, T: ArrayLike) -> None:
        """Replaces the translation."""
        self._pose = Pose(self._pose.rotation, _translation(T))

    def setQuatRotation(self, q: ArrayLike) -> None:
        """Replaces the rotation by a quaternion (w, x, y, z)."""
        self.setRotation(q)

    def __repr__(self) -> str:
        return f"<Transform {self._pose!r}>"


def _rotation(value: Any) -> ArrayLike:
    shape = np.shape(value)
    if shape not in ((3, 3), (4,)):
        raise ValueError(f"rotation: shape {shape}, (3, 3) or (4,) is needed")
    return value  # type: ignore[no-any-return]


def _translation(value: Any) -> Floats:
    return _core.three(np.squeeze(value), "translation")


class CollisionGeometry:
    """The base of geometries. Lengths are in any unit, the same for all. `shape` is what graze asks about.

    >>> from graze.compat import fcl
    >>> isinstance(fcl.Sphere(1), fcl.CollisionGeometry), fcl.Sphere(1).shape
    (True, Sphere(radius=1.0))
    """

    _node = NODE_TYPE.BV_UNKNOWN
    _shape: Shape | None = None

    def __setattr__(self, name: str, value: Any) -> None:
        """Every change of a field makes a new shape when one is next needed. Vectors are three numbers."""
        if not name.startswith("_") and isinstance(value, (list, tuple, np.ndarray)):
            value = _core.three(value, name).copy()
            value.flags.writeable = False  # so that a change in place is not lost without a word
        object.__setattr__(self, name, value)
        if name != "_shape":
            object.__setattr__(self, "_shape", None)

    def _made(self) -> Shape:
        raise ValueError("CollisionGeometry: one of its classes is needed")

    @property
    def shape(self) -> Shape:
        """The shape of graze, in local frame."""
        if self._shape is None:
            self._shape = self._made()
        return self._shape

    def _sides(self) -> tuple[Shape, ...]:
        """Shapes whose intersection is the geometry: something collides when it collides with each."""
        return (self.shape,)

    def __repr__(self) -> str:
        return f"<fcl.{type(self).__name__}: {self._shape!r}>"

    def getNodeType(self) -> NODE_TYPE:
        """Which geometry it is."""
        return self._node

    def computeLocalAABB(self) -> None:
        """Does nothing: boxes are always up to date."""

    @property
    def aabb_center(self) -> Floats:
        """The middle of the box around the shape, local frame."""
        low, high = self.shape.bounds
        return (low + high) / 2


class TriangleP(CollisionGeometry):
    """A triangle of three points.

    >>> from graze.compat import fcl
    >>> fcl.TriangleP([0, 0, 0], [1, 0, 0], [0, 1, 0]).b
    array([1., 0., 0.])
    """

    _node = NODE_TYPE.GEOM_TRIANGLE

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
        self.a, self.b, self.c = np.asarray(a), np.asarray(b), np.asarray(c)
        self.shape

    def _made(self) -> Shape:
        return Triangle(self.a, self.b, self.c)


class Box(CollisionGeometry):
    """A box around the origin with side lengths x, y, z: graze's Box takes half of them.

    >>> from graze.compat import fcl
    >>> fcl.Box(1, 2, 3).side, fcl.Box(1, 2, 3).shape
    (array([1., 2., 3.]), Box(half_extents=[0.5, 1.0, 1.5]))
    """

    _node = NODE_TYPE.GEOM_BOX

    def __init__(self, x: float, y: float, z: float) -> None:
        self.side = np.array([x, y, z])
        self.shape

    def _made(self) -> Shape:
        return _Box(self.side / 2)


class Sphere(CollisionGeometry):
    """A ball around the origin.

    >>> from graze.compat import fcl
    >>> ball = fcl.Sphere(1.0)
    >>> ball.radius = 2.0
    >>> ball.shape
    Sphere(radius=2.0)
    """

    _node = NODE_TYPE.GEOM_SPHERE

    def __init__(self, radius: float) -> None:
        self.radius = radius
        self.shape

    def _made(self) -> Shape:
        return _Sphere(self.radius)


class Ellipsoid(CollisionGeometry):
    """An ellipsoid around the origin with radii a, b, c along x, y, z.

    >>> from graze.compat import fcl
    >>> fcl.Ellipsoid(1, 2, 3).radii
    array([1., 2., 3.])
    """

    _node = NODE_TYPE.GEOM_ELLIPSOID

    def __init__(self, a: float, b: float, c: float) -> None:
        self.radii = np.array([a, b, c])
        self.shape

    def _made(self) -> Shape:
        return _Ellipsoid(self.radii)


class _Upright(CollisionGeometry):
    """Around the z axis; `lz` is the whole length along it, graze's half_height is half of that."""

    def __init__(self, radius: float, lz: float) -> None:
        self.radius, self.lz = radius, lz
        self.shape

    def _half(self) -> float:
        return self.lz / 2


class Capsule(_Upright):
    """All points within `radius` of a segment of length `lz` along z, around the origin.

    >>> from graze.compat import fcl
    >>> fcl.Capsule(0.5, 2).shape
    Capsule(radius=0.5, half_height=1.0)
    """

    _node = NODE_TYPE.GEOM_CAPSULE

    def _made(self) -> Shape:
        return _Capsule(self.radius, self._half())


class Cone(_Upright):
    """A cone of height `lz`, apex at z = lz / 2, base at z = -lz / 2.

    >>> from graze.compat import fcl
    >>> fcl.Cone(0.5, 2).shape
    Cone(radius=0.5, half_height=1.0)
    """

    _node = NODE_TYPE.GEOM_CONE

    def _made(self) -> Shape:
        return _Cone(self.radius, self._half())


class Cylinder(_Upright):
    """A cylinder of height `lz` along z, around the origin.

    >>> from graze.compat import fcl
    >>> fcl.Cylinder(0.5, 2).shape
    Cylinder(radius=0.5, half_height=1.0)
    """

    _node = NODE_TYPE.GEOM_CYLINDER

    def _made(self) -> Shape:
        return _Cylinder(self.radius, self._half())


class Halfspace(CollisionGeometry):
    """All points with n · x <= d.

    >>> from graze.compat import fcl
    >>> fcl.Halfspace([0, 0, 1], 0.5).shape
    HalfSpace(normal=[0.0, 0.0, 1.0], offset=0.5)
    """

    _node = NODE_TYPE.GEOM_HALFSPACE

    def __init__(self, n: ArrayLike, d: float) -> None:
        self.n, self.d = np.asarray(n), d
        self.shape

    def _made(self) -> Shape:
        return HalfSpace(self.n, self.d)


class Plane(Halfspace):
    """All points with n · x = d. It collides with what reaches from one side of it to the other.

    >>> from graze.compat import fcl
    >>> plane, ball = fcl.CollisionObject(fcl.Plane([0, 0, 1], 0)), fcl.CollisionObject(fcl.Sphere(1))
    >>> ball.setTranslation([0, 0, -3])
    >>> fcl.distance(ball, plane)
    2.0
    """

    _node = NODE_TYPE.GEOM_PLANE

    def _sides(self) -> tuple[Shape, ...]:
        """Both half-spaces."""
        return self.shape, HalfSpace(-self.n, -self.d)


class Convex(CollisionGeometry):
    """The convex hull of vertices (N, 3). `faces` is a list of counts and vertex numbers, and is not used.

    >>> from graze.compat import fcl
    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> fcl.Convex(corners, 4, [3, 0, 2, 1, 3, 0, 1, 3, 3, 0, 3, 2, 3, 1, 2, 3]).shape
    <ConvexHull of 4 vertices>
    """

    _node = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: ArrayLike, num_faces: int, faces: Iterable[int]) -> None:
        self._vertices, self.num_faces = np.array(vertices, dtype=float), num_faces
        self.shape

    def _made(self) -> Shape:
        return ConvexHull(self._vertices)


class BVHModel(CollisionGeometry):
    """A mesh. Closed, consistently wound triangles are a solid: what is inside of it collides.

    `solid` decides instead: False is the skin alone, as in FCL; True refuses open meshes.

    >>> from graze.compat import fcl
    >>> mesh = fcl.BVHModel()
    >>> _ = mesh.beginModel(num_tris_=1, num_vertices_=3)
    >>> _ = mesh.addSubModel([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> _ = mesh.endModel()
    >>> mesh.shape
    <Mesh of 1 triangles, surface>
    """

    _node = NODE_TYPE.BV_OBBRSS

    def __init__(self, solid: bool | None = None) -> None:
        self.solid = solid
        self._state = 0
        self._points: list[Floats] = []
        self._faces: list[Any] = []
        self._count = 0

    def num_tries_(self) -> int:
        """The number of triangles."""
        return sum(len(faces) for faces in self._faces)

    def buildState(self) -> int:
        """0: empty, 1: begun, 2: ended."""
        return self._state

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        """Begins an empty mesh. The numbers are not needed."""
        self._state, self._points, self._faces, self._count = 1, [], [], 0
        return 0

    def addVertex(self, x: float, y: float, z: float) -> bool:
        """Adds a vertex, which no triangle has yet."""
        return self._add(_core.three([x, y, z], "vertex")[None], np.empty((0, 3), dtype=int))

    def addTriangle(self, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike) -> bool:
        """Adds a triangle with three vertices of its own."""
        corners = [_core.three(v, name) for v, name in ((v1, "v1"), (v2, "v2"), (v3, "v3"))]
        return self._add(np.array(corners), np.array([[0, 1, 2]]))

    def addSubModel(self, verts: ArrayLike, triangles: ArrayLike) -> bool:
        """Adds vertices (N, 3), and triangles (M, 3) of their numbers in this call."""
        return self._add(np.array(verts, dtype=float), np.array(triangles))

    def _add(self, points: Floats, faces: Any) -> bool:
        if self._state != 1:
            raise ValueError("BVHModel: beginModel comes first, and endModel last")
        self._points.append(points)
        self._faces.append(faces + self._count)
        self._count += len(points)
        return True

    def endModel(self) -> int:
        """Builds the mesh; a ValueError names what cannot be used."""
        if self._state != 1:
            raise ValueError("BVHModel: beginModel comes first")
        self._state = 2
        self.shape
        return 0

    def _made(self) -> Shape:
        if self._state != 2 or not self._faces:
            raise ValueError("BVHModel: no triangles, or endModel was not called")
        return mesh_of(np.concatenate(self._points), np.concatenate(self._faces), self.solid)


class CollisionObject:
    """A geometry with a transform. Moving it needs no further call: queries take the current transform.

    >>> from graze.compat import fcl
    >>> crate = fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform([2, 0, 0]))
    >>> crate.setTranslation([3, 0, 0])
    >>> crate.getTranslation()
    array([3., 0., 0.])
    """

    def __init__(self, geom: CollisionGeometry | None = None, tf: Transform | None = None) -> None:
        if not isinstance(geom, CollisionGeometry):
            raise ValueError(f"geom: a CollisionGeometry is needed, not {type(geom).__name__}")
        geom.shape  # a mesh that was not ended is refused here
        self._geometry = geom
        self._transform = Transform() if tf is None else Transform(tf)
        self._known: tuple[Shape, Pose, tuple[Placed, ...]] | None = None

    def _placed(self) -> tuple[Placed, ...]:
        """What something has to touch, each of them, to touch the object. The first one is the shape."""
        shape, pose, known = self._geometry.shape, self._transform._pose, self._known
        if known is None or known[0] is not shape or known[1] is not pose:
            known = shape, pose, tuple(Placed(side, pose) for side in self._geometry._sides())
            self._known = known
        return known[2]

    @property
    def geometry(self) -> CollisionGeometry:
        """As given: contacts name it as o1 or o2."""
        return self._geometry

    def getObjectType(self) -> OBJECT_TYPE:
        """A mesh or a shape."""
        return OBJECT_TYPE.OT_BVH if isinstance(self._geometry, BVHModel) else OBJECT_TYPE.OT_GEOM

    def getNodeType(self) -> NODE_TYPE:
        """Which geometry it has."""
        return self._geometry.getNodeType()

    def getTransform(self) -> Transform:
        """A copy of the transform."""
        return Transform(self._transform)

    def setTransform(self, tf: Transform) -> None:
        """Moves the object."""
        if not isinstance(tf, Transform):
            raise TypeError(f"tf: a Transform is needed, not {type(tf).__name__}")
        self._transform = Transform(tf)

    def getTranslation(self) -> Floats:
        """The origin of the geometry in world frame."""
        return self._transform.getTranslation()

    def setTranslation(self, vec: ArrayLike) -> None:
        """Moves the origin."""
        self._transform.setTranslation(vec)

    def getRotation(self) -> Floats:
        """(3, 3), local to world."""
        return self._transform.getRotation()

    def setRotation(self, mat: ArrayLike) -> None:
        """Turns the object about its origin."""
        self._transform.setRotation(mat)

    def getQuatRotation(self) -> Floats:
        """A unit quaternion (w, x, y, z)."""
        return self._transform.getQuatRotation()

    def setQuatRotation(self, q: ArrayLike) -> None:
        """Turns the object about its origin, by (w, x, y, z)."""
        self._transform.setQuatRotation(q)

    def computeAABB(self) -> None:
        """Does nothing: boxes are always up to date."""

    def isOccupied(self) -> bool:
        """Always: geometry of graze is neither free nor uncertain."""
        return True

    def isFree(self) -> bool:
        """Never."""
        return False

    def isUncertain(self) -> bool:
        """Never."""
        return False

    def __repr__(self) -> str:
        return f"<CollisionObject of {type(self._geometry).__name__} at {self._transform._pose!r}>"
