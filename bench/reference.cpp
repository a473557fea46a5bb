#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

namespace graze::bench {
namespace {

double margin(const ShapeSpec& s) { return s.kind == Kind::sphere || s.kind == Kind::capsule ? s.radius : 0; }

Vec3 farthest_vertex(const std::vector<Vec3>& vertices, const Vec3& d) {
    return *std::max_element(vertices.begin(), vertices.end(),
                             [&](const Vec3& p, const Vec3& q) { return dot(p, d) < dot(q, d); });
}

// Farthest point of the shape without its margin: a sphere is a point, a capsule a segment.
Vec3 core_support(const ShapeSpec& s, const Vec3& d) {
    const double across = std::hypot(d.x, d.y);
    const Vec3 rim =
        across > 0 ? Vec3{s.radius * d.x / across, s.radius * d.y / across, 0} : Vec3{s.radius, 0, 0};
    const double end = d.z >= 0 ? s.half_height : -s.half_height;
    switch (s.kind) {
        case Kind::sphere: return {};
        case Kind::capsule: return {0, 0, end};
        case Kind::box:
            return {std::copysign(s.half_extents.x, d.x), std::copysign(s.half_extents.y, d.y),
                    std::copysign(s.half_extents.z, d.z)};
        case Kind::cylinder: return rim + Vec3{0, 0, end};
        case Kind::cone: {
            const Vec3 apex{0, 0, s.half_height};
            const Vec3 base = rim - apex;
            return dot(apex, d) >= dot(base, d) ? apex : base;
        }
        case Kind::hull: return farthest_vertex(s.vertices, d);
    }
    return {};
}

Vec3 placed_support(const PlacedSpec& p, const Vec3& d) {
    return *p.pose * core_support(*p.shape, transpose_times(p.pose->rotation, d));
}

struct Corner {
    Vec3 n{};  // unit direction
    Vec3 s{};  // y - x: the support points of the cores along n
};

struct Cell {
    double bound = 0;  // at least f (of the cores) over the cell
    std::array<std::uint32_t, 3> corners{};
    bool operator<(const Cell& other) const { return bound < other.bound; }
};

// Best known bound of max over λ of min over i of Σ_k λ_k m[i][k] (both in the unit simplex): every mixture μ
// of rows gives one, max over k of Σ_i μ_i m[i][k]. Pure rows, pairs of rows where two columns balance, and
// the mixture that balances all.
class Game {
public:
    explicit Game(const std::array<Vec3, 3>& rows) : rows_(rows) {
        for (std::size_t i = 0; i < 3; ++i) {
            offer(i == 0, i == 1, i == 2);
            pair(i, (i + 1) % 3);
        }
        const Vec3 first{rows[0].x - rows[0].z, rows[1].x - rows[1].z, rows[2].x - rows[2].z};
        const Vec3 second{rows[0].y - rows[0].z, rows[1].y - rows[1].z, rows[2].y - rows[2].z};
        const Vec3 mixture = cross(first, second);
        const double sum = mixture.x + mixture.y + mixture.z;
        if (sum != 0) offer(mixture.x / sum, mixture.y / sum, mixture.z / sum);
    }
    double value = INFINITY;
    Vec3 mixture{};

private:
    void offer(double x, double y, double z) {
        if (!(x >= 0 && y >= 0 && z >= 0)) return;
        const double candidate = max_component(x * rows_[0] + y * rows_[1] + z * rows_[2]);
        if (candidate >= value) return;
        value = candidate;
        mixture = {x, y, z};
    }
    void pair(std::size_t i, std::size_t j) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t l = (k + 1) % 3;
            const double at_i = rows_[i][k] - rows_[i][l];
            const double at_j = rows_[j][k] - rows_[j][l];
            if (at_i == at_j) continue;
            const double t = at_i / (at_i - at_j);
            if (!(t > 0 && t < 1)) continue;
            Vec3 weights{};
            weights[i] = 1 - t;
            weights[j] = t;
            offer(weights.x, weights.y, weights.z);
        }
    }
    const std::array<Vec3, 3>& rows_;
};

class Search {
public:
    Search(const PlacedSpec& a, const PlacedSpec& b, const ReferenceOptions& options)
        : a_(a), b_(b), options_(options), margin_(margin(*a.shape) + margin(*b.shape)) {}

