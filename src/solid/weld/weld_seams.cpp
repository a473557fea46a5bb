// Which sets of near vertices become one. A set is refused by the first rule that it breaks; the others are
// applied.
#include "graze/solid/doctor.hpp"

#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "graze/bounds/aabb.hpp"
#include "math/degeneracy/triangle_rank.hpp"
#include "solid/weld/weld_attempt.hpp"

namespace graze {
namespace {

constexpr std::size_t kPlacesReported = 8;
/// Each round of refusals takes a pass over the open edges. Real files take one or two; a file that is made
/// to take more is not welded.
constexpr std::size_t kMostRounds = 64;

std::vector<std::uint8_t> unusable(std::span<const Vec3> vertices, std::span<const CornerIndices> triangles) {
    std::vector<std::uint8_t> skipped(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto bad = [&](std::uint32_t corner) {
            return corner >= vertices.size() || !is_finite(vertices[corner]);
        };
        skipped[t] = std::any_of(triangles[t].begin(), triangles[t].end(), bad) ? 1 : 0;
    }
    return skipped;
}

double largest_extent(std::span<const Vec3> vertices, std::span<const CornerIndices> triangles,
                      std::span<const std::uint8_t> skipped) {
    Aabb box;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (skipped[t] != 0) continue;
        for (const std::uint32_t corner : triangles[t])
            box = merge(box, {vertices[corner], vertices[corner]});
    }
    return is_empty(box) ? 0 : max_component(box.max - box.min);
}

std::uint64_t edge_hash(std::uint32_t low, std::uint32_t high) noexcept {
    std::uint64_t z = (std::uint64_t{low} << 32U) + high + 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
}

/// Whether every edge is run through one way as often as the other, by a sum of signed hashes: then there is
/// nothing to close, and no table of edges is needed. That the sum of others is zero has a chance of 2^-64,
/// and would leave a seam open.
bool is_closed(const WeldInput& mesh) noexcept {
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (mesh.skipped[t] != 0) continue;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t from = mesh.first[mesh.triangles[t][i]],
                                to = mesh.first[mesh.triangles[t][(i + 1) % 3]];
            if (from < to) sum += edge_hash(from, to);
            if (to < from) sum -= edge_hash(to, from);
        }
    }
    return sum == 0;
}

void find_open_edges(PreparedWeld& prepared) {
    const WeldInput& mesh = prepared.mesh;
    std::vector<std::uint8_t> is_end(mesh.vertices.size());
    const EdgeTable edges(mesh.triangles, mesh.first, mesh.skipped);
    edges.for_each_edge([&](std::uint32_t low, std::uint32_t high, std::span<const EdgeUse> uses) {
        prepared.open_edges += uses.size() % 2;
        if (uses.size() == 1) is_end[low] = is_end[high] = 1;
    });
    for (std::uint32_t i = 0; i < is_end.size(); ++i) {
        if (is_end[i] != 0) prepared.open_places.push_back(i);
    }
}

/// The sets, and why those that are not allowed are not.
class SetStates {
public:
    SetStates(NearSets sets, const WeldInput& mesh)
        : set_of_(std::move(sets.set_of)), reasons_(sets.boxes.size()), doubts_(sets.boxes.size()) {
        for (std::uint32_t s = 0; s < sets.boxes.size(); ++s) {
            if (max_component(sets.boxes[s].max - sets.boxes[s].min) > mesh.tolerance)
                refuse(s, WeldRefusal::chain);
        }
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            if (mesh.skipped[t] != 0) continue;
            for (std::size_t i = 0; i < 3; ++i) {
                const std::uint32_t from = mesh.first[mesh.triangles[t][i]],
                                    to = mesh.first[mesh.triangles[t][(i + 1) % 3]];
                if (from != to && set_of_[from] != kNoSet && set_of_[from] == set_of_[to])
                    refuse(set_of_[from], WeldRefusal::degenerate_face);
            }
        }
    }

    [[nodiscard]] std::size_t count() const noexcept { return reasons_.size(); }
    /// The set of a place while it is allowed, else kNoSet.
    [[nodiscard]] std::uint32_t allowed_set(std::uint32_t place) const noexcept {
        return set_of_[place] != kNoSet && reasons_[set_of_[place]] == 0 ? set_of_[place] : kNoSet;
    }
    [[nodiscard]] std::uint32_t set_of(std::uint32_t place) const noexcept { return set_of_[place]; }
    void refuse(std::uint32_t set, WeldRefusal why) noexcept { lower(reasons_[set], why); }
    /// Notes a reason to report if the place's set does not become one vertex.
    void doubt(std::uint32_t place, WeldRefusal why) noexcept {
        if (set_of_[place] != kNoSet) lower(doubts_[set_of_[place]], why);
    }
    [[nodiscard]] WeldRefusal reason(std::uint32_t set) const noexcept {
        const std::uint8_t code = reasons_[set] != 0 ? reasons_[set] : doubts_[set];
        return code == 0 ? WeldRefusal::no_seam : static_cast<WeldRefusal>(code - 1);
    }

