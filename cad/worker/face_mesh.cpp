#include "worker/face_mesh.hpp"

#include <BRepAdaptor_Curve2d.hxx>
#include <BRepAdaptor_Surface.hxx>
#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "worker/occt_patch.hpp"

namespace graze::cad {
namespace {

/// A vertex of the model to which a whole side of the parameter plane's rectangle shrinks: the pole of a
/// sphere, the apex of a cone.
struct Pole {
    bool along_u = true;  ///< The side has one v, else one u.
    double at = 0;        ///< That v or u.
};

/// Pieces into which an edge's curve is cut between two nodes, and the finest grid of a triangle.
constexpr int kCurveParts = 8;
constexpr int kFinestGrid = 16;

class FaceMesh {
public:
    FaceMesh(const TopoDS_Face& face, Glue& glue)
        : face_(TopoDS::Face(face.Oriented(TopAbs_FORWARD))),
          reversed_(face.Orientation() == TopAbs_REVERSED),
          glue_(glue),
          mesh_(BRep_Tool::Triangulation(face_, location_)),
          surface_(face_, Standard_False),
          patch_(surface_) {}

    [[nodiscard]] bool missing() const { return mesh_.IsNull() || mesh_->NbTriangles() == 0; }

    /// Adds the triangles, and what their deviation is.
    void add_to(ShapeFrame& frame, MeshDeviation& deviation) {
        ids_.assign(static_cast<std::size_t>(mesh_->NbNodes()), kNone);
        for (TopExp_Explorer edge(face_, TopAbs_EDGE); edge.More(); edge.Next())
            take_edge(TopoDS::Edge(edge.Current()));
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            if (ids_[i] == kNone) ids_[i] = glue_.add(place(i));
        }
        take_triangles(frame);
        for (TopExp_Explorer edge(face_, TopAbs_EDGE); edge.More(); edge.Next())
            follow_edge(TopoDS::Edge(edge.Current()));
        if (!chain_.zero()) doubt("the mesh of a face does not end at its edges");
        if (!mesh_->HasUVNodes()) doubt("the mesher gives no parameters");
        measure();
        deviation.add(inside_ + defect_ + sliver_ + tolerance_, why_);
    }

private:
    struct Uv {
        double u = 0;
        double v = 0;
    };

    void doubt(const std::string& why) {
        if (why_.empty()) why_ = why;
    }
    [[nodiscard]] gp_Pnt place(std::size_t node) const {
        gp_Pnt point = mesh_->Node(static_cast<int>(node) + 1);
        if (!location_.IsIdentity()) point.Transform(location_.Transformation());
        return point;
    }
    [[nodiscard]] Uv uv(std::size_t node) const {
        const gp_Pnt2d point = mesh_->UVNode(static_cast<int>(node) + 1);
        return {point.X(), point.Y()};
    }

    void take_edge(const TopoDS_Edge& edge) {
        tolerance_ = std::max(tolerance_, BRep_Tool::Tolerance(edge));
        TopoDS_Vertex first;
        TopoDS_Vertex last;
        TopExp::Vertices(TopoDS::Edge(edge.Oriented(TopAbs_FORWARD)), first, last);
        for (const TopoDS_Vertex& vertex : {first, last}) {
            if (!vertex.IsNull()) tolerance_ = std::max(tolerance_, BRep_Tool::Tolerance(vertex));
        }
        const bool degenerate = BRep_Tool::Degenerated(edge);
        const Handle(Poly_PolygonOnTriangulation) polygon =
            BRep_Tool::PolygonOnTriangulation(edge, mesh_, location_);
        if (!polygon.IsNull()) {
            const auto n = static_cast<std::size_t>(polygon->NbNodes());
            for (std::size_t k = 0; k < n; ++k) {
                const auto node = static_cast<std::size_t>(polygon->Node(static_cast<int>(k) + 1)) - 1;
                const gp_Pnt at = place(node);
                VertexId id = kNone;
                if (k == 0 || degenerate)
                    id = first.IsNull() ? kNone : glue_.at_vertex(first, at);
                else if (k + 1 == n)
                    id = last.IsNull() ? kNone : glue_.at_vertex(last, at);
                else
                    id = glue_.on_edge(edge, k, n, at);
                if (id == kNone || (ids_[node] != kNone && ids_[node] != id))
                    doubt("faces have different nodes on an edge");
                else
                    ids_[node] = id;
            }
        }
        if (degenerate && !first.IsNull()) take_pole(edge, first);
    }

