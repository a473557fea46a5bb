"""Names of answers. They are whole numbers too, as the arrays of batches hold them."""
import enum


class Status(enum.IntEnum):
    """How a search ended. Bounds are true for every status but `invalid_input`."""

    converged = 0
    budget_reached = 1
    invalid_input = 2
    unsupported = 3


class Answer(enum.IntEnum):
    """Whether two shapes have a common point."""

    disjoint = 0
    intersecting = 1
    undecided = 2


class Relation(enum.IntEnum):
    """How two placed shapes lie to each other, as sets."""

    disjoint = 0
    touching = 1
    overlapping = 2
    a_inside_b = 3
    b_inside_a = 4
    identical = 5


class ImpactAnswer(enum.IntEnum):
    """Whether moving bodies touch."""

    miss = 0
    contact = 1
    within_tolerance = 2
