"""Scenes: many named objects, and questions about all of them."""
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from graze import _core, io
from graze._motions import Motion, Moving
from graze._poses import ArrayLike, Floats, Interval, Placed, Pose, PoseLike
from graze._responses import ResponseTable
from graze._shapes import Shape, _shape
from graze._values import by_values, counted
from graze._verbs import ShapeLike, contact_manifolds, separation

if TYPE_CHECKING:
    from graze._page import Page


class Clash(NamedTuple):
    """Two objects that overlap, or are closer than the clearance.

    `separation` is from a to b in world frame, and `distance` contains the signed distance.

    >>> import graze as gz
    >>> scene = gz.Scene()
    >>> _ = scene.add("left", gz.Sphere(1)), scene.add("right", gz.Sphere(1), [1.5, 0, 0, 1, 0, 0, 0])
    >>> clash = scene.clashes()[0]
    >>> clash.a, clash.b, clash.distance.contains(-0.5), clash.separation.verify()
    ('left', 'right', True, True)
    """

    a: str
    b: str
    separation: _core.Separation

    @property
    def distance(self) -> Interval:
        """Contains the signed distance: > 0 gap, < 0 depth."""
        return Interval(self.separation.lower, self.separation.upper)


class SceneHit(NamedTuple):
    """The first object along a ray, and where.

    >>> import graze as gz
    >>> scene = gz.Scene()
    >>> _ = scene.add("ball", gz.Sphere(1))
    >>> found = scene.raycast([-3, 0, 0], [1, 0, 0])
    >>> found.name, found.hit.t
    ('ball', 2.0)
    """

    name: str
    hit: _core.RayHit


@by_values
class SceneContacts(NamedTuple):
    """Two objects that overlap or touch, and their contacts, the deepest manifold first.

    >>> import graze as gz
    >>> scene = gz.Scene()
    >>> _ = scene.add("low", gz.Box([1, 1, 1]))
    >>> _ = scene.add("high", gz.Box([1, 1, 1]), pose=[0, 0, 1.5, 1, 0, 0, 0])
    >>> (pair,) = scene.contacts()
    >>> pair.a, pair.b, pair.manifolds[0].depths
    ('low', 'high', array([0.5, 0.5, 0.5, 0.5]))
    """

    a: str
    b: str
    manifolds: list[_core.ContactManifold]


class SceneCast(NamedTuple):
    """The first object that a moving shape hits, and when.

    >>> import graze as gz
    >>> scene = gz.Scene()
    >>> _ = scene.add("wall", gz.Box([1, 1, 1]))
    >>> ball = gz.Moving(gz.Sphere(1), gz.LinearMotion([4, 0, 0, 1, 0, 0, 0], [-4, 0, 0]))
    >>> scene.cast(ball).name, scene.cast(ball).time.contains(0.5)
    ('wall', True)
    """

    name: str
    time: Interval


class SceneImpact(NamedTuple):
    """Two objects that touch while some move, and when.

    Nothing touches before `time.lower`; t runs from 0 to 1 over the motions.

    >>> import graze as gz
    >>> scene = gz.Scene()
    >>> _ = scene.add("wall", gz.Box([1, 1, 1])), scene.add("ball", gz.Sphere(1), [4, 0, 0, 1, 0, 0, 0])
    >>> roll = gz.LinearMotion([4, 0, 0, 1, 0, 0, 0], displacement=[-4, 0, 0])
    >>> impact = scene.impacts({"ball": roll})[0]
    >>> impact.a, impact.b, round(impact.time.lower, 3)
    ('wall', 'ball', 0.5)
    """

    a: str
    b: str
    time: Interval


class SceneObject:
    """An object of a scene, by its name. Setting `pose` or `shape` changes the scene.

    >>> import graze as gz
    >>> scene = gz.Scene()
    >>> ball = scene.add("ball", gz.Sphere(1))
    >>> ball.pose = [1, 2, 3, 1, 0, 0, 0]
    >>> scene["ball"].pose.position
    array([1., 2., 3.])
    """

    __slots__ = ("_scene", "name")

    def __init__(self, scene: Scene, name: str) -> None:
        self._scene = scene
        self.name = name

    @property
    def shape(self) -> Shape:
        return self._scene._entry(self.name).shape

    @shape.setter
    def shape(self, shape: Shape) -> None:
        self._scene._set_shape(self.name, shape)

    @property
    def pose(self) -> Pose:
        return self._scene._entry(self.name).pose

    @pose.setter
    def pose(self, pose: PoseLike) -> None:
        self._scene._move(self.name, pose)

    @property
    def margin(self) -> float:
        """All points within this distance belong to the object."""
        return self._scene._entry(self.name).margin

    @margin.setter
    def margin(self, margin: float) -> None:
        self._scene._set_margin(self.name, margin)

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """The corners of a box of the world's axes around it, with its margin."""
        return self._scene._world.bounds(self._scene._entry(self.name).key)

    def set_filter(self, group: int = 1, mask: int = 0xffffffff) -> None:
        """Two objects are tested when each one's mask has a bit of the other's group; 32 bits each."""
        self._scene._set_filter(self.name, group, mask)

    @property
    def placed(self) -> Placed:
        """As queries use it, with its margin."""
        return self._scene._placed(self.name)

    def __repr__(self) -> str:
        return f"<object {self.name!r}: {self.shape!r} at {self.pose!r}>"