    void take_pole(const TopoDS_Edge& edge, const TopoDS_Vertex& vertex) {
        double from = 0;
        double to = 0;
        const Handle(Geom2d_Curve) curve = BRep_Tool::CurveOnSurface(edge, face_, from, to);
        if (curve.IsNull()) return doubt("a face has an edge without a curve");
        const gp_Pnt2d a = curve->Value(from);
        const gp_Pnt2d b = curve->Value(to);
        const bool along_u = std::abs(a.Y() - b.Y()) <= 1e-9 * std::abs(a.X() - b.X());
        const bool along_v = std::abs(a.X() - b.X()) <= 1e-9 * std::abs(a.Y() - b.Y());
        if (!along_u && !along_v) return doubt("a face shrinks to a point along a slanted line");
        const VertexId id = glue_.at_vertex(vertex, BRep_Tool::Pnt(vertex));
        poles_[id] = {along_u, along_u ? a.Y() : a.X()};
    }

    void take_triangles(ShapeFrame& frame) {
        for (int i = 1; i <= mesh_->NbTriangles(); ++i) {
            std::array<int, 3> nodes{};
            mesh_->Triangle(i).Get(nodes[0], nodes[1], nodes[2]);
            std::array<VertexId, 3> triangle{};
            for (std::size_t k = 0; k < 3; ++k) triangle[k] = ids_[static_cast<std::size_t>(nodes[k]) - 1];
            if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0])
                continue;
            for (std::size_t k = 0; k < 3; ++k) chain_.add(triangle[k], triangle[(k + 1) % 3], 1);
            corners_.push_back({static_cast<std::size_t>(nodes[0]) - 1,
                                static_cast<std::size_t>(nodes[1]) - 1,
                                static_cast<std::size_t>(nodes[2]) - 1});
            if (reversed_) std::swap(triangle[1], triangle[2]);
            frame.triangles.push_back(triangle);
        }
    }

    /// A node's parameters; at a pole those on the way from the other node.
    [[nodiscard]] Uv uv_beside(std::size_t node, std::size_t other) const {
        Uv at = uv(node);
        const auto pole = poles_.find(ids_[node]);
        if (pole == poles_.end()) return at;
        const Uv from = uv(other);
        return pole->second.along_u ? Uv{from.u, pole->second.at} : Uv{pole->second.at, from.v};
    }

    /// The nodes of an edge. A seam has two lists, one for each side of the parameter plane; which is which
    /// depends on who made them, so the one counts that lies nearer to the curve of this side.
    [[nodiscard]] Handle(Poly_PolygonOnTriangulation) nodes_of(const TopoDS_Edge& edge) const {
        const Handle(Poly_PolygonOnTriangulation) one =
            BRep_Tool::PolygonOnTriangulation(edge, mesh_, location_);
        const Handle(Poly_PolygonOnTriangulation) other =
            BRep_Tool::PolygonOnTriangulation(TopoDS::Edge(edge.Reversed()), mesh_, location_);
        if (one.IsNull() || other.IsNull() || one == other || !one->HasParameters()) return one;
        double from = 0;
        double to = 0;
        const Handle(Geom2d_Curve) curve = BRep_Tool::CurveOnSurface(edge, face_, from, to);
        if (curve.IsNull() || one->NbNodes() != other->NbNodes()) return one;
        const int middle = (one->NbNodes() + 1) / 2;
        const gp_Pnt2d on = curve->Value(one->Parameter(middle));
        const auto apart = [&](const Handle(Poly_PolygonOnTriangulation) & list) {
            const Uv at = uv(static_cast<std::size_t>(list->Node(middle)) - 1);
            return on.SquareDistance(gp_Pnt2d(at.u, at.v));
        };
        return apart(one) <= apart(other) ? one : other;
    }

    /// The part of the surface between an edge's curve and the chords of its nodes.
    void follow_edge(const TopoDS_Edge& edge) {
        if (BRep_Tool::Degenerated(edge) || !mesh_->HasUVNodes()) return;
        const Handle(Poly_PolygonOnTriangulation) polygon = nodes_of(edge);
        if (polygon.IsNull()) return doubt("an edge has no nodes");
        const int sign = edge.Orientation() == TopAbs_FORWARD    ? 1
                         : edge.Orientation() == TopAbs_REVERSED ? -1
                                                                 : 0;
        const int n = polygon->NbNodes();
        for (int k = 1; k < n; ++k) {
            const auto a = static_cast<std::size_t>(polygon->Node(k)) - 1;
            const auto b = static_cast<std::size_t>(polygon->Node(k + 1)) - 1;
            chain_.add(ids_[a], ids_[b], -sign);
        }
        if (!polygon->HasParameters()) return doubt("the mesher gives no parameters");
        const BRepAdaptor_Curve2d curve(edge, face_);
        const PlaneCurve bound(curve);
        for (int k = 1; k < n; ++k) {
            const auto a = static_cast<std::size_t>(polygon->Node(k)) - 1;
            const auto b = static_cast<std::size_t>(polygon->Node(k + 1)) - 1;
            const Interval step{polygon->Parameter(k), polygon->Parameter(k + 1)};
            follow_step(curve, bound, step, {uv_beside(a, b), uv_beside(b, a)});
        }
    }

    /// Where on a chord the nearest point is, in [0, 1].
    /// Parameters are weighed by how far they move the point on the surface.
    [[nodiscard]] double share_of(const gp_Pnt2d& point, const std::array<Uv, 2>& chord) const {
        const auto side = [](double p, double q) { return Interval{std::min(p, q), std::max(p, q)}; };
        const std::optional<PatchBounds> speed =
            patch_.over({side(chord[0].u, chord[1].u), side(chord[0].v, chord[1].v)});
        const double pace_u = speed ? speed->u : 1;
        const double pace_v = speed ? speed->v : 1;
        const double u = pace_u * (chord[1].u - chord[0].u);
        const double v = pace_v * (chord[1].v - chord[0].v);
        const double square = u * u + v * v;
        if (!(square > 0)) return 0;
        const double along = pace_u * (point.X() - chord[0].u) * u + pace_v * (point.Y() - chord[0].v) * v;
        return std::clamp(along / square, 0.0, 1.0);
    }

    void follow_step(const Adaptor2d_Curve2d& curve, const PlaneCurve& bound, const Interval& step,
                     const std::array<Uv, 2>& chord) {
        const std::optional<CurveBounds> curvature = bound.over(step);
        if (!curvature) return doubt("an edge's curve has no bound of its curvature");
        // Between its points the curve is near their chords, and each point is near one of the long chord.
        const bool straight = curvature->second_norm == 0;
        const int parts = straight ? 1 : kCurveParts;
        const double width = (step.upper - step.lower) / parts;
        std::array<double, 2> off{};
        double off_norm = 0;
        for (int k = 0; k <= parts; ++k) {
            const gp_Pnt2d on = curve.Value(k == parts ? step.upper : step.lower + width * k);
            const double at = k == 0 ? 0 : k == parts ? 1 : share_of(on, chord);
            const double u = std::abs(on.X() - (chord[0].u + at * (chord[1].u - chord[0].u)));
            const double v = std::abs(on.Y() - (chord[0].v + at * (chord[1].v - chord[0].v)));
            off = {std::max(off[0], u), std::max(off[1], v)};
            off_norm = std::max(off_norm, std::hypot(u, v));
        }
        off[0] += chord_error(curvature->second[0], width);
        off[1] += chord_error(curvature->second[1], width);
        off_norm += chord_error(curvature->second_norm, width);
        const auto side = [](double p, double q, double more) {
            return Interval{std::min(p, q) - more, std::max(p, q) + more};
        };
        const UvBox box{side(chord[0].u, chord[1].u, off[0]), side(chord[0].v, chord[1].v, off[1])};
        const std::optional<PatchBounds> speed = patch_.over(box);
        if (!speed) return doubt(patch_.kind());
        const double fastest =
            patch_.orthogonal() ? std::max(speed->u, speed->v) : std::hypot(speed->u, speed->v);
        sliver_ = std::max(sliver_, std::min(speed->u * off[0] + speed->v * off[1], fastest * off_norm));
    }

    /// Of one triangle: its part of the parameter plane. A corner at a pole is a whole side of it, above the
    /// other two.
    [[nodiscard]] std::optional<UvBox> box_of(const std::array<std::size_t, 3>& nodes) const {
        constexpr double kFar = 1e300;
        UvBox box{{kFar, -kFar}, {kFar, -kFar}};
        const auto take = [](Interval& side, double x) {
            side = {std::min(side.lower, x), std::max(side.upper, x)};
        };
        std::size_t poles = 0;
        for (const std::size_t node : nodes) {
            const auto pole = poles_.find(ids_[node]);
            const Uv at = uv(node);
            if (pole == poles_.end()) {
                take(box.u, at.u);
                take(box.v, at.v);
                continue;
            }
            ++poles;
            take(pole->second.along_u ? box.v : box.u, pole->second.at);
        }
        return poles <= 1 ? std::optional(box) : std::nullopt;
    }

    [[nodiscard]] bool at_pole(const std::array<std::size_t, 3>& nodes) const {
        return std::any_of(nodes.begin(), nodes.end(),
                           [&](std::size_t node) { return poles_.contains(ids_[node]); });
    }

    /// The least bound of grids that grow finer, and of `by_shares`, which compares points of the same shares
    /// alone: where parameters run unevenly along the surface that says too much.
    [[nodiscard]] double on_grids(const std::array<std::size_t, 3>& nodes, double by_shares) const {
        double least = by_shares;
        for (int n = 2; n <= kFinestGrid; n *= 2) {
            const double between = by_shares / (n * n);
            const double found = on_grid(nodes, n);
            least = std::min(least, found + between);
            if (between <= found / 4) break;
        }
        return least;
    }

    /// The largest distance of the grid's points on the surface from points of the triangle; from points of a
    /// side for those on it, so that the points of the triangle cover it.
    [[nodiscard]] double on_grid(const std::array<std::size_t, 3>& nodes, int n) const {
        std::array<Vec3, 3> corner;
        std::array<Uv, 3> at;
        for (std::size_t k = 0; k < 3; ++k) {
            corner[k] = glue_.places[ids_[nodes[k]]];
            at[k] = uv(nodes[k]);
        }
        double most = 0;
        for (int i = 0; i <= n; ++i) {
            for (int j = 0; i + j <= n; ++j) {
                const std::array<double, 3> w{static_cast<double>(n - i - j) / n, static_cast<double>(i) / n,
                                              static_cast<double>(j) / n};
                const gp_Pnt point = surface_.Value(w[0] * at[0].u + w[1] * at[1].u + w[2] * at[2].u,
                                                    w[0] * at[0].v + w[1] * at[1].v + w[2] * at[2].v);
                const Vec3 near =
                    near_point(corner, {i + j == n, i == 0, j == 0}, {point.X(), point.Y(), point.Z()});
                most = std::max(most, point.Distance(gp_Pnt(near.x, near.y, near.z)));
            }
        }
        return most;
    }

    void measure() {
        if (!mesh_->HasUVNodes()) {
            inside_ = mesh_->Deflection();
            return;
        }
        bool known = why_.empty();
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            const Uv at = uv(i);
            if (!poles_.contains(ids_[i]))
                defect_ = std::max(defect_, glue_.distance(ids_[i], surface_.Value(at.u, at.v)));
        }
        for (const auto& nodes : corners_) {
            const std::optional<UvBox> box = box_of(nodes);
            const std::optional<PatchBounds> bounds = box ? patch_.over(*box) : std::nullopt;
            if (!bounds) {
                doubt(patch_.kind());
                known = false;
                break;
            }
            const double by_shares = interpolation_error(*bounds, *box);
            inside_ = std::max(inside_, by_shares <= inside_ || patch_.orthogonal() || at_pole(nodes)
                                            ? by_shares
                                            : on_grids(nodes, by_shares));
        }
        if (!known) estimate();
    }

    /// Twice what is found at the middles of triangles and of their edges: no bound.
    void estimate() {
        double most = mesh_->Deflection();
        for (const auto& nodes : corners_) {
            for (const std::array<double, 3>& w :
                 {std::array{1 / 3.0, 1 / 3.0, 1 / 3.0}, std::array{.5, .5, 0.}, std::array{0., .5, .5},
                  std::array{.5, 0., .5}}) {
                gp_XYZ flat(0, 0, 0);
                gp_XY at(0, 0);
                for (std::size_t k = 0; k < 3; ++k) {
                    flat += place(nodes[k]).XYZ() * w[k];
                    at += gp_XY(uv(nodes[k]).u, uv(nodes[k]).v) * w[k];
                }
                most = std::max(most, gp_Pnt(flat).Distance(surface_.Value(at.X(), at.Y())));
            }
        }
        inside_ = std::max(inside_, 2 * most);
    }

    TopoDS_Face face_;
    bool reversed_;
    Glue& glue_;
    TopLoc_Location location_;
    Handle(Poly_Triangulation) mesh_;
    BRepAdaptor_Surface surface_;
    Patch patch_;
    std::vector<VertexId> ids_;                        ///< Of the mesh's nodes.
    std::vector<std::array<std::size_t, 3>> corners_;  ///< Nodes of the triangles that are kept.
    std::map<VertexId, Pole> poles_;
    Chain chain_;
    std::string why_;
    double inside_ = 0;
    double defect_ = 0;
    double sliver_ = 0;
    double tolerance_ = 0;
};

}  // namespace

void add_face(const TopoDS_Face& face, Glue& glue, ShapeFrame& frame, MeshDeviation& deviation) {
    FaceMesh mesh(face, glue);
    ++deviation.faces;
    if (mesh.missing())
        ++deviation.missing;
    else
        mesh.add_to(frame, deviation);
}

}  // namespace graze::cad
