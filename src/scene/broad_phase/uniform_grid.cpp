#include "graze/scene/broad_phase.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/broad_phase/broad_phase_checks.hpp"
#include "scene/broad_phase/broad_phase_set.hpp"
#include "scene/broad_phase/broad_phase_sort.hpp"
#include "scene/broad_phase/broad_phase_tests.hpp"
#include "scene/broad_phase/uniform_grid_mailboxes.hpp"

namespace graze {
namespace {

/// A cell's edge in middle edges of the boxes. Measured: docs/notes/broad_phases.md.
constexpr double kCellEdge = 1.5;
/// Boxes in more cells than this are compared with all others.
constexpr std::uint64_t kMostCells = 64;
/// Cells for each box, at the most.
constexpr double kCellsPerBox = 4;
/// Fewer boxes are served by the caller's thread alone, others in so many parts.
constexpr std::size_t kWorthThreads = 2048;
constexpr std::size_t kParts = 16;
/// Rounding in `cell_of` and where it is undone, relative to the coordinates.
constexpr double kCellSlack = 0x1p-48;

bool is_bounded(const Aabb& box) noexcept { return is_finite(box.min) && is_finite(box.max); }

double middle_of(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

inline std::uint32_t UniformGrid::cell_of(double x, std::size_t axis) const noexcept {
    const double at = (x - origin_[axis]) * per_length_;
    const auto last = static_cast<double>(cells_[axis] - 1);
    return at > 0 ? static_cast<std::uint32_t>(at < last ? at : last) : 0;
}

void UniformGrid::insert(ProxyId proxy, const Aabb& box) {
    if (!may_insert(boxes_, proxy, box)) return;
    if (proxy >= boxes_.size()) {
        boxes_.resize(proxy + std::size_t{1});
        is_large_.resize(boxes_.size(), false);
    }
    boxes_[proxy] = box;
    ++size_;
    stale_ = true;
}

void UniformGrid::move(ProxyId proxy, const Aabb& box) {
    if (!may_move(boxes_, proxy, box)) return;
    boxes_[proxy] = box;
    stale_ = true;
}

void UniformGrid::remove(ProxyId proxy) {
    if (!may_remove(boxes_, proxy)) return;
    boxes_[proxy] = {};
    --size_;
    stale_ = true;
}

void UniformGrid::update(unsigned /*threads*/) {
    if (!std::exchange(stale_, false)) return;
    lay_out();
    fill();
    GRAZE_ASSERT(boxes_.size() > kCheckedSize || consistent(), "an update left the grid inconsistent");
}

/// The cells, from a sample of the boxes.
void UniformGrid::lay_out() {
    constexpr std::size_t kSamples = 1024;
    std::vector<double> middles[3], edges;
    const std::size_t stride = boxes_.size() / kSamples + 1;
    for (std::size_t i = 0; i < boxes_.size(); i += stride) {
        const Aabb& box = boxes_[i];
        if (is_empty(box) || !is_bounded(box)) continue;
        for (std::size_t k = 0; k < 3; ++k) middles[k].push_back(0.5 * box.min[k] + 0.5 * box.max[k]);
        edges.push_back(max_component(box.max - box.min));
    }
    cells_ = {1, 1, 1};
    origin_ = {};
    per_length_ = 1;
    if (edges.empty()) return;
    double extent[3], longest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        std::sort(middles[k].begin(), middles[k].end());
        const std::size_t last = middles[k].size() - 1,
                          few = last / 128;  // strays would make all cells large
        origin_[k] = middles[k][few];
        extent[k] = middles[k][last - few] - middles[k][few];
        longest = std::max(longest, extent[k]);
    }
    double edge = std::max(kCellEdge * middle_of(edges), longest * 1e-6);
    if (!(edge > 0)) return;
    const auto cells_along = [&](std::size_t k) { return std::floor(extent[k] / edge) + 1; };
    while (cells_along(0) * cells_along(1) * cells_along(2) > kCellsPerBox * static_cast<double>(size_) + 8)
        edge *= 1.25;
    for (std::size_t k = 0; k < 3; ++k) cells_[k] = static_cast<std::uint32_t>(cells_along(k));
    per_length_ = 1 / edge;
}

void UniformGrid::fill() {
    const std::size_t count = std::size_t{cells_[0]} * cells_[1] * cells_[2];
    starts_.assign(count + 1, 0);
    large_.clear();
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        is_large_[i] = false;
        if (is_empty(boxes_[i])) continue;
        const CellRange range = range_of(boxes_[i]);
        is_large_[i] = cells_in(range) > kMostCells;
        if (is_large_[i]) {
            large_.push_back(static_cast<ProxyId>(i));
            continue;
        }
        for_each_cell(range, [&](std::size_t cell) {
            ++starts_[cell];
            return true;
        });
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts_) start = sum += start;
    entries_.resize(sum);
    // Backwards, so that each cell's start moves from its end to its beginning, and its entries ascend.
    for (std::size_t i = boxes_.size(); i-- > 0;) {
        if (is_empty(boxes_[i]) || is_large_[i]) continue;
        for_each_cell(range_of(boxes_[i]), [&](std::size_t cell) {
            entries_[--starts_[cell]] = static_cast<ProxyId>(i);
            return true;
        });
    }
}

UniformGrid::CellRange UniformGrid::range_of(const Aabb& box) const noexcept {
    CellRange range;
    for (std::size_t k = 0; k < 3; ++k) {
        range.low[k] = cell_of(box.min[k], k);
        range.high[k] = cell_of(box.max[k], k);
    }
    return range;
}

std::uint64_t UniformGrid::cells_in(const CellRange& range) noexcept {
    std::uint64_t count = 1;
    for (std::size_t k = 0; k < 3; ++k) count *= std::uint64_t{range.high[k]} - range.low[k] + 1;
    return count;
}

template <class Visit> bool UniformGrid::for_each_cell(const CellRange& range, const Visit& visit) const {
    for (std::size_t z = range.low[2]; z <= range.high[2]; ++z) {
        for (std::size_t y = range.low[1]; y <= range.high[1]; ++y) {
            const std::size_t row = (z * cells_[1] + y) * cells_[0];
            for (std::size_t x = range.low[0]; x <= range.high[0]; ++x) {
                if (!visit(row + x)) return false;
            }
        }
    }
    return true;
}

void UniformGrid::find_pairs_of(ProxyId begin, ProxyId end, std::vector<ProxyPair>& pairs) const {
    Mailboxes<std::uint32_t> visited(boxes_.size());
    for (ProxyId p = begin; p < end; ++p) {
        if (is_empty(boxes_[p]) || is_large_[p]) continue;
        visited.next_search();
        for_each_cell(range_of(boxes_[p]), [&](std::size_t cell) {
            const auto there = in_cell(cell);
            for (std::size_t i = there.size(); i-- > 0 && there[i] > p;) {
                if (visited.is_new(there[i]) && overlaps(boxes_[p], boxes_[there[i]]))
                    pairs.push_back({p, there[i]});
            }
            return true;
        });
    }
}

void UniformGrid::find_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const {
    const bool alone = threads == 1 || size_ < kWorthThreads;
    const Workers workers(alone ? 1 : threads);
    const std::size_t count = alone ? 1 : kParts;
    std::vector<std::vector<ProxyPair>> parts(count + 1);
    for (const ProxyId p : large_) {
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            const auto q = static_cast<ProxyId>(i);
            if (p != q && (!is_large_[q] || p < q) && overlaps(boxes_[p], boxes_[q]))
                parts[count].push_back({std::min(p, q), std::max(p, q)});
        }
    }
    workers.run([&] {
        workers.for_each(count, [&](std::size_t part) {
            find_pairs_of(static_cast<ProxyId>(boxes_.size() * part / count),
                          static_cast<ProxyId>(boxes_.size() * (part + 1) / count), parts[part]);
        });
        sort_pairs(parts, static_cast<ProxyId>(boxes_.size()), workers, pairs);
    });
}

