"""Pictures by matplotlib, which is loaded only when one is drawn."""
from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from graze._poses import Floats, Placed
from graze._shapes import Shape
from graze._values import kind_of

if TYPE_CHECKING:
    from graze._core import Separation

_COLOURS = ("tab:blue", "tab:orange", "tab:green", "tab:red", "tab:purple", "tab:brown")


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    try:
        from matplotlib import pyplot  # type: ignore[import]
    except ImportError:
        raise ImportError("plot() needs matplotlib (Debian: python3-matplotlib)") from None
    return pyplot.figure().add_subplot(projection="3d")


def _draw(axes: Any, placed: Placed, colour: str, reach: float) -> Floats:
    """Adds the triangles of a placed shape, and returns their corners (N, 3)."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection  # type: ignore[import]
    vertices, triangles = placed.shape.triangles_for_display(0.02, reach)
    corners = placed.pose.apply(vertices)
    axes.add_collection3d(Poly3DCollection(corners[triangles], alpha=0.35, facecolor=colour,
                                           edgecolor=colour, linewidth=0.2))
    return corners


def _all_placed(shapes: Any) -> list[Placed]:
    items = [shapes] if isinstance(shapes, (Shape, Placed)) else shapes
    if not isinstance(items, Iterable) or isinstance(items, str):
        raise TypeError(f"shapes: shapes or Placed are needed, not {kind_of(shapes)}")
    placed = []
    for i, item in enumerate(items):
        if not isinstance(item, (Shape, Placed)):
            raise TypeError(f"shapes[{i}]: a shape or a Placed is needed, not {kind_of(item)}")
        placed.append(item if isinstance(item, Placed) else Placed(item))
    return placed


def plot_placed(shapes: Shape | Placed | Iterable[Shape | Placed], axes: Any = None,
                view: tuple[float, float] | None = None) -> Any:
    """Draws shapes, placed or in their local frames, seen from `view`: elevation and azimuth in degrees, into
    `axes` of matplotlib with a projection of 3D, or new ones. Returns the axes.

    >>> import graze as gz, matplotlib
    >>> matplotlib.use("Agg")  # draws without a screen
    >>> axes = gz.plot([gz.Placed(gz.Sphere(1)), gz.Placed(gz.Box([1, 1, 1]), [3, 0, 0, 1, 0, 0, 0])])
    >>> axes.figure.savefig("/dev/null", format="png")
    """
    given = _all_placed(shapes)
    axes = _axes(axes)
    bounded = [placed.shape.reach for placed in given if np.isfinite(placed.shape.reach)]
    reach = 2 * max(bounded, default=1.0)
    corners = [_draw(axes, placed, _COLOURS[i % len(_COLOURS)], reach) for i, placed in enumerate(given)]
    if corners:
        _frame(axes, np.concatenate(corners))
    if view is not None:
        axes.view_init(*view)
    return axes


def _frame(axes: Any, points: Floats) -> None:
    """Equal scales on all axes."""
    middle, size = (points.min(0) + points.max(0)) / 2, max(np.ptp(points, axis=0).max() / 2, 1e-9)
    for i, name in enumerate("xyz"):
        getattr(axes, f"set_{name}lim")(middle[i] - size, middle[i] + size)
        getattr(axes, f"set_{name}label")(name)


def plot_separation(self: Separation, axes: Any = None, view: tuple[float, float] | None = None) -> Any:
    """The two shapes, the witness points and the plane between them."""
    axes = plot_placed([self.a, self.b], axes, view)
    line = np.stack([self.point_a, self.point_b])
    axes.plot(*line.T, "k.-")
    if self.lower > 0:
        _plane(axes, line.mean(0), self.normal, max(self.upper, 0.5))
    axes.set_title(f"distance in [{self.lower:.6g}, {self.upper:.6g}]")
    return axes


def separation_html(self: Separation) -> str:
    """What a notebook cell shows: the bounds, whether they are verified, and a picture."""
    text = (f"distance in [{self.lower!r}, {self.upper!r}], "
            + ("verified" if self.verify() else "bounds without a proof of their own"))
    try:
        from matplotlib.figure import Figure  # type: ignore[import]
        from mpl_toolkits import mplot3d  # type: ignore[import]  # noqa: F401, makes the projection known
    except ImportError:
        return f"<p>{text}</p>"
    figure = Figure(figsize=(5, 4))  # not one of pyplot's, which cells show by themselves
    plot_separation(self, figure.add_subplot(projection="3d"))
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=60)
    return f'<p>{text}</p><img src="data:image/png;base64,{base64.b64encode(picture.getvalue()).decode()}">'


def _plane(axes: Any, point: Floats, normal: Floats, size: float) -> None:
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
    other = np.eye(3)[np.argmin(np.abs(normal))]
    u = np.cross(normal, other)
    u *= size / np.linalg.norm(u)
    v = np.cross(normal, u)
    axes.add_collection3d(Poly3DCollection([np.array([point + u, point + v, point - u, point - v])],
                                           alpha=0.25, facecolor="gray"))
