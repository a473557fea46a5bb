#include "worker/occt_patch.hpp"

#include <Adaptor3d_Curve.hxx>
#include <Geom2dConvert_BSplineCurveToBezierCurve.hxx>
#include <Geom2d_BSplineCurve.hxx>
#include <Geom2d_BezierCurve.hxx>
#include <GeomConvert.hxx>
#include <GeomConvert_BSplineCurveToBezierCurve.hxx>
#include <GeomConvert_BSplineSurfaceToBezierSurface.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_BezierSurface.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <gp_Ax1.hxx>
#include <gp_Circ.hxx>
#include <gp_Circ2d.hxx>
#include <gp_Cone.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Elips.hxx>
#include <gp_Elips2d.hxx>
#include <gp_Lin.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>

#include <limits>

namespace graze::cad {
namespace {

/// Control points times weights, and weights, of a tensor product patch on [0, 1]^2. Points are relative to
/// the first, so that bounds do not grow with the distance from the origin.
struct Net {
    std::size_t rows = 0;  ///< Along u.
    std::size_t columns = 0;
    std::vector<gp_XYZ> points;  ///< Weighted.
    std::vector<double> weights;

    [[nodiscard]] std::size_t at(std::size_t i, std::size_t j) const { return i * columns + j; }
    /// Of the derivative, its magnitude bounded by that of its control points.
    [[nodiscard]] Net along_u() const {
        Net d{rows > 1 ? rows - 1 : 1, columns, {}, {}};
        for (std::size_t i = 0; i < d.rows; ++i) {
            for (std::size_t j = 0; j < columns; ++j) {
                const double n = rows > 1 ? static_cast<double>(rows - 1) : 0;
                const std::size_t next = rows > 1 ? at(i + 1, j) : at(i, j);
                d.points.push_back((points[next] - points[at(i, j)]) * n);
                d.weights.push_back((weights[next] - weights[at(i, j)]) * n);
            }
        }
        return d;
    }
    [[nodiscard]] Net along_v() const {
        Net d{rows, columns > 1 ? columns - 1 : 1, {}, {}};
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < d.columns; ++j) {
                const double n = columns > 1 ? static_cast<double>(columns - 1) : 0;
                const std::size_t next = columns > 1 ? at(i, j + 1) : at(i, j);
                d.points.push_back((points[next] - points[at(i, j)]) * n);
                d.weights.push_back((weights[next] - weights[at(i, j)]) * n);
            }
        }
        return d;
    }
    [[nodiscard]] double point() const {
        double most = 0;
        for (const gp_XYZ& p : points) most = std::max(most, p.Modulus());
        return most;
    }
    [[nodiscard]] double weight() const {
        double most = 0;
        for (const double w : weights) most = std::max(most, std::abs(w));
        return most;
    }
};

/// Quotient rule: of S = N / w with w >= least.
PatchBounds bounds_of(const Net& net) {
    const double least = *std::min_element(net.weights.begin(), net.weights.end());
    double reach = 0;  // |S| relative to the first control point
    for (std::size_t i = 0; i < net.points.size(); ++i)
        reach = std::max(reach, net.points[i].Modulus() / net.weights[i]);
    const Net u = net.along_u();
    const Net v = net.along_v();
    const Net uu = u.along_u();
    const Net uv = u.along_v();
    const Net vv = v.along_v();
    PatchBounds bounds;
    bounds.u = (u.point() + u.weight() * reach) / least;
    bounds.v = (v.point() + v.weight() * reach) / least;
    bounds.uu = (uu.point() + 2 * u.weight() * bounds.u + uu.weight() * reach) / least;
    bounds.uv = (uv.point() + u.weight() * bounds.v + v.weight() * bounds.u + uv.weight() * reach) / least;
    bounds.vv = (vv.point() + 2 * v.weight() * bounds.v + vv.weight() * reach) / least;
    return bounds;
}

/// Derivatives by the parameters of the box instead of those of [0, 1]^2.
PatchBounds scaled(const PatchBounds& unit, const UvBox& box) {
    const double u = 1 / (box.u.upper - box.u.lower);
    const double v = 1 / (box.v.upper - box.v.lower);
    return {unit.u * u, unit.v * v, unit.uu * u * u, unit.uv * u * v, unit.vv * v * v};
}

std::optional<Net> net_of(const Handle(Geom_BezierSurface) & patch) {
    Net net{static_cast<std::size_t>(patch->NbUPoles()), static_cast<std::size_t>(patch->NbVPoles()), {}, {}};
    const gp_XYZ origin = patch->Pole(1, 1).XYZ();
    for (int i = 1; i <= patch->NbUPoles(); ++i) {
        for (int j = 1; j <= patch->NbVPoles(); ++j) {
            const double weight = patch->Weight(i, j);
            if (!(weight > 0)) return std::nullopt;
            net.points.push_back((patch->Pole(i, j).XYZ() - origin) * weight);
            net.weights.push_back(weight);
        }
    }
    return net;
}

