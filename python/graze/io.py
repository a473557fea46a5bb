"""Files: meshes, scenes (.json), robots (.urdf, MJCF), their paths (.csv, .json) and proofs, in and out."""
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graze import _core
from graze._poses import Floats, _one_of
from graze._shapes import Compound, Indices, Shape
from graze._values import kind_of

if TYPE_CHECKING:
    from graze._joint_paths import JointPath
    from graze._path_answers import PathCertificate
    from graze._robot_cells import RobotCell
    from graze._robots import Robot, RobotFile
    from graze._scene import Scene


def _path(file: Any, name: str = "file") -> str:
    try:
        path = os.fspath(file)
    except TypeError:
        raise TypeError(f"{name}: a path is needed, not {type(file).__name__}") from None
    if not isinstance(path, str):
        raise TypeError(f"{name}: a path of str is needed, not {type(path).__name__}")
    if "\0" in path:
        raise ValueError(f"{name}: a path with a null character")
    try:
        path.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name}: a path that UTF-8 cannot hold") from None
    return path


def _options(*, solids: Any, up: Any, joints: Any, semantic: Any, packages: Any,
             **others: Any) -> dict[str, Any]:
    """The options of readers, checked, by the names of C++."""
    _one_of(solids, "solids", ("where_closed", "never", "always"))
    if up is not None:
        _one_of(up, "up", ("x", "y", "z"))
    if isinstance(packages, (str, bytes)) or not isinstance(packages, Sequence):
        raise TypeError(f"packages: a list of folders is needed, not {type(packages).__name__}")
    return {**others, "solids": solids, "up": up, "joints": _values(joints),
            "packages": [_path(p, "packages") for p in packages],
            "semantic": None if semantic is None else _path(semantic, "semantic")}


def _values(joints: Any) -> dict[str, float]:
    """Values of joints by name."""
    if joints is not None and not isinstance(joints, Mapping):
        raise TypeError(f"joints: a mapping of names to values is needed, not {type(joints).__name__}")
    return {str(name): _core.number(x, f"joints[{name!r}]") for name, x in (joints or {}).items()}


def read(*files: str | os.PathLike[str], unit_scale: float | None = None, up: str | None = None,
         solids: str = "where_closed", weld: float | None = None,
         joints: Mapping[str, float] | None = None, semantic: str | os.PathLike[str] | None = None,
         packages: Sequence[str] = (), files_anywhere: bool = False, any_format: bool = False,
         threads: int = 1) -> dict[str, Any]:
    """The parts of files as dictionaries of name, shape, pose, margin, group and source; pairs that are not
    to be tested, by their indices; notes; the unit.

    `solids` is "where_closed", "never" or "always"; `joints` are values of a robot's joints by name, in
    radians or lengths; `semantic` is the robot's SRDF file, whose disabled pairs are not tested. A file that
    cannot be used is a ValueError that says where and why.

    >>> import graze as gz, os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "part.obj")
    >>> with open(file, "w") as out:
    ...     print("v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1", "f 1 3 2", "f 1 2 4", "f 1 4 3", "f 2 3 4",
    ...           sep=chr(10), file=out)
    >>> [(part["name"], part["shape"]) for part in gz.io.read(file)["parts"]]
    [('part', <Mesh of 4 triangles, solid>)]
    """
    options = _options(unit_scale=unit_scale, up=up, solids=solids, weld=weld, joints=joints,
                       semantic=semantic, packages=packages, files_anywhere=files_anywhere,
                       any_format=any_format, threads=threads)
    return _core.read_files([_path(file) for file in files], options)


def load(file: str | os.PathLike[str], **options: Any) -> Shape:
    """The shape in a mesh file: a Mesh, or a Compound where the file has several convex parts.

    Options are those of `read`. Files of several meshes are scenes: see `Scene.load`.

    >>> import graze as gz, os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "part.obj")
    >>> with open(file, "w") as out:
    ...     print("v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1", "f 1 3 2", "f 1 2 4", "f 1 4 3", "f 2 3 4",
    ...           sep=chr(10), file=out)
    >>> gz.load(file)
    <Mesh of 4 triangles, solid>
    """
    parts = read(file, **options)["parts"]
    if not parts:
        raise ValueError(f"{_path(file)}: no parts")
    shapes: list[Shape] = [part["shape"].transformed(part["pose"]) for part in parts]
    if len(shapes) == 1:
        return shapes[0]
    if all(shape.convex for shape in shapes):
        return Compound(shapes)
    raise ValueError(f"{_path(file)}: {len(shapes)} parts; Scene.load keeps them apart")


def read_triangles(file: str | os.PathLike[str]) -> list[tuple[str, Floats, Indices]]:
    """Names, vertices and triangles of the meshes in a file as they are, without any check: for `doctor`.

    >>> import graze as gz, os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "part.obj")
    >>> with open(file, "w") as out:
    ...     print("v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1", "f 1 3 2", "f 1 2 4", "f 1 4 3", "f 2 3 4",
    ...           sep=chr(10), file=out)
    >>> (name, vertices, triangles), = gz.io.read_triangles(file)
    >>> vertices.shape, triangles[0]
    ((4, 3), array([0, 2, 1], dtype=uint32))
    """
    return [(name, *arrays) for name, arrays, _ in _core.read_triangles(_path(file))]