void UniformGrid::visit_box(const Aabb& box, ProxyVisitor visit) const {
    if (is_empty(box) || starts_.empty()) return;
    for (const ProxyId proxy : large_) {
        if (overlaps(boxes_[proxy], box) && visit(proxy) == Continue::no) return;
    }
    const CellRange range = range_of(box);
    for_each_cell(range, [&](std::size_t cell) {
        for (const ProxyId proxy : in_cell(cell)) {
            if (!overlaps(boxes_[proxy], box)) continue;
            // The pair is reported in the first of their common cells.
            std::array<std::uint32_t, 3> first;
            for (std::size_t k = 0; k < 3; ++k)
                first[k] = std::max(range.low[k], cell_of(boxes_[proxy].min[k], k));
            const std::size_t first_cell =
                (std::size_t{first[2]} * cells_[1] + first[1]) * cells_[0] + first[0];
            if (first_cell == cell && visit(proxy) == Continue::no) return false;
        }
        return true;
    });
}

/// The cells of one slab across an axis that the ray may be in, and the parameters at which it may be in the
/// slab.
UniformGrid::CellRange UniformGrid::slab_of(const RaySegment& ray, std::size_t axis, std::uint32_t slab,
                                            double& from, double& to) const noexcept {
    const double edge = 1 / per_length_;
    const double slack =
        kCellSlack * (std::abs(origin_[axis]) + edge * cells_[axis] + ray.margin) + ray.margin;
    const double low = slab == 0 ? -kInfinity : origin_[axis] + edge * slab - slack;
    const double high = slab + 1 == cells_[axis] ? kInfinity : origin_[axis] + edge * (slab + 1.0) + slack;
    const Interval o(ray.origin[axis]), d(ray.direction[axis]);
    const Interval s = (Interval(low) - o) / d, t = (Interval(high) - o) / d;
    from = std::max(ray.t_min, std::min(s.lower, t.lower));
    to = std::min(ray.t_max, std::max(s.upper, t.upper));
    CellRange range;
    for (std::size_t k = 0; k < 3; ++k) {
        const double still = ray.origin[k];
        const Interval x = ray.direction[k] == 0 ? Interval(still)
                                                 : Interval(still) + Interval(ray.direction[k]) *
                                                                         Interval(from, std::max(from, to));
        // A grown box is rounded outward: one that reaches x by that rounding counts as hit, so its cells are
        // searched too.
        range.low[k] = k == axis ? slab : cell_of(rounding::add_down(next_below(x.lower), -ray.margin), k);
        range.high[k] = k == axis ? slab : cell_of(rounding::add_up(next_above(x.upper), ray.margin), k);
    }
    return range;
}

