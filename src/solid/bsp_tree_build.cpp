// Builds by choosing planes that split the cell into fat parts with few facets each; facets are clipped to
// their cells. A cell without facets gets its label from an inside test of the mesh: the winding of facets
// does not decide where shells overlap, are inside out, or coincide. Coordinates are relative to the middle
// of the mesh: far from the origin the rounding of a plane's heights would exceed the thickness.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/solid/inside.hpp"
#include "solid/bsp_cell.hpp"
#include "solid/side_of.hpp"

namespace graze {
namespace {

/// Of planes, relative to the mesh: cutting a facet again and again costs a few roundings each time, some
/// 1e-13 in deep trees.
constexpr double kThickness = 1e-9;
/// Two bevels whose normals have a larger cosine (8 degrees) are one: they only shorten corners that a plane
/// shift would make long, and need not be exact.
constexpr double kSameBevel = 0.99;
/// An edge gets a bevel when the cosine of its faces' normals is smaller: it turns by more than a right
/// angle.
constexpr double kAcuteEdge = -0.01;
/// It gets none where the sum of both normals is shorter: faces back to back have no middle direction.
constexpr double kLeastBevel = 1e-3;

struct Facet {
    Polygon loop;
    Plane plane;  ///< Out of the solid.
};

/// Where a new subtree is hung.
struct Hook {
    std::size_t node = 0;
    Half side = Half::below;
};

struct Task {
    std::vector<Facet> facets;
    Cell cell;
    std::int32_t label = BspNode::kOutside;  ///< When it has no facets, and no interior point to test.
    Hook hook{};
    std::size_t depth = 0;
};

struct Choice {
    Plane plane{};
    bool auxiliary = false;
    double cost = std::numeric_limits<double>::infinity();
};

enum class Place : std::uint8_t { on, below, above, across };

Place place_of(const Polygon& loop, const Plane& plane, double thickness) noexcept {
    bool below = false, above = false;
    for (const Vec3& v : loop) {
        const double h = plane(v);
        below = below || h < -thickness;
        above = above || h > thickness;
    }
    return below && above ? Place::across : below ? Place::below : above ? Place::above : Place::on;
}

class Builder {
public:
    Builder(const MeshData& mesh, const BspOptions& options) : mesh_(mesh), options_(options) {
        const Aabb& box = mesh.tree.bounds();
        extent_ = max_component(box.max - box.min);
        thickness_ = std::max(kThickness * extent_, 64 * kEps * mesh.reach);
        origin_ = is_finite(box.min) && is_finite(box.max) ? 0.5 * box.min + 0.5 * box.max : Vec3{};
    }

    std::optional<BuildError> run() {
        tasks_.push_back(root());
        while (!tasks_.empty()) {
            Task task = std::move(tasks_.back());
            tasks_.pop_back();
            if (task.facets.empty()) {
                finish_leaf(task);
            } else if (nodes_.size() >= options_.max_nodes) {
                return BuildError{Rule::too_complex, Element::whole, 0,
                                  "the tree needs more nodes than max_nodes; raise it or simplify the mesh"};
            } else {
                split(std::move(task));
            }
        }
        // A solid without any face of measurable area: all of space is outside.
        if (nodes_.empty()) nodes_.push_back({{{1, 0, 0}, 0}, BspNode::kOutside, BspNode::kOutside});
        return std::nullopt;
    }

    /// In the mesh's frame.
    std::vector<BspNode> take() {
        for (BspNode& node : nodes_) node.plane.offset -= dot(node.plane.normal, origin_);
        return std::move(nodes_);
    }
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    /// Offsets of planes, points and their products with normals, in the mesh's frame: some 20 roundings of
    /// the farthest vertex.
    [[nodiscard]] double thickness() const noexcept { return thickness_; }

private:
    Task root() {
        Task task;
        for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
            const Triangle t = mesh_.triangle(i);
            // Relative to the extent, because products of small lengths leave the range of doubles.
            const Vec3 u = (t.b - t.a) * (1 / extent_), v = (t.c - t.a) * (1 / extent_);
            const Vec3 across = cross(u, v), normal = unit(across);
            // Needles thinner than the thickness have no reliable plane, and no cell is lost without them.
            if (!(length(across) > kThickness * std::max({length(u), length(v), length(v - u)}))) continue;
            const Vec3 at = t.a - origin_;
            task.facets.push_back({{at, t.b - origin_, t.c - origin_}, {normal, -dot(normal, at)}});
        }
        const Aabb& box = mesh_.tree.bounds();
        const Vec3 space = 0.1 * Vec3{extent_, extent_, extent_};
        task.cell = Cell::around({box.min - origin_ - space, box.max - origin_ + space});
        return task;
    }