private:
    /// The first reason in the order of WeldRefusal stays, whichever comes first.
    static void lower(std::uint8_t& code, WeldRefusal why) noexcept {
        const auto other = static_cast<std::uint8_t>(static_cast<std::uint8_t>(why) + 1);
        code = code == 0 ? other : std::min(code, other);
    }
    std::vector<std::uint32_t> set_of_;
    std::vector<std::uint8_t> reasons_, doubts_;  ///< Of each set: 0, or 1 + the reason.
};

/// Maps each vertex to the representative position of its allowed set, or to its own.
std::vector<std::uint32_t> places_of(const WeldInput& mesh, const SetStates& states) {
    std::vector<std::uint32_t> stand_in(states.count(), kNoSet), place(mesh.first);
    for (std::uint32_t i = 0; i < place.size(); ++i) {
        const std::uint32_t set = states.allowed_set(mesh.first[i]);
        if (set == kNoSet) continue;
        if (stand_in[set] == kNoSet) stand_in[set] = mesh.first[i];
        place[i] = stand_in[set];
    }
    return place;
}

/// Joins the ends of open edges that pair up, two to a group, where their sets are allowed.
DisjointSets joined_ends(const WeldInput& mesh, std::span<const std::uint32_t> place, const EdgeTable& edges,
                         SetStates& states) {
    DisjointSets joined(mesh.vertices.size());
    const auto free_to_join = [&](std::uint32_t a, std::uint32_t b) {
        return a == b || states.allowed_set(a) != kNoSet;
    };
    for_each_group(mesh, place, edges, [&](std::span<const WeldSide> sides) {
        const bool seam = sides.size() == 2 && opposite(sides[0], sides[1]);
        const bool fold = seam && folded(mesh, sides[0], sides[1]);
        if (!seam || fold) {
            for (const WeldSide& side : sides) {
                for (const std::uint32_t end : {side.low, side.high})
                    states.doubt(end, fold ? WeldRefusal::folded_face : WeldRefusal::crowded_edge);
            }
            return;
        }
        if (!free_to_join(sides[0].low, sides[1].low) || !free_to_join(sides[0].high, sides[1].high)) return;
        joined.join(sides[0].low, sides[1].low);
        joined.join(sides[0].high, sides[1].high);
    });
    return joined;
}

/// What joining makes of the edges: seams that close, and sets that are refused for edges that must not
/// become one.
struct EdgeOutcome {
    std::size_t seams = 0;
    bool refused = false;
};

EdgeOutcome classify_edges(const WeldInput& mesh, std::span<const std::uint32_t> place,
                           const EdgeTable& edges, DisjointSets& joined, SetStates& states) {
    EdgeOutcome outcome;
    const auto key = [&](const WeldSide& side) {
        return std::pair(joined.find(side.low), joined.find(side.high));
    };
    const auto refuse = [&](std::uint32_t a, std::uint32_t b, WeldRefusal why) {
        if (a == b) return;
        states.refuse(states.set_of(a), why);
        outcome.refused = true;
    };
    for_each_group(mesh, place, edges, [&](std::span<WeldSide> sides) {
        std::sort(sides.begin(), sides.end(),
                  [&](const WeldSide& a, const WeldSide& b) { return key(a) < key(b); });
        for (std::size_t i = 0; i < sides.size();) {
            std::size_t j = i + 1;
            while (j < sides.size() && key(sides[j]) == key(sides[i])) ++j;
            const auto same = sides.subspan(i, j - i);
            i = j;
            const bool was_one = std::all_of(same.begin(), same.end(), [&](const WeldSide& s) {
                return s.low == same[0].low && s.high == same[0].high;
            });
            if (was_one) continue;
            const bool pair = same.size() == 2 && opposite(same[0], same[1]);
            if (pair && !folded(mesh, same[0], same[1])) {
                ++outcome.seams;
                continue;
            }
            for (const WeldSide& side : same) {
                const WeldRefusal why = pair ? WeldRefusal::folded_face : WeldRefusal::crowded_edge;
                refuse(same[0].low, side.low, why);
                refuse(same[0].high, side.high, why);
            }
        }
    });
    return outcome;
}