/// Pieces of a smooth spline surface; none when it has an edge inside or a weight that is not positive.
std::vector<Patch::Piece> pieces_of(const Handle(Geom_BSplineSurface) & given) {
    std::vector<Patch::Piece> pieces;
    // An adaptor knows the continuity of the whole.
    if (given.IsNull() || given->Continuity() == GeomAbs_C0) return pieces;
    const Handle(Geom_BSplineSurface) surface = Handle(Geom_BSplineSurface)::DownCast(given->Copy());
    GeomConvert_BSplineSurfaceToBezierSurface split(surface);
    TColStd_Array1OfReal u(1, split.NbUPatches() + 1);
    TColStd_Array1OfReal v(1, split.NbVPatches() + 1);
    split.UKnots(u);
    split.VKnots(v);
    for (int i = 1; i <= split.NbUPatches(); ++i) {
        for (int j = 1; j <= split.NbVPatches(); ++j) {
            const std::optional<Net> net = net_of(split.Patch(i, j));
            const UvBox box{{u(i), u(i + 1)}, {v(j), v(j + 1)}};
            if (!net || !(box.u.upper > box.u.lower) || !(box.v.upper > box.v.lower)) return {};
            pieces.push_back({box, scaled(bounds_of(*net), box)});
        }
    }
    // A periodic one repeats: two more periods are enough for any face, which spans one.
    for (const bool along_u : {true, false}) {
        if (!(along_u ? given->IsUPeriodic() : given->IsVPeriodic())) continue;
        const double period = along_u ? given->UPeriod() : given->VPeriod();
        const std::size_t count = pieces.size();
        for (const double shift : {-period, period}) {
            for (std::size_t i = 0; i < count; ++i) {
                Patch::Piece piece = pieces[i];
                Interval& side = along_u ? piece.box.u : piece.box.v;
                side = {side.lower + shift, side.upper + shift};
                pieces.push_back(piece);
            }
        }
    }
    return pieces;
}

/// Of a curve in space over one piece: the largest distance from an axis, and of derivatives.
struct Meridian {
    Interval range;
    double axis = 0;
    double first = 0;
    double second = 0;
};

double from_axis(const gp_XYZ& point, const gp_Ax1& axis) {
    return (point - axis.Location().XYZ()).Crossed(axis.Direction().XYZ()).Modulus();
}

void add_bezier(const Handle(Geom_BezierCurve) & curve, const Interval& range, const gp_Ax1& axis,
                std::vector<Meridian>& pieces, bool& known) {
    Net net{static_cast<std::size_t>(curve->NbPoles()), 1, {}, {}};
    const gp_XYZ origin = curve->Pole(1).XYZ();
    Meridian piece;
    piece.range = range;
    for (int i = 1; i <= curve->NbPoles(); ++i) {
        const double weight = curve->Weight(i);
        known = known && weight > 0;
        net.points.push_back((curve->Pole(i).XYZ() - origin) * weight);
        net.weights.push_back(weight);
        piece.axis = std::max(piece.axis, from_axis(curve->Pole(i).XYZ(), axis));
    }
    if (!known || !(range.upper > range.lower)) {
        known = false;
        return;
    }
    const PatchBounds bounds = bounds_of(net);
    const double scale = 1 / (range.upper - range.lower);
    piece.first = bounds.u * scale;
    piece.second = bounds.uu * scale * scale;
    pieces.push_back(piece);
}

/// Pieces of the curve that a surface sweeps; none when no bound is known.
std::vector<Meridian> meridians(const Adaptor3d_Curve& curve, const gp_Ax1& axis) {
    constexpr double kAll = 1e100;
    std::vector<Meridian> pieces;
    bool known = true;
    const Interval used{curve.FirstParameter(), curve.LastParameter()};
    switch (curve.GetType()) {
        case GeomAbs_Line: {
            const gp_XYZ start = curve.Value(used.lower).XYZ();
            const gp_XYZ end = curve.Value(used.upper).XYZ();
            if (std::abs(used.lower) > kAll || std::abs(used.upper) > kAll) return {};
            pieces.push_back({used, std::max(from_axis(start, axis), from_axis(end, axis)), 1, 0});
            break;
        }
        case GeomAbs_Circle: {
            const gp_Circ circle = curve.Circle();
            const double r = circle.Radius();
            pieces.push_back({used, from_axis(circle.Location().XYZ(), axis) + r, r, r});
            break;
        }
        case GeomAbs_Ellipse: {
            const gp_Elips ellipse = curve.Ellipse();
            const double r = ellipse.MajorRadius();
            pieces.push_back({used, from_axis(ellipse.Location().XYZ(), axis) + r, r, r});
            break;
        }
        case GeomAbs_BezierCurve: add_bezier(curve.Bezier(), {0, 1}, axis, pieces, known); break;
        case GeomAbs_BSplineCurve: {
            const Handle(Geom_BSplineCurve) spline = curve.BSpline();
            if (spline->Continuity() == GeomAbs_C0) return {};
            GeomConvert_BSplineCurveToBezierCurve split(Handle(Geom_BSplineCurve)::DownCast(spline->Copy()));
            TColStd_Array1OfReal knots(1, split.NbArcs() + 1);
            split.Knots(knots);
            for (int i = 1; i <= split.NbArcs() && known; ++i)
                add_bezier(split.Arc(i), {knots(i), knots(i + 1)}, axis, pieces, known);
            break;
        }
        default: return {};
    }
    return known ? pieces : std::vector<Meridian>{};
}