    ReferenceDistance run() {
        for (const double sign : {1.0, -1.0}) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                Vec3 n{};
                n[axis] = sign;
                add_corner(n);
            }
        }
        consider(unit(b_.pose->position - a_.pose->position));
        for (std::uint32_t octant = 0; octant < 8; ++octant) {
            push({octant & 1U ? 3U : 0U, octant & 2U ? 4U : 1U, octant & 4U ? 5U : 2U}, INFINITY);
        }
        std::size_t examined = 0;
        while (!done() && ++examined < options_.max_cells) split();
        const double dropped = best_ + 0.5 * options_.width;  // no dropped cell reaches higher
        return {best_ - margin_, std::max(dropped, cells_.empty() ? dropped : cells_.top().bound) - margin_,
                normal_};
    }

private:
    bool done() const {
        if (cells_.empty() || cells_.top().bound - best_ <= options_.width) return true;
        return options_.sign_only && (best_ > margin_ || cells_.top().bound < margin_);
    }

    Corner consider(const Vec3& n) {
        const Corner corner{n, placed_support(b_, -n) - placed_support(a_, n)};
        const double value = dot(corner.n, corner.s);
        if (value > best_) {
            best_ = value;
            normal_ = n;
        }
        return corner;
    }
    std::uint32_t add_corner(const Vec3& n) {
        corners_.push_back(consider(n));
        return static_cast<std::uint32_t>(corners_.size() - 1);
    }

    void push(const std::array<std::uint32_t, 3>& ids, double parent_bound) {
        const Corner& p = corners_[ids[0]];
        const Corner& q = corners_[ids[1]];
        const Corner& r = corners_[ids[2]];
        const std::array<Vec3, 3> rows{Vec3{dot(p.s, p.n), dot(p.s, q.n), dot(p.s, r.n)},
                                       Vec3{dot(q.s, p.n), dot(q.s, q.n), dot(q.s, r.n)},
                                       Vec3{dot(r.s, p.n), dot(r.s, q.n), dot(r.s, r.n)}};
        const Game game(rows);
        // Directions of the cell are combinations of its corners divided by their length: between the
        // distance of the corners' plane from the origin, and 1.
        const Vec3 plane = cross(q.n - p.n, r.n - p.n);
        const double shortest = std::abs(dot(plane, p.n)) / length(plane);
        const double bound = std::min(parent_bound, game.value > 0 ? game.value / shortest : game.value);
        if (bound <= best_ + 0.5 * options_.width) return;
        refine(p, q, r, game);
        if (bound > best_ + 0.5 * options_.width) cells_.push({bound, ids});
    }

    // Two guesses at the maximiser: the normal of the facet through the three support points, and the closest
    // point's direction.
    void refine(const Corner& p, const Corner& q, const Corner& r, const Game& game) {
        const Vec3 facet = cross(q.s - p.s, r.s - p.s);
        const Vec3 middle = p.n + q.n + r.n;
        if (length_sq(facet) > 0) consider(unit(dot(facet, middle) >= 0 ? facet : -facet));
        const Vec3 closest = game.mixture.x * p.s + game.mixture.y * q.s + game.mixture.z * r.s;
        if (best_ > 0 && length_sq(closest) > 0) consider(unit(closest));
    }

    void split() {
        const Cell cell = cells_.top();
        cells_.pop();
        std::size_t longest = 0;
        double longest_dot = 2;
        for (std::size_t i = 0; i < 3; ++i) {
            const double d = dot(corners_[cell.corners[i]].n, corners_[cell.corners[(i + 1) % 3]].n);
            if (d < longest_dot) {
                longest_dot = d;
                longest = i;
            }
        }
        const std::uint32_t from = cell.corners[longest];
        const std::uint32_t to = cell.corners[(longest + 1) % 3];
        const std::uint32_t other = cell.corners[(longest + 2) % 3];
        const std::uint32_t middle = add_corner(unit(corners_[from].n + corners_[to].n));
        push({from, middle, other}, cell.bound);
        push({middle, to, other}, cell.bound);
    }

    PlacedSpec a_;
    PlacedSpec b_;
    ReferenceOptions options_;
    double margin_;
    double best_ = -INFINITY;  // of the cores
    Vec3 normal_{};
    std::vector<Corner> corners_;
    std::priority_queue<Cell> cells_;
};

}  // namespace

double gap_along(const PlacedSpec& a, const PlacedSpec& b, const Vec3& normal) {
    return dot(normal, placed_support(b, -normal) - placed_support(a, normal)) - margin(*a.shape) -
           margin(*b.shape);
}

ReferenceDistance reference_distance(const PlacedSpec& a, const PlacedSpec& b,
                                     const ReferenceOptions& options) {
    return Search(a, b, options).run();
}

}  // namespace graze::bench