def save(scene: Scene, file: str | os.PathLike[str]) -> None:
    """Writes a scene: .json is the scene format, which keeps every bit; .glb is binary glTF.

    >>> import graze as gz, os, tempfile
    >>> scene = gz.Scene()
    >>> _ = scene.add("ball", gz.Sphere(1))
    >>> file = os.path.join(tempfile.mkdtemp(), "scene.json")
    >>> gz.io.save(scene, file)
    >>> gz.Scene.load(file)["ball"].shape
    Sphere(radius=1.0)
    """
    from graze._scene import Scene
    if not isinstance(scene, Scene):
        raise TypeError(f"scene: a Scene is needed, not {kind_of(scene)}")
    path = _path(file)
    parts = [(name, item.shape, item.pose, item.margin) for name, item in scene.items()]
    if path.endswith(".glb"):
        _core.write_glb(parts, path)
    elif path.endswith(".json"):
        with open(path, "w", encoding="utf-8") as out:
            out.write(_core.to_json(parts))
    else:
        raise ValueError(f"file: {path} ends in neither .json nor .glb")


def read_robot(file: str | os.PathLike[str], srdf: str | os.PathLike[str] | None = None, *,
               joints: Mapping[str, float] | None = None, unit_scale: float | None = None,
               up: str | None = None, solids: str = "where_closed", weld: float | None = None,
               packages: Sequence[str] = (), files_anywhere: bool = False, any_format: bool = False,
               threads: int = 1) -> RobotFile:
    """The robot of a URDF or MJCF file, and what else the file holds. Collision geometry only.

    `srdf` is the robot's SRDF file, whose disabled pairs are excluded. `joints` are values for
    `configuration`; the other options are those of `read`, for the meshes that the file names.

    >>> import graze as gz, os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "arm.urdf")
    >>> with open(file, "w") as out:
    ...     print('<robot name="arm"><link name="base"><collision><geometry><sphere radius="1"/></geometry>',
    ...           '</collision></link></robot>', file=out)
    >>> gz.io.read_robot(file).robot
    <Robot 'arm' of 1 link, 0 values>
    """
    from graze._robots import Robot, RobotFile
    base, world, ignored, configuration, notes = _core.read_robot(_path(file), _options(
        unit_scale=unit_scale, up=up, solids=solids, weld=weld, joints=joints, semantic=srdf,
        packages=packages, files_anywhere=files_anywhere, any_format=any_format, threads=threads))
    return RobotFile(Robot._of(base), dict(world), ignored, configuration, notes)


def read_joint_path(file: str | os.PathLike[str], robot: Robot, *, interpolation: str | None = None,
                    joints: Mapping[str, float] | None = None) -> JointPath:
    """A path of a robot from CSV, or from JSON when the file's name ends in .json.

    CSV has a column for each joint, by name, and perhaps one for the time. `interpolation` is "linear" or
    "spline", or as the file has it; `joints` are values of joints that the file does not name, others are at
    `Robot.neutral()`, and the path's `notes` list them. Values may exceed the limits: see `JointPath.check`.

    >>> import graze as gz, os, tempfile
    >>> arm = gz.Robot([gz.RobotLink("base"), gz.RobotLink("arm")],
    ...                [gz.RobotJoint("turn", "revolute", "base", "arm", limits=(-2, 2))])
    >>> file = os.path.join(tempfile.mkdtemp(), "path.csv")
    >>> gz.io.write_joint_path(gz.JointPath([[0], [1], [0.5]]), arm, file)
    >>> gz.io.read_joint_path(file, arm).points.tolist()
    [[0.0], [1.0], [0.5]]
    """
    from graze import _joint_paths
    return _joint_paths._read(_path(file), robot, interpolation, _values(joints))


def write_joint_path(path: JointPath, robot: Robot, file: str | os.PathLike[str]) -> None:
    """Writes the waypoints of a path, exact to the last bit: as JSON when the file's name ends in .json, as
    CSV when it ends in .csv. The robot names the columns.

    >>> import graze as gz, os, tempfile
    >>> arm = gz.Robot([gz.RobotLink("base"), gz.RobotLink("arm")],
    ...                [gz.RobotJoint("turn", "revolute", "base", "arm", limits=(-2, 2))])
    >>> file, path = os.path.join(tempfile.mkdtemp(), "path.json"), gz.JointPath.spline([[0], [1]])
    >>> gz.io.write_joint_path(path, arm, file)
    >>> gz.io.read_joint_path(file, arm) == path
    True
    """
    from graze import _joint_paths
    if not isinstance(path, _joint_paths.JointPath):
        raise TypeError(f"path: a JointPath is needed, not {type(path).__name__}")
    name = _path(file)
    if not name.endswith((".csv", ".json")):
        raise ValueError(f"file: {name} ends in neither .csv nor .json")
    text = _joint_paths._written(path, robot, name.rpartition(".")[2])
    with open(name, "w", encoding="utf-8") as out:
        out.write(text)


def read_path_certificate(file: str | os.PathLike[str], cell: RobotCell, path: JointPath) -> PathCertificate:
    """The proof in a file that `PathCertificate.save` or `graze path --proof` wrote, about a cell and a path.
    Whether it holds is for its `verify` to find out.

    >>> import graze as gz, os, tempfile
    >>> slide = gz.RobotJoint("slide", "prismatic", "base", "ball", axis=[1, 0, 0], limits=(-5, 5))
    >>> robot = gz.Robot([gz.RobotLink("base"), gz.RobotLink("ball", gz.Sphere(1))], [slide])
    >>> cell, path = gz.RobotCell(robot, {"wall": gz.HalfSpace([-1, 0, 0], -4)}), gz.JointPath([[0], [1]])
    >>> file = os.path.join(tempfile.mkdtemp(), "proof.json")
    >>> cell.certify(path).save(file)
    >>> gz.io.read_path_certificate(file, cell, path).verify()
    True
    """
    from graze._path_answers import PathCertificate
    return PathCertificate(_core.read_path_certificate(_path(file), cell, path), cell, path)


__all__ = ["load", "read", "read_joint_path", "read_path_certificate", "read_robot", "read_triangles", "save",
           "write_joint_path"]