class _Entry:
    """What the scene knows of an object."""

    __slots__ = ("filter", "key", "margin", "pose", "shape")

    def __init__(self, key: int, shape: Shape, pose: Pose, margin: float) -> None:
        self.key = key
        self.shape = shape
        self.pose = pose
        self.margin = margin
        self.filter = (1, 0xffffffff)


class Scene:
    """Named objects. Answers are about the current objects, in the order in which these were added.

    >>> import graze as gz
    >>> scene = gz.Scene()
    >>> _ = scene.add("ground", gz.HalfSpace([0, 0, 1]))
    >>> ball = scene.add("ball", gz.Sphere(0.5), pose=[0, 0, 2, 1, 0, 0, 0])
    >>> scene.clashes()
    []
    >>> ball.pose = [0, 0, 0.25, 1, 0, 0, 0]
    >>> [(c.a, c.b, c.distance.contains(-0.25)) for c in scene.clashes()]
    [('ground', 'ball', True)]
    """

    def __init__(self, threads: int = 1) -> None:
        self._world = _core.World(threads)
        self._threads = threads
        self._entries: dict[str, _Entry] = {}
        self._names: dict[int, str] = {}
        self._excluded: set[tuple[str, str]] = set()

    @classmethod
    def load(cls, *files: str | os.PathLike[str], threads: int = 1, **options: Any) -> Scene:
        """The parts of mesh, scene and robot files; options are those of `graze.io.read`."""
        document = io.read(*files, **options)
        scene = cls(threads)
        parts = document["parts"]
        for part in parts:
            scene.add(part["name"], part["shape"], pose=part["pose"], margin=part["margin"])
        for i, j in document["excluded"]:
            scene.exclude(parts[i]["name"], parts[j]["name"])
        return scene

    def add(self, name: str, shape: Shape, pose: PoseLike = None, margin: float = 0.0) -> SceneObject:
        """Adds an object; all points within `margin` of it belong to it."""
        if not isinstance(name, str):
            raise TypeError(f"name: a str is needed, not {type(name).__name__}")
        if name in self._entries:
            raise ValueError(f"name: the scene has an object {name!r}")
        at = Pose.of(pose)
        key = self._world.add(_shape(shape, "shape"), at, margin)
        self._entries[name] = _Entry(key, shape, at, float(margin))
        self._names[key] = name
        return SceneObject(self, name)

    def remove(self, name: str) -> None:
        """Removes an object."""
        entry = self._entry(name)
        self._world.remove(entry.key)
        del self._entries[name], self._names[entry.key]
        self._excluded = {pair for pair in self._excluded if name not in pair}

    def __getitem__(self, name: str) -> SceneObject:
        self._entry(name)
        return SceneObject(self, name)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._entries))

    def items(self) -> list[tuple[str, SceneObject]]:
        """Names and objects, in the order in which they were added."""
        return [(name, SceneObject(self, name)) for name in self._entries]

    def exclude(self, a: str, b: str) -> None:
        """From now on the two are never tested together."""
        self._world.exclude(self._entry(a).key, self._entry(b).key, True)
        self._excluded.add((min(a, b), max(a, b)))

    def include(self, a: str, b: str) -> None:
        """Takes an exclusion back."""
        self._world.exclude(self._entry(a).key, self._entry(b).key, False)
        self._excluded.discard((min(a, b), max(a, b)))

    def set_poses(self, poses: Mapping[str, PoseLike]) -> None:
        """Moves many objects: all, or none when a name or a pose cannot be used."""
        given = _mapping(poses, "poses")
        checked = {name: Pose.of(pose) for name, pose in given.items() if self._entry(name)}
        for name, pose in checked.items():
            self._move(name, pose)

    def pairs(self) -> list[tuple[str, str]]:
        """The pairs that overlap or touch."""
        return [(self._names[a], self._names[b]) for a, b in self._world.overlapping()]

    def clashes(self, clearance: float = 0.0) -> list[Clash]:
        """The pairs that overlap, touch or are no farther apart than `clearance`, with their distances."""
        wide = _core.number(clearance, "clearance")
        if wide < 0:
            raise ValueError("clearance: below 0")
        if wide == 0:  # most near pairs do not overlap, which is faster to know than a distance
            return self._clashes(self.pairs())
        return self.pairs_within(wide)

    def pairs_within(self, clearance: float) -> list[Clash]:
        """The pairs whose distance, by its lower bound, is at most `clearance` >= 0."""
        wide = _core.number(clearance, "clearance")
        if wide < 0:
            raise ValueError("clearance: below 0")
        return [Clash(self._names[a], self._names[b], gap) for a, b, gap in self._world.within(wide)]

    def distances(self) -> list[Clash]:
        """All pairs that may collide, with their distances, however far apart."""
        names = list(self._entries)
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1:]
                 if self._may_collide(a, b)]
        return self._clashes(pairs)

    def contacts(self) -> list[SceneContacts]:
        """The contact manifolds of the pairs that overlap or touch, the deepest first."""
        pairs, placed = self.pairs(), self._all_placed()
        found = contact_manifolds([placed[a] for a, _ in pairs], [placed[b] for _, b in pairs],
                                  threads=self._threads)
        return [SceneContacts(a, b, manifolds) for (a, b), manifolds in zip(pairs, found) if manifolds]

    def near_pairs(self) -> list[tuple[str, str]]:
        """The pairs whose boxes overlap."""
        return [(self._names[a], self._names[b]) for a, b in self._world.near_pairs()]

    def closest(self, name: str | None = None) -> Clash | None:
        """The pair with the smallest signed distance: of all, or of those with one object."""
        key = None if name is None else self._entry(name).key
        found = self._world.closest(key)
        return None if found is None else Clash(self._names[found[0]], self._names[found[1]], found[2])

    def raycast(self, origin: ArrayLike, direction: ArrayLike) -> SceneHit | None:
        """The first object along a ray, or None."""
        start, along = _core.three(origin, "origin"), _core.three(direction, "direction")
        if not along.any():
            raise ValueError("direction: a direction of length 0")
        return self.raycasts(start[None], along[None])[0]

    def raycasts(self, origins: ArrayLike, directions: ArrayLike) -> list[SceneHit | None]:
        """The same for many rays, (N, 3) each."""
        return [None if key < 0 else SceneHit(self._names[key], hit)
                for key, hit in self._world.raycast(origins, directions)]

    def raycast_all(self, origin: ArrayLike, direction: ArrayLike,
                    max_t: float | None = None) -> list[SceneHit]:
        """The first hits of all objects for t in [0, max_t], by growing t."""
        return [SceneHit(self._names[key], hit)
                for key, hit in self._world.raycast_all(origin, direction, max_t)]

    def raycast_any(self, origin: ArrayLike, direction: ArrayLike, max_t: float | None = None) -> bool:
        """Whether a ray hits any object for t in [0, max_t]."""
        return self._world.raycast_any(origin, direction, max_t)

    def cast(self, moving: Moving) -> SceneCast | None:
        """The first object that a moving shape hits, and when."""
        if not isinstance(moving, Moving):
            raise TypeError(f"moving: a Moving is needed, not {type(moving).__name__}")
        found = self._world.cast((moving.shape, moving.motion))
        return None if found is None else SceneCast(self._names[found[0]], Interval(*found[1:]))

    def objects_in(self, region: ShapeLike, pose: PoseLike = None) -> list[str]:
        """The objects that overlap a shape."""
        placed = region if isinstance(region, Placed) else Placed(_shape(region, "region"), pose)
        return [self._names[key] for key in self._world.inside(placed)]

    def objects_in_box(self, min: ArrayLike, max: ArrayLike) -> list[str]:
        """The objects that overlap a box of the world's axes."""
        return [self._names[key] for key in self._world.in_box(min, max)]

    def impacts(self, motions: Mapping[str, Motion]) -> list[SceneImpact]:
        """Which objects first touch, and when, while those named move; by growing time."""
        return self._impacts(motions, False)

    def step(self, motions: Mapping[str, Motion]) -> list[SceneImpact]:
        """The same; afterwards every moving object is where its motion ends."""
        found = self._impacts(motions, True)
        for name, motion in motions.items():
            self._entries[name].pose = motion.pose_at(1.0)
        return found

    def respond(self, table: ResponseTable) -> int:
        """Calls the responses of a table for all pairs that overlap, one pair after the other, and returns
        how many it called.

        Pairs are those whose boxes overlap at the beginning; each is tested when its turn comes, and
        responses may move, add and remove objects. What a response raises comes out, and ends the round.

        >>> import graze as gz
        >>> scene, table = gz.Scene(), gz.ResponseTable()
        >>> _ = scene.add("floor", gz.HalfSpace([0, 0, 1])), scene.add("ball", gz.Sphere(1))
        >>> _ = table.add_default(lambda hit: print(hit.a, hit.b, hit.separation.verify()), type="depth")
        >>> scene.respond(table)
        floor ball True
        1
        """
        if not isinstance(table, ResponseTable):
            raise TypeError(f"table: a ResponseTable is needed, not {type(table).__name__}")
        return table._respond(self._world, self._names)

    def show(self, clearance: float = 0.0, *, title: str = "Scene", unit: str = "m",
             browser: bool | None = None) -> Page:
        """A page in 3D with the pairs that overlap or are no farther apart than `clearance`.

        A notebook cell that ends with it shows it; elsewhere a browser is opened, unless `browser` decides.
        The page needs no network and can be saved: see `Page`.

        >>> import graze as gz
        >>> scene = gz.Scene()
        >>> _ = scene.add("ball", gz.Sphere(1))
        >>> scene.show(title="One ball", browser=False)
        <Page of One ball>
        """
        from graze import _page
        parts = [_page.Part(name, Placed(e.shape, e.pose), e.margin) for name, e in self._entries.items()]
        hits = set(self.pairs())
        found = self.clashes(clearance)
        findings = _page.Findings([item for item in found if (item.a, item.b) in hits],
                                  [item for item in found if (item.a, item.b) not in hits], clearance)
        page = _page.page_of(parts, findings, title, unit)
        if browser if browser is not None else not _page.in_notebook():
            page.open()
        return page

    def plot(self, **options: Any) -> Any:
        """All objects drawn by matplotlib; options are those of `graze.plot`. Returns the axes."""
        from graze import _plots
        return _plots.plot_placed([self._placed(name) for name in self._entries], **options)

    def _impacts(self, motions: Mapping[str, Motion], stepping: bool) -> list[SceneImpact]:
        for name, motion in _mapping(motions, "motions").items():
            if not isinstance(motion, Motion):
                raise TypeError(f"motions[{name!r}]: a motion is needed, not {type(motion).__name__}")
        given = [(self._entry(name).key, motion) for name, motion in motions.items()]
        return [SceneImpact(self._names[a], self._names[b], Interval(lower, upper))
                for a, b, lower, upper in self._world.impacts(given, stepping)]

    def _clashes(self, pairs: list[tuple[str, str]]) -> list[Clash]:
        if not pairs:
            return []
        placed = self._all_placed()
        gaps = separation([placed[a] for a, _ in pairs], [placed[b] for _, b in pairs],
                          threads=self._threads)
        return [Clash(a, b, gaps[i]) for i, (a, b) in enumerate(pairs)]

    def _entry(self, name: str) -> _Entry:
        entry = self._entries.get(name) if isinstance(name, str) else None
        if entry is None:
            raise KeyError(f"no object {name!r} in the scene")
        return entry

    def _placed(self, name: str) -> Placed:
        return self._world.placed(self._entry(name).key)

    def _all_placed(self) -> dict[str, Placed]:
        return {name: self._placed(name) for name in self._entries}

    def _move(self, name: str, pose: PoseLike) -> None:
        entry = self._entry(name)
        at = Pose.of(pose)
        self._world.move(entry.key, at)
        entry.pose = at

    def _set_shape(self, name: str, shape: Shape) -> None:
        entry = self._entry(name)
        self._world.set_shape(entry.key, _shape(shape, "shape"))
        entry.shape = shape

    def _set_margin(self, name: str, margin: float) -> None:
        entry = self._entry(name)
        self._world.set_margin(entry.key, margin)
        entry.margin = float(margin)

    def _set_filter(self, name: str, group: int, mask: int) -> None:
        entry = self._entry(name)
        self._world.set_filter(entry.key, group, mask)
        entry.filter = (int(group), int(mask))

    def _may_collide(self, a: str, b: str) -> bool:
        (group_a, mask_a), (group_b, mask_b) = self._entries[a].filter, self._entries[b].filter
        return ((min(a, b), max(a, b)) not in self._excluded and (mask_a & group_b) != 0
                and (mask_b & group_a) != 0)

    def __reduce__(self) -> tuple[Any, ...]:
        parts = [(name, e.shape, e.pose, e.margin, e.filter) for name, e in self._entries.items()]
        return _scene_again, (parts, sorted(self._excluded), self._threads)

    def __repr__(self) -> str:
        return f"<Scene of {counted(len(self), 'object')}>"


def _mapping(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{name}: a mapping of names is needed, not {type(value).__name__}")
    return value


def _scene_again(parts: list[Any], excluded: list[tuple[str, str]], threads: int) -> Scene:
    scene = Scene(threads)
    for name, shape, pose, margin, (group, mask) in parts:
        scene.add(name, shape, pose, margin).set_filter(group, mask)
    for a, b in excluded:
        scene.exclude(a, b)
    return scene