    /// Random, the same in every run.
    std::size_t draw(std::size_t count) noexcept {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return static_cast<std::size_t>((z ^ (z >> 31)) % count);
    }

    /// Expected work below: facets of each part, weighed with the share of the cell that it takes.
    double cost_of(const Task& task, const Plane& plane) const {
        double below = 0, above = 0;
        // A sample of many facets is sufficient.
        const std::size_t step = 1 + task.facets.size() / 256;
        for (std::size_t i = 0; i < task.facets.size(); i += step) {
            const Place place = place_of(task.facets[i].loop, plane, thickness_);
            below += place == Place::below || place == Place::across;
            above += place == Place::above || place == Place::across;
        }
        const double v_below = clipped(task.cell, plane, Half::below, thickness_).volume();
        const double v_above = clipped(task.cell, plane, Half::above, thickness_).volume();
        const double volume = v_below + v_above;
        return volume > 0 ? (v_below * below + v_above * above) / volume : below + above;
    }

    void weigh(const Task& task, const Plane& plane, bool auxiliary, Choice& best) const {
        const double cost = cost_of(task, plane);
        if (cost < best.cost) best = {plane, auxiliary, cost};
    }

    Choice choose(const Task& task) {
        Choice best;
        const std::size_t wanted = std::min<std::size_t>(options_.candidates, task.facets.size());
        for (std::size_t i = 0; i < wanted; ++i)
            weigh(task, task.facets[draw(task.facets.size())].plane, false, best);
        if (options_.auxiliary_planes && task.facets.size() > 8) {
            Plane across;
            if (axis_plane(task, across)) weigh(task, across, true, best);
        }
        return best;
    }

    /// Across the longest axis of the facets' box, between two vertices near the median.
    bool axis_plane(const Task& task, Plane& plane) const {
        Aabb box;
        for (const Facet& f : task.facets) box = merge(box, fit_aabb(f.loop));
        const Vec3 size = box.max - box.min;
        const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        std::vector<double> heights;
        for (const Facet& f : task.facets) {
            for (const Vec3& v : f.loop) heights.push_back(v[axis]);
        }
        std::sort(heights.begin(), heights.end());
        const double median = heights[heights.size() / 2];
        const auto next = std::upper_bound(heights.begin(), heights.end(), median + 4 * thickness_);
        const auto before = std::lower_bound(heights.begin(), heights.end(), median - 4 * thickness_);
        double at = 0;
        if (next != heights.end())
            at = 0.5 * (median + *next);
        else if (before != heights.begin())
            at = 0.5 * (median + *(before - 1));
        else
            return false;
        plane.normal = {};
        plane.normal[axis] = 1;
        plane.offset = -at;
        return true;
    }

    std::size_t add_node(const Plane& plane, const Hook& hook, std::size_t depth) {
        const std::size_t self = nodes_.size();
        nodes_.push_back({plane, BspNode::kOutside, BspNode::kOutside});
        if (self > 0) child(hook) = static_cast<std::int32_t>(self);
        depth_ = std::max(depth_, depth + 1);
        return self;
    }
    std::int32_t& child(const Hook& hook) {
        return hook.side == Half::below ? nodes_[hook.node].below : nodes_[hook.node].above;
    }

    void split(Task task) {
        const Choice choice = choose(task);
        const std::size_t self = add_node(choice.plane, task.hook, task.depth);
        Task below{{},
                   clipped(task.cell, choice.plane, Half::below, thickness_),
                   BspNode::kInside,
                   {self, Half::below},
                   task.depth + 1};
        Task above{{},
                   clipped(task.cell, choice.plane, Half::above, thickness_),
                   BspNode::kOutside,
                   {self, Half::above},
                   task.depth + 1};
        std::vector<Polygon> on;
        for (Facet& f : task.facets) {
            switch (place_of(f.loop, choice.plane, thickness_)) {
                case Place::on: on.push_back(std::move(f.loop)); break;
                case Place::below: below.facets.push_back(std::move(f)); break;
                case Place::above: above.facets.push_back(std::move(f)); break;
                case Place::across:
                    for (Task* part : {&below, &above}) {
                        Polygon loop = clipped(f.loop, choice.plane,
                                               part == &below ? Half::below : Half::above, thickness_);
                        if (!loop.empty()) part->facets.push_back({std::move(loop), f.plane});
                    }
            }
        }
        if (choice.auxiliary) below.label = BspNode::kOutside;
        if (sheet_among(on, choice.plane)) {
            // Between the plane and its reverse is a cell without volume: shapes that reach the plane from
            // either side overlap it.
            const std::size_t turned =
                add_node({-choice.plane.normal, -choice.plane.offset}, below.hook, below.depth++);
            nodes_[turned].below = BspNode::kInside;
            below.hook = {turned, Half::above};
        }
        tasks_.push_back(std::move(above));
        tasks_.push_back(std::move(below));
    }