void UniformGrid::visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const {
    if (starts_.empty()) return;
    double limit = ray.t_max;
    FlatSet visited;
    const auto ask = [&](ProxyId proxy) {
        const auto entry = ray_entry(boxes_[proxy], ray, limit);
        return !entry || visit(proxy, *entry, limit) == Continue::yes;
    };
    for (const ProxyId proxy : large_) {
        if (!ask(proxy)) return;
    }
    const auto ask_cell = [&](std::size_t cell) {
        const auto there = in_cell(cell);
        return std::all_of(there.begin(), there.end(),
                           [&](ProxyId proxy) { return !visited.insert(proxy) || ask(proxy); });
    };
    const Vec3 speed = abs(ray.direction);
    const std::size_t axis = speed.x >= speed.y ? (speed.x >= speed.z ? 0 : 2) : (speed.y >= speed.z ? 1 : 2);
    if (ray.direction[axis] == 0) {
        for_each_cell(range_of(grown({ray.origin, ray.origin}, ray.margin)), ask_cell);
        return;
    }
    const bool up = ray.direction[axis] > 0;
    for (std::uint32_t i = 0; i < cells_[axis]; ++i) {
        double from = 0, to = 0;
        const CellRange range = slab_of(ray, axis, up ? i : cells_[axis] - 1 - i, from, to);
        if (from > limit) return;
        if (from <= to && !for_each_cell(range, ask_cell)) return;
    }
}

/// Around the box in steps that double. A step reports what is farther away than the reach of the step
/// before: what is not, that step has reported, since `around` overlaps all of it.
void UniformGrid::visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const {
    if (is_empty(box) || starts_.empty() || !(limit >= 0)) return;
    const CellRange everything{{0, 0, 0}, {cells_[0] - 1, cells_[1] - 1, cells_[2] - 1}};
    double reported = -1;
    for (double reach = 1 / per_length_; reported < limit; reach *= 2) {
        if (reach >= limit || cells_in(range_of(around(box, reach))) == cells_in(everything)) reach = limit;
        bool more = true;
        visit_box(around(box, reach), [&](ProxyId proxy) {
            const double lower = gap_below(boxes_[proxy], box);
            more = !(lower > reported && lower <= std::min(reach, limit)) ||
                   visit(proxy, lower, limit) == Continue::yes;
            return more ? Continue::yes : Continue::no;
        });
        if (!more) return;
        reported = reach;
    }
}

std::size_t UniformGrid::memory_bytes() const noexcept {
    return sizeof(*this) + boxes_.capacity() * sizeof(Aabb) + is_large_.capacity() / 8 +
           (starts_.capacity() + entries_.capacity() + large_.capacity()) * sizeof(std::uint32_t);
}

bool UniformGrid::consistent() const {
    const auto there =
        std::count_if(boxes_.begin(), boxes_.end(), [](const Aabb& box) { return !is_empty(box); });
    if (static_cast<std::size_t>(there) != size_) return false;
    if (stale_ || starts_.empty()) return stale_ || size_ == 0;
    if (starts_.front() != 0 || starts_.back() != entries_.size() ||
        !std::is_sorted(starts_.begin(), starts_.end()))
        return false;
    std::size_t places = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const auto proxy = static_cast<ProxyId>(i);
        const bool listed = std::find(large_.begin(), large_.end(), proxy) != large_.end();
        if (listed != is_large_[i] || (is_empty(boxes_[i]) && listed)) return false;
        if (is_empty(boxes_[i]) || listed) continue;
        const CellRange range = range_of(boxes_[i]);
        places += cells_in(range);
        if (!for_each_cell(
                range, [&](std::size_t cell) { return std::ranges::binary_search(in_cell(cell), proxy); }))
            return false;
    }
    return places == entries_.size();
}

}  // namespace graze
