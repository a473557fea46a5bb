"""Robots: links in a tree of joints, and where each link is for given values of the joints."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
import os
from typing import Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from graze import _core, io
from graze._poses import ArrayLike, Floats, Placed, Pose, PoseLike, _one_of
from graze._shapes import Shape
from graze._values import counted

JOINT_TYPES = ("fixed", "revolute", "continuous", "prismatic", "planar", "floating")
Range = tuple[float, float]
#: A shape, a Placed or several of them, in the frame of a link.
LinkShapes = Union[Shape, Placed, "Sequence[Shape | Placed]"]
_ENDLESS = (-np.inf, np.inf)


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: a str is needed, not {type(value).__name__}")
    return value


def _items(value: Any, name: str, what: str) -> tuple[Any, ...]:
    """What a list or a tuple holds."""
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{name}: a list of {what} is needed, not {type(value).__name__}")
    return tuple(value)


def _placed_shapes(shapes: LinkShapes, name: str) -> tuple[Placed, ...]:
    given = (shapes,) if isinstance(shapes, (Shape, Placed)) else _items(shapes, name, "shapes")
    for i, item in enumerate(given):
        if not isinstance(item, (Shape, Placed)):
            raise TypeError(f"{name}[{i}]: a shape or a Placed is needed, not {type(item).__name__}")
    return tuple(item if isinstance(item, Placed) else Placed(item) for item in given)


def _range(value: Any, name: str) -> Range:
    lower, upper = _core.interval(value, name)
    return lower, upper


@dataclass(frozen=True, init=False)
class RobotLink:
    """A link: its name, and its shapes in its own frame. Immutable.

    >>> import graze as gz
    >>> gz.RobotLink("tool", gz.Sphere(0.1)).shapes
    (Placed(Sphere(radius=0.1), Pose(position=[0.0, 0.0, 0.0])),)
    """

    name: str
    shapes: tuple[Placed, ...]

    def __init__(self, name: str, shapes: LinkShapes = ()) -> None:
        object.__setattr__(self, "name", _text(name, "name"))
        object.__setattr__(self, "shapes", _placed_shapes(shapes, "shapes"))


class JointMimic(NamedTuple):
    """What a joint follows: its value is multiplier · value of `joint` + offset.

    >>> JointMimic("left_finger", -1.0)
    JointMimic(joint='left_finger', multiplier=-1.0, offset=0.0)
    """

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, init=False)
class RobotJoint:
    """A joint between two links. Immutable.

    `type` is "fixed", "revolute" (turns about its axis, radians), "continuous" (the same without limits),
    "prismatic" (shifts along it), "planar" (x, y across the axis as `planar_directions` has them, then an
    angle) or "floating" (x, y, z,
    roll, pitch, yaw). `origin` is the joint's frame in the parent link's, and `axis`, of any length, is in
    the joint's frame. The child's frame is the joint's, moved by the joint. `limits` are of revolute and
    prismatic joints, `soft_limits` those of a safety controller within them, `coordinate_limits` one for each
    number of a planar or floating joint. Links that a joint of `neighbours` joins are not tested against each
    other; None: those of revolute and continuous joints.

    >>> joint = RobotJoint("elbow", "revolute", "upper", "lower", [0, 0, 1, 1, 0, 0, 0], [0, 1, 0], (-2, 2))
    >>> joint.limits, joint.axis
    ((-2.0, 2.0), (0.0, 1.0, 0.0))
    """

    name: str
    type: str
    parent: str
    child: str
    origin: Pose
    axis: tuple[float, float, float]
    limits: Range
    soft_limits: Range
    coordinate_limits: tuple[Range, ...]
    mimic: JointMimic | None
    neighbours: bool | None

    def __init__(self, name: str, type: str, parent: str, child: str, origin: PoseLike = None,
                 axis: ArrayLike = (0.0, 0.0, 1.0), limits: ArrayLike | None = None, *,
                 soft_limits: ArrayLike | None = None, coordinate_limits: Sequence[ArrayLike] = (),
                 mimic: JointMimic | tuple[str, float, float] | None = None,
                 neighbours: bool | None = None) -> None:
        _one_of(type, "type", JOINT_TYPES)
        if mimic is not None and not isinstance(mimic, tuple):
            raise TypeError(f"mimic: a JointMimic is needed, not {mimic.__class__.__name__}")
        x, y, z = (float(n) for n in _core.three(axis, "axis"))
        ranges = _items(coordinate_limits, "coordinate_limits", "(lower, upper)")
        followed = None if mimic is None else JointMimic(*mimic)
        if followed is not None:
            followed = JointMimic(_text(followed.joint, "mimic.joint"),
                                  _core.number(followed.multiplier, "mimic.multiplier"),
                                  _core.number(followed.offset, "mimic.offset"))
        fields = {"name": _text(name, "name"), "type": type, "parent": _text(parent, "parent"),
                  "child": _text(child, "child"), "origin": Pose.of(origin), "axis": (x, y, z),
                  "limits": _range(limits, "limits"), "soft_limits": _range(soft_limits, "soft_limits"),
                  "coordinate_limits": tuple(_range(r, f"coordinate_limits[{i}]")
                                             for i, r in enumerate(ranges)),
                  "mimic": followed, "neighbours": None if neighbours is None else bool(neighbours)}
        for key, value in fields.items():
            object.__setattr__(self, key, value)

    def _fields(self) -> tuple[Any, ...]:
        mimic = None if self.mimic is None else tuple(self.mimic)
        return (self.name, self.type, self.parent, self.child, self.origin, self.axis, self.limits,
                self.soft_limits, self.coordinate_limits, mimic, self.neighbours)


@dataclass(frozen=True, init=False)
class AttachedBody:
    """Something that a link carries, with its shapes in the link's frame: it moves with the link. Immutable.

    `may_touch` names links that it may touch, beside the one that carries it.

    >>> import graze as gz
    >>> gz.AttachedBody("part", "tool", gz.Box([0.1, 0.1, 0.1]), may_touch=["finger"]).may_touch
    ('finger',)
    """

    name: str
    link: str
    shapes: tuple[Placed, ...]
    may_touch: tuple[str, ...]

    def __init__(self, name: str, link: str, shapes: LinkShapes, may_touch: Sequence[str] = ()) -> None:
        names = _items(may_touch, "may_touch", "names")
        object.__setattr__(self, "name", _text(name, "name"))
        object.__setattr__(self, "link", _text(link, "link"))
        object.__setattr__(self, "shapes", _placed_shapes(shapes, "shapes"))
        object.__setattr__(self, "may_touch", tuple(_text(n, f"may_touch[{i}]") for i, n in enumerate(names)))


def _all_of(items: Any, kind: type, name: str) -> tuple[Any, ...]:
    given = _items(items, name, kind.__name__)
    for i, item in enumerate(given):
        if not isinstance(item, kind):
            raise TypeError(f"{name}[{i}]: a {kind.__name__} is needed, not {type(item).__name__}")
    return given


def _excluded(items: Any) -> tuple[tuple[str, str, str], ...]:
    """Pairs of links, each with a reason."""
    pairs = []
    for i, item in enumerate(_items(items, "excluded", "pairs of links")):
        if not isinstance(item, (tuple, list)) or len(item) not in (2, 3):
            raise TypeError(f"excluded[{i}]: two links and perhaps a reason are needed")
        a, b, reason = (*item, "")[:3]
        where = f"excluded[{i}]"
        pairs.append((_text(a, where), _text(b, where), _text(reason, where)))
    return tuple(pairs)


class Robot(_core.RobotBase):
    """Links in a tree of joints. Immutable.

    A configuration is one number for each revolute, continuous and prismatic joint that follows no other,
    three for a planar joint and six for a floating one, in the order of the joints: radians and lengths,
    world frame. `base` places the root link. Pairs of links in `excluded`, (a, b) or (a, b, reason), are
    never tested against each other.

    >>> import graze as gz
    >>> bar = gz.Placed(gz.Box([0.5, 0.1, 0.1]), [0.5, 0, 0, 1, 0, 0, 0])
    >>> links = [gz.RobotLink("base"), gz.RobotLink("arm", bar)]
    >>> arm = gz.Robot(links, [gz.RobotJoint("turn", "revolute", "base", "arm", limits=(-2, 2))])
    >>> arm.joint_names, arm.limits, arm.place([np.pi / 2])["arm"].apply([1, 0, 0]).round(9)
    (['turn'], array([[-2.,  2.]]), array([0., 1., 0.]))
    """

    __slots__ = ()

    def __init__(self, links: Sequence[RobotLink], joints: Sequence[RobotJoint] = (), *, name: str = "",
                 base: PoseLike = None, attached: Sequence[AttachedBody] = (),
                 excluded: Sequence[tuple[str, ...]] = ()) -> None:
        rows = tuple((link.name, link.shapes) for link in _all_of(links, RobotLink, "links"))
        moved = tuple(joint._fields() for joint in _all_of(joints, RobotJoint, "joints"))
        bodies = tuple((body.name, body.link, body.shapes, body.may_touch)
                       for body in _all_of(attached, AttachedBody, "attached"))
        _core.RobotBase.__init__(self, _core.build_robot(
            (_text(name, "name"), rows, moved, Pose.of(base), bodies, _excluded(excluded))))

    @classmethod
    def load(cls, file: str | os.PathLike[str], srdf: str | os.PathLike[str] | None = None,
             **options: Any) -> Robot:
        """The robot of a URDF or MJCF file; pairs that the SRDF file disables are excluded.

        Options are those of `graze.io.read_robot`, which returns what else the file holds.
        """
        return io.read_robot(file, srdf, **options).robot

    @classmethod
    def _of(cls, base: _core.RobotBase) -> Robot:
        robot = cls.__new__(cls)
        _core.RobotBase.__init__(robot, base)
        return robot

    @property
    def name(self) -> str:
        """As given, or as its file has it."""
        return str(self._description()[0])

    @property
    def links(self) -> tuple[RobotLink, ...]:
        """As given, in their order."""
        return tuple(RobotLink(*link) for link in self._description()[1])

    @property
    def joints(self) -> tuple[RobotJoint, ...]:
        """As given, in their order."""
        return tuple(RobotJoint(*row[:7], soft_limits=row[7], coordinate_limits=row[8], mimic=row[9],
                                neighbours=row[10])
                     for row in self._description()[2])

    @property
    def base(self) -> Pose:
        """Of the root link, in world frame."""
        return Pose.of(self._description()[3])

    @property
    def attached(self) -> tuple[AttachedBody, ...]:
        """What links carry."""
        return tuple(AttachedBody(*body) for body in self._description()[4])

    @property
    def excluded(self) -> tuple[tuple[str, str, str], ...]:
        """Pairs of links that are never tested against each other, with reasons."""
        return tuple(self._description()[5])

    @property
    def shapes(self) -> dict[str, tuple[Placed, ...]]:
        """The shapes of every link and attached body, in its own frame."""
        return dict(zip(self.link_names, self._shapes()))

    def neutral(self) -> Floats:
        """All zeros, or the nearest values within the limits, (n,)."""
        return self._neutral()

    def check(self, q: ArrayLike) -> None:
        """A ValueError that names the first value beyond its limits, the soft ones too: of a configuration
        (n,), or of many (N, n).

        >>> import graze as gz
        >>> turn = gz.RobotJoint("turn", "revolute", "base", "arm", limits=(-2, 2))
        >>> gz.Robot([gz.RobotLink("base"), gz.RobotLink("arm")], [turn]).check([[0], [3]])
        Traceback (most recent call last):
            ...
        ValueError: q[1]: joint 'turn', coordinate 0: its value 3 is outside of its limits, -2 to 2
        """
        self._check(q)

    def within_limits(self, q: ArrayLike) -> Any:
        """Whether a configuration (n,) is within the limits, the soft ones too: a bool; of many (N, n) an
        array."""
        return self._within_limits(q)

    def exempt(self, a: str, b: str) -> str:
        """Why two links need no test: "adjacent" (a joint is between them), "rigid" (they are at rest to each
        other) or "excluded"; "no" where they need one."""
        return self._exempt(a, b)

    def place(self, q: ArrayLike, *, threads: int = 1) -> Any:
        """Where every link and attached body is, world frame: for a configuration (n,) a dictionary of
        poses by name; for many (N, n) an array (N, L, 4, 4) in the order of `link_names`.

        >>> import graze as gz
        >>> arm = gz.Robot([gz.RobotLink("base")], base=[0, 0, 1, 1, 0, 0, 0])
        >>> arm.place([])["base"]
        Pose(position=[0.0, 0.0, 1.0])
        """
        poses = self._placed(q, threads)
        if poses.ndim == 4:
            return poses
        return {name: Pose.of(matrix) for name, matrix in zip(self.link_names, poses)}

    def bounds_over(self, box: ArrayLike) -> tuple[Floats, Floats, Floats, Floats]:
        """Least and largest entries of every link's rotation (L, 3, 3), then of its position (L, 3), for all
        configurations in a box (n, 2) of lower and upper ends."""
        return self._bounds_over(box)

    def with_body(self, body: AttachedBody) -> Robot:
        """The same robot with one more attached body.

        >>> import graze as gz
        >>> arm = gz.Robot([gz.RobotLink("base")])
        >>> arm.with_body(gz.AttachedBody("part", "base", gz.Sphere(1))).link_names
        ['base', 'part']
        """
        if not isinstance(body, AttachedBody):
            raise TypeError(f"body: an AttachedBody is needed, not {type(body).__name__}")
        return Robot(self.links, self.joints, name=self.name, base=self.base,
                     attached=(*self.attached, body), excluded=self.excluded)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Robot):
            return NotImplemented
        return bool(self is other or self._description() == other._description())

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.link_names), tuple(self.joint_names)))

    def __copy__(self) -> Robot:
        return self

    def __deepcopy__(self, memo: Any) -> Robot:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _robot_again, (self._description(),)

    def __repr__(self) -> str:
        if not _core.initialised(self):
            return object.__repr__(self)
        name = f" {self.name!r}" if self.name else ""
        links, values = counted(len(self.link_names), "link"), counted(self.joint_count, "value")
        return f"<Robot{name} of {links}, {values}>"


def planar_directions(axis: ArrayLike) -> tuple[Floats, Floats]:
    """Where x and y of a planar joint with such an axis point to, in the joint's frame: unit, (3,) each. For
    +z the frame's own x and y; x, y and the axis are right-handed.

    >>> planar_directions([0, 0, 2])
    (array([1., 0., 0.]), array([0., 1., 0.]))
    """
    return _core.planar_directions(axis)


def _robot_again(description: tuple[Any, ...]) -> Robot:
    return Robot._of(_core.build_robot(description))


class RobotFile(NamedTuple):
    """What a robot's file holds: the robot; geometry at rest, world frame, by name; links that are not tested
    against it; a configuration, as the file or `joints` has it; and warnings.

    >>> import graze as gz
    >>> RobotFile(gz.Robot([gz.RobotLink("base")]), {}, [], np.zeros(0), []).robot
    <Robot of 1 link, 0 values>
    """

    robot: Robot
    world: dict[str, Placed]
    ignored: list[tuple[str, str]]
    configuration: npt.NDArray[np.float64]
    notes: list[str]