/// For each root the member whose position all get: the one of the most corners, then the least coordinates.
std::vector<std::uint32_t> positions_of(const WeldInput& mesh, DisjointSets& joined) {
    std::vector<std::uint32_t> corners(mesh.vertices.size()), best(mesh.vertices.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (mesh.skipped[t] != 0) continue;
        for (const std::uint32_t corner : mesh.triangles[t]) ++corners[mesh.first[corner]];
    }
    std::iota(best.begin(), best.end(), 0U);
    const auto key = [&](std::uint32_t i) {
        const Vec3& v = mesh.vertices[i];
        return std::tuple(-std::int64_t{corners[i]}, v.x, v.y, v.z);
    };
    for (std::uint32_t i = 0; i < best.size(); ++i) {
        const std::uint32_t root = joined.find(i);
        if (root != i && key(i) < key(best[root])) best[root] = i;
    }
    return best;
}

/// Refuses sets that would leave a triangle without an area that has one. Whether there are some.
bool refuse_flat_faces(const WeldInput& mesh, DisjointSets& joined, std::span<const std::uint32_t> best,
                       SetStates& states) {
    bool refused = false;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (mesh.skipped[t] != 0) continue;
        CornerIndices before{}, after{};
        for (std::size_t i = 0; i < 3; ++i) {
            before[i] = mesh.first[mesh.triangles[t][i]];
            after[i] = best[joined.find(before[i])];
        }
        if (before == after) continue;
        const auto degenerate = [&](const CornerIndices& c) {
            return is_degenerate(mesh.vertices[c[0]], mesh.vertices[c[1]], mesh.vertices[c[2]]);
        };
        if (!degenerate(after) || degenerate(before)) continue;
        for (std::size_t i = 0; i < 3; ++i) {
            if (before[i] != after[i]) states.refuse(states.set_of(before[i]), WeldRefusal::degenerate_face);
        }
        refused = true;
    }
    return refused;
}

/// What is joined in the end.
struct Outcome {
    std::size_t seams = 0;
    DisjointSets joined;
    std::vector<std::uint32_t> best;
};

std::optional<Outcome> join_sets(const WeldInput& mesh, SetStates& states) {
    const std::vector<std::uint32_t> place = places_of(mesh, states);
    std::vector<std::uint8_t> skipped = mesh.skipped;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (skipped[t] == 0)
            skipped[t] = std::none_of(
                mesh.triangles[t].begin(), mesh.triangles[t].end(),
                [&](std::uint32_t corner) { return states.allowed_set(mesh.first[corner]) != kNoSet; });
    }
    const EdgeTable edges(mesh.triangles, place, skipped);
    for (std::size_t round = 0; round < kMostRounds; ++round) {
        DisjointSets joined = joined_ends(mesh, place, edges, states);
        const EdgeOutcome outcome = classify_edges(mesh, place, edges, joined, states);
        if (outcome.refused) continue;
        std::vector<std::uint32_t> best = positions_of(mesh, joined);
        if (!refuse_flat_faces(mesh, joined, best, states))
            return Outcome{outcome.seams, std::move(joined), std::move(best)};
    }
    return std::nullopt;
}

