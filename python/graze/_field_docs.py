"""Docstrings of fields, by name: those of compiled classes have none of their own.

World frame unless a sentence names another; lengths in the unit of the shapes. Fields of batches are arrays
with a row for each item.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

FIELDS = {
    "a": "The first shape with its pose, as it was given.",
    "answer": "What was found, by name.",
    "answers": "Numbers of the answers: of the enumeration that an item's answer is of.",
    "axes": "How many separating axes were tested.",
    "b": "The second shape with its pose, as it was given.",
    "body_names": "What the bodies are called: shapes of links first, then obstacles.",
    "bounds": "Two opposite corners, (3,) each, of a box around it with sides along the axes.",
    "coefficients": "Bernstein coefficients (pieces, n, degree + 1).",
    "convex": "Whether it is known to be convex: a mesh is not, whatever its form.",
    "counts": "Numbers of contact points.",
    "degree": "1 or 3: of the polynomials.",
    "depth": "The number of levels.",
    "depths": "How deep the contacts are, > 0.",
    "direction": "The direction of the ray, which need not be unit.",
    "displacement": "How far b was to move.",
    "distance": "How far the point may be from the exact common one; 0 when it is a member of both.",
    "duration": "The time from the first waypoint to the last, in their unit.",
    "features": "Numbers that stay the same for a contact while the bodies move a little.",
    "half_extents": "Half of the sides.",
    "half_height": "Half of the height, along local z.",
    "heights": "(rows + 1, columns + 1), along local z.",
    "hit": "Whether there is a contact: False is a proven miss.",
    "is_angle": "Which values are angles, and not lengths, (n,).",
    "is_continuous": "Which values are angles without limits, (n,).",
    "iterations": "How many steps the search took.",
    "joint_count": "Numbers in a configuration.",
    "joint_names": "Names of the values of a configuration: \"elbow\", \"base x\".",
    "kind": "Which kind it is, as a word.",
    "knots": "Borders of the pieces in t: growing, from 0 to 1.",
    "limits": "Lower and upper ends for each value of a configuration, (n, 2); infinite without any.",
    "link_names": "Links in their order, then attached bodies.",
    "lower": "A lower bound: the exact value is not smaller.",
    "margin": "How far the shape reaches beyond its core: what `rounded` added.",
    "matrix": "(4, 4), maps local to world coordinates.",
    "method": "The algorithm that answered.",
    "node_count": "The number of nodes.",
    "normal": "Unit; from a to b, of a ray's hit outward.",
    "normals": "Unit; from a to b, of hits of rays outward.",
    "origin": "Where the ray starts.",
    "part_a": "The triangle or member of a that the answer is about, None where there is none.",
    "part_b": "The triangle or member of b that the answer is about, None where there is none.",
    "parts_a": "Triangles or members of a.",
    "parts_b": "Triangles or members of b.",
    "point": "The point of contact, or the common point.",
    "point_a": "A witness point of a: of a gap the nearest one to b.",
    "point_b": "A witness point of b: of a gap the nearest one to a.",
    "points": "Points of contact.",
    "points_a": "Witness points of a: of gaps the nearest ones to b.",
    "points_b": "Witness points of b: of gaps the nearest ones to a.",
    "pose": "Maps local to world coordinates.",
    "poses": "The poses that the motion goes through.",
    "position": "Where the local origin is in the world.",
    "positions": "Contact points, midway between the surfaces.",
    "proof": "The evidence as a dictionary, with a kind.",
    "quaternion": "The rotation as a unit quaternion (w, x, y, z).",
    "radius": "The radius.",
    "reach": "The largest distance of its points from the local origin; inf for a half-space.",
    "relation": "How the two lie to each other, as sets.",
    "rotation": "(3, 3), maps local to world directions.",
    "rows": "How many inequalities an elimination had.",
    "shape": "The shape, in local coordinates.",
    "soft_limits": "Those of safety controllers too, (n, 2).",
    "start_time": "The time of the first waypoint, in its unit.",
    "status": "How the search ended: bounds are true for every status but invalid_input.",
    "t": "Where on the ray, in multiples of its direction.",
    "target": "The shape that the ray was sent to, with its pose.",
    "time": "In [0, 1] over the motion: nothing touches before the lower end.",
    "triangle_count": "The number of triangles.",
    "upper": "An upper bound: the exact value is not larger.",
    "vertices": "(N, 3), local coordinates.",
}


def describe(classes: Iterable[Any]) -> None:
    """Gives every field of the classes that has no docstring the one of its name."""
    for item in classes:
        for base in item.__mro__ if isinstance(item, type) else ():
            for name, field in vars(base).items():
                if isinstance(field, property) and not field.__doc__ and name in FIELDS:
                    field.__doc__ = FIELDS[name]
