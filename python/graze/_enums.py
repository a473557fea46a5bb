"""Names of answers. They are whole numbers too, as the arrays of batches hold them."""
import enum


class Status(enum.IntEnum):
    """How a search ended. Bounds are true for every status but `invalid_input`.

    >>> import graze as gz
    >>> gz.separation(gz.Sphere(1), gz.Sphere(1)).status.name
    'converged'
    """

    converged = 0
    budget_reached = 1
    invalid_input = 2
    unsupported = 3


class Answer(enum.IntEnum):
    """Whether two shapes have a common point.

    >>> import graze as gz
    >>> gz.decide(gz.Sphere(1), gz.Sphere(1)).answer is gz.Answer.intersecting
    True
    """

    disjoint = 0
    intersecting = 1
    undecided = 2


class Relation(enum.IntEnum):
    """How two placed shapes lie to each other, as sets.

    >>> import graze as gz
    >>> gz.relation(gz.Sphere(3), gz.Sphere(1)).name
    'b_inside_a'
    """

    disjoint = 0
    touching = 1
    overlapping = 2
    a_inside_b = 3
    b_inside_a = 4
    identical = 5


class ImpactAnswer(enum.IntEnum):
    """Whether moving bodies touch.

    >>> import graze as gz
    >>> gz.time_of_impact(gz.Sphere(1), gz.Sphere(1)).answer.name
    'contact'
    """

    miss = 0
    contact = 1
    within_tolerance = 2


class ResponseType(enum.IntEnum):
    """What a response to a collision requests; each includes those before it.

    >>> import graze as gz
    >>> gz.ResponseType.witnessed < gz.ResponseType.depth
    True
    """

    simple = 0
    witnessed = 1
    depth = 2