    /// Whether some of the facets on a plane have the outside before and behind them: a solid that is flat
    /// there, or a wall too thin to cut.
    bool sheet_among(const std::vector<Polygon>& on, const Plane& plane) const {
        if (on.size() < 2) return false;  // one alone parts inside from outside
        return std::any_of(on.begin(), on.end(), [&](const Polygon& loop) {
            Vec3 middle{};
            for (const Vec3& v : loop) middle += v * (1 / static_cast<double>(loop.size()));
            const Vec3 off =
                4 * thickness_ * plane.normal;  // farther than any facet that counts as on the plane
            return !in_solid(middle + off) && !in_solid(middle - off);
        });
    }
    bool in_solid(const Vec3& point) const { return side_of(mesh_, origin_ + point) != PointSide::outside; }

    /// Planes that touch an inner cell from outside: at edges where its faces turn by more than a right
    /// angle, and around its box.
    std::vector<Plane> bevels_of(const Cell& cell) const {
        std::vector<Plane> bevels;
        const auto offer = [&](const Vec3& normal) {
            double top = -std::numeric_limits<double>::infinity();
            for (const CellFace& face : cell.faces) {
                for (const Vec3& v : face.loop) top = std::max(top, dot(normal, v));
            }
            const auto close = [&](const Vec3& other) { return dot(other, normal) > kSameBevel; };
            if (std::any_of(bevels.begin(), bevels.end(), [&](const Plane& p) { return close(p.normal); }))
                return;
            if (std::any_of(cell.faces.begin(), cell.faces.end(),
                            [&](const CellFace& f) { return close(f.plane.normal); }))
                return;
            bevels.push_back({normal, -top});
        };
        for (std::size_t i = 0; i < cell.faces.size(); ++i) {
            for (std::size_t j = i + 1; j < cell.faces.size(); ++j) {
                const Vec3 sum = cell.faces[i].plane.normal + cell.faces[j].plane.normal;
                if (dot(cell.faces[i].plane.normal, cell.faces[j].plane.normal) < kAcuteEdge &&
                    length(sum) > kLeastBevel && touching(cell.faces[i], cell.faces[j]))
                    offer(unit(sum));
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const double sign : {-1.0, 1.0}) {
                Vec3 normal{};
                normal[axis] = sign;
                offer(normal);
            }
        }
        return bevels;
    }

    /// Two faces with an edge in common, up to rounding.
    bool touching(const CellFace& a, const CellFace& b) const {
        int shared = 0;
        for (const Vec3& v : a.loop) shared += std::abs(b.plane(v)) <= 4 * thickness_;
        return shared >= 2;
    }

    void finish_leaf(const Task& task) {
        if (nodes_.empty()) return;
        std::int32_t label = task.label;
        if (!task.cell.empty()) label = in_solid(task.cell.middle()) ? BspNode::kInside : BspNode::kOutside;
        child(task.hook) = label;
        if (!options_.bevels || label != BspNode::kInside || task.cell.empty()) return;
        Hook hook = task.hook;
        std::size_t depth = task.depth;
        for (const Plane& bevel : bevels_of(task.cell)) {
            if (nodes_.size() >= options_.max_nodes) return;
            const std::size_t self = add_node(bevel, hook, depth++);
            nodes_[self].below = BspNode::kInside;
            hook = {self, Half::below};
        }
    }

    const MeshData& mesh_;
    BspOptions options_;
    double extent_ = 0;
    double thickness_ = 0;
    Vec3 origin_{};  ///< Of all coordinates here: the middle of the mesh.
    std::uint64_t state_ = 0;
    std::vector<Task> tasks_;
    std::vector<BspNode> nodes_;
    std::size_t depth_ = 0;
};

}  // namespace

expected<BspTree, BuildError> BspTree::build(const Mesh& solid, const BspOptions& options) {
    if (solid.kind() != MeshKind::solid)
        return unexpected<BuildError>({Rule::not_closed, Element::whole, 0,
                                       "a BSP tree needs a solid; build the mesh as MeshKind::solid"});
    if (options.candidates == 0)
        return unexpected<BuildError>(
            {Rule::too_few, Element::whole, 0, "no plane is weighed at a node; give at least 1 candidate"});
    Builder builder(solid.data(), options);
    if (auto fault = builder.run()) return unexpected<BuildError>(*std::move(fault));
    BspTree tree;
    tree.nodes_ = builder.take();
    tree.depth_ = builder.depth();
    tree.thickness_ = builder.thickness();
    return tree;
}

}  // namespace graze