constexpr Interval kWholeLine{-1e100, 1e100};

}  // namespace

Patch::Patch(const Adaptor3d_Surface& surface) {
    switch (surface.GetType()) {
        case GeomAbs_Plane: form_ = Form::plane; break;
        case GeomAbs_Cylinder:
            form_ = Form::cylinder;
            large_ = surface.Cylinder().Radius();
            break;
        case GeomAbs_Cone:
            form_ = Form::cone;
            large_ = surface.Cone().RefRadius();
            small_ = surface.Cone().SemiAngle();
            break;
        case GeomAbs_Sphere:
            form_ = Form::sphere;
            large_ = surface.Sphere().Radius();
            break;
        case GeomAbs_Torus:
            form_ = Form::torus;
            large_ = surface.Torus().MajorRadius();
            small_ = surface.Torus().MinorRadius();
            break;
        case GeomAbs_BezierSurface: {
            kind_ = "spline surface";
            if (const std::optional<Net> net = net_of(surface.Bezier()))
                pieces_.push_back({{{0, 1}, {0, 1}}, bounds_of(*net)});
            break;
        }
        case GeomAbs_BSplineSurface:
            kind_ = "spline surface";
            pieces_ = pieces_of(surface.BSpline());
            break;
        case GeomAbs_SurfaceOfRevolution:
            kind_ = "surface of revolution";
            for (const Meridian& m : meridians(*surface.BasisCurve(), surface.AxeOfRevolution()))
                pieces_.push_back({{kWholeLine, m.range}, {m.axis, m.first, m.axis, m.first, m.second}});
            break;
        case GeomAbs_SurfaceOfExtrusion:
            kind_ = "extruded surface";
            for (const Meridian& m : meridians(*surface.BasisCurve(), gp_Ax1()))
                pieces_.push_back({{m.range, kWholeLine}, {m.first, 1, m.second, 0, 0}});
            break;
        case GeomAbs_OffsetSurface: kind_ = "offset surface"; break;
        default: break;
    }
    if (!pieces_.empty()) form_ = Form::pieces;
}

std::optional<PatchBounds> Patch::over(const UvBox& box) const {
    switch (form_) {
        case Form::plane: return plane_bounds();
        case Form::cylinder: return cylinder_bounds(large_);
        case Form::cone: return cone_bounds(large_, small_, box);
        case Form::sphere: return sphere_bounds(large_, box);
        case Form::torus: return torus_bounds(large_, small_, box);
        case Form::pieces: break;
        case Form::unknown: return std::nullopt;
    }
    PatchBounds all;
    bool any = false;
    // Parameters of nodes may be a rounding beyond the last knot.
    const double nudge = 1e-9;
    UvBox covered{{1e300, -1e300}, {1e300, -1e300}};
    for (const Piece& piece : pieces_) {
        const double du = nudge * std::min(1.0, piece.box.u.upper - piece.box.u.lower);
        const double dv = nudge * std::min(1.0, piece.box.v.upper - piece.box.v.lower);
        const auto cover = [](Interval& to, const Interval& by) {
            to = {std::min(to.lower, by.lower), std::max(to.upper, by.upper)};
        };
        cover(covered.u, {piece.box.u.lower - du, piece.box.u.upper + du});
        cover(covered.v, {piece.box.v.lower - dv, piece.box.v.upper + dv});
        if (box.u.lower > piece.box.u.upper + du || box.u.upper < piece.box.u.lower - du ||
            box.v.lower > piece.box.v.upper + dv || box.v.upper < piece.box.v.lower - dv)
            continue;
        any = true;
        const PatchBounds& b = piece.bounds;
        all = {std::max(all.u, b.u), std::max(all.v, b.v), std::max(all.uu, b.uu), std::max(all.uv, b.uv),
               std::max(all.vv, b.vv)};
    }
    const bool inside = box.u.lower >= covered.u.lower && box.u.upper <= covered.u.upper &&
                        box.v.lower >= covered.v.lower && box.v.upper <= covered.v.upper;
    return any && inside ? std::optional(all) : std::nullopt;
}