/// Counts what became one and what did not.
void report_sets(const WeldInput& mesh, const SetStates& states, Outcome& outcome, WeldReport& report) {
    std::vector<std::uint32_t> root_of(states.count(), kNoSet);
    std::vector<std::uint8_t> apart(states.count());
    std::vector<Vec3> where(states.count());
    for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i) {
        const std::uint32_t set = mesh.first[i] == i ? states.set_of(i) : kNoSet;
        if (set == kNoSet) continue;
        const std::uint32_t root = outcome.joined.find(i);
        const Vec3 &v = mesh.vertices[i], &old = where[set];
        if (root != i) ++report.vertices;
        if (root_of[set] == kNoSet || std::tie(v.x, v.y, v.z) < std::tie(old.x, old.y, old.z)) where[set] = v;
        if (root_of[set] == kNoSet) root_of[set] = root;
        apart[set] = apart[set] != 0 || root_of[set] != root ? 1 : 0;
        report.farthest =
            std::max(report.farthest, max_component(abs(v - mesh.vertices[outcome.best[root]])));
    }
    std::vector<Vec3> all;
    for (std::uint32_t s = 0; s < states.count(); ++s) {
        if (apart[s] == 0) continue;
        ++report.refused[static_cast<std::size_t>(states.reason(s))];
        all.push_back(where[s]);
    }
    const std::size_t shown = std::min(all.size(), kPlacesReported);
    std::partial_sort(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown), all.end(),
        [](const Vec3& a, const Vec3& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); });
    report.first_refused.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown));
}

}  // namespace

std::string_view to_string(WeldRefusal refusal) noexcept {
    constexpr std::array<std::string_view, kWeldRefusalCount> kNames{
        "chain", "degenerate_face", "folded_face", "crowded_edge", "no_seam"};
    return kNames[static_cast<std::size_t>(refusal)];
}

std::size_t WeldReport::open_edges_left() const noexcept { return open_edges - 2 * seams; }

std::size_t WeldReport::refused_sets() const noexcept {
    return std::accumulate(refused.begin(), refused.end(), std::size_t{0});
}

PreparedWeld prepare_weld(std::span<const Vec3> vertices, std::span<const CornerIndices> triangles) {
    triangles = triangles.first(std::min<std::size_t>(triangles.size(), (1U << 31U) - 1));
    PreparedWeld prepared{{vertices, triangles, {}, unusable(vertices, triangles), 0}};
    prepared.size = largest_extent(vertices, triangles, prepared.mesh.skipped);
    if (!(prepared.size > 0) || !std::isfinite(prepared.size)) {
        prepared.size = 0;
        return prepared;
    }
    prepared.mesh.first = first_at_place(vertices);
    if (!is_closed(prepared.mesh)) find_open_edges(prepared);
    return prepared;
}

WeldAttempt try_weld(PreparedWeld& prepared, double relative) {
    WeldInput& mesh = prepared.mesh;
    WeldAttempt attempt;
    WeldReport& report = attempt.report;
    report.size = prepared.size;
    report.tolerance = mesh.tolerance = relative * prepared.size;
    report.open_edges = prepared.open_edges;
    if (!(mesh.tolerance > 0) || prepared.open_places.empty()) return attempt;
    NearSets near = find_near_sets(mesh.vertices, prepared.open_places, mesh.tolerance);
    report.gave_up = near.gave_up;
    if (near.boxes.empty()) return attempt;
    SetStates states(std::move(near), mesh);
    std::optional<Outcome> outcome = join_sets(mesh, states);
    if (!outcome) {
        report.refused[static_cast<std::size_t>(WeldRefusal::crowded_edge)] = states.count();
        return attempt;
    }
    report.seams = outcome->seams;
    report_sets(mesh, states, *outcome, report);
    if (report.vertices == 0) return attempt;
    attempt.target.resize(mesh.vertices.size());
    for (std::uint32_t i = 0; i < attempt.target.size(); ++i)
        attempt.target[i] = outcome->best[outcome->joined.find(mesh.first[i])];
    return attempt;
}

WeldReport weld_seams(std::span<Vec3> vertices, std::span<const CornerIndices> triangles, double relative) {
    if (!(relative > 0 && relative <= 1)) return {};
    PreparedWeld prepared = prepare_weld(vertices, triangles);
    WeldAttempt attempt = try_weld(prepared, relative);
    // A position that others get is never itself replaced: its own target is itself.
    for (std::uint32_t i = 0; i < attempt.target.size(); ++i) vertices[i] = vertices[attempt.target[i]];
    return std::move(attempt.report);
}

}  // namespace graze