namespace {

/// Second derivatives of one piece of a plane curve on [0, 1].
std::optional<CurveBounds> bezier_bounds(const Handle(Geom2d_BezierCurve) & curve) {
    const int count = curve->NbPoles();
    if (curve->IsRational()) {
        Net net{static_cast<std::size_t>(count), 1, {}, {}};
        for (int i = 1; i <= count; ++i) {
            const gp_XY p = curve->Pole(i).XY() - curve->Pole(1).XY();
            if (!(curve->Weight(i) > 0)) return std::nullopt;
            net.points.push_back(gp_XYZ(p.X(), p.Y(), 0) * curve->Weight(i));
            net.weights.push_back(curve->Weight(i));
        }
        const double norm = bounds_of(net).uu;
        return CurveBounds{{norm, norm}, norm};
    }
    CurveBounds bounds;
    const double factor = static_cast<double>((count - 1) * (count - 2));
    for (int i = 1; i + 2 <= count; ++i) {
        const gp_XY second =
            (curve->Pole(i).XY() - 2 * curve->Pole(i + 1).XY() + curve->Pole(i + 2).XY()) * factor;
        bounds.second[0] = std::max(bounds.second[0], std::abs(second.X()));
        bounds.second[1] = std::max(bounds.second[1], std::abs(second.Y()));
        bounds.second_norm = std::max(bounds.second_norm, second.Modulus());
    }
    return bounds;
}

CurveBounds scaled(const CurveBounds& unit, double step) {
    const double factor = 1 / (step * step);
    return {{unit.second[0] * factor, unit.second[1] * factor}, unit.second_norm * factor};
}

}  // namespace

PlaneCurve::PlaneCurve(const Adaptor2d_Curve2d& curve) {
    switch (curve.GetType()) {
        case GeomAbs_Line: pieces_.push_back({kWholeLine, {}}); break;
        case GeomAbs_Circle: {
            const double r = curve.Circle().Radius();
            pieces_.push_back({kWholeLine, {{r, r}, r}});
            break;
        }
        case GeomAbs_Ellipse: {
            const double r = curve.Ellipse().MajorRadius();
            pieces_.push_back({kWholeLine, {{r, r}, r}});
            break;
        }
        case GeomAbs_BezierCurve:
            if (const std::optional<CurveBounds> bounds = bezier_bounds(curve.Bezier()))
                pieces_.push_back({{0, 1}, *bounds});
            break;
        case GeomAbs_BSplineCurve: add(*curve.BSpline()); break;
        default: break;
    }
}

void PlaneCurve::add(const Geom2d_BSplineCurve& given) {
    if (given.Continuity() == GeomAbs_C0) return;
    Geom2dConvert_BSplineCurveToBezierCurve split(Handle(Geom2d_BSplineCurve)::DownCast(given.Copy()));
    TColStd_Array1OfReal knots(1, split.NbArcs() + 1);
    split.Knots(knots);
    for (int i = 1; i <= split.NbArcs(); ++i) {
        const double step = knots(i + 1) - knots(i);
        const std::optional<CurveBounds> arc = bezier_bounds(split.Arc(i));
        if (!(step > 0) || !arc) {
            pieces_.clear();
            return;
        }
        // A periodic curve repeats: each of its pieces counts everywhere.
        const Interval range = given.IsPeriodic() ? kWholeLine : Interval{knots(i), knots(i + 1)};
        pieces_.push_back({range, scaled(*arc, step)});
    }
}

std::optional<CurveBounds> PlaneCurve::over(const Interval& parameter) const {
    CurveBounds all;
    Interval covered{1e300, -1e300};
    for (const Piece& piece : pieces_) {
        const double nudge = 1e-9 * std::min(1.0, piece.range.upper - piece.range.lower);
        const Interval range{piece.range.lower - nudge, piece.range.upper + nudge};
        covered = {std::min(covered.lower, range.lower), std::max(covered.upper, range.upper)};
        if (range.lower > parameter.upper || range.upper < parameter.lower) continue;
        for (std::size_t i = 0; i < 2; ++i) all.second[i] = std::max(all.second[i], piece.bounds.second[i]);
        all.second_norm = std::max(all.second_norm, piece.bounds.second_norm);
    }
    const bool inside = parameter.lower >= covered.lower && parameter.upper <= covered.upper;
    return inside ? std::optional(all) : std::nullopt;
}

}  // namespace graze::cad
