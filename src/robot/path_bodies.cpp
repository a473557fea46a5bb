// Bodies that are not convex, along a path: by pairs of their parts where few are near each other, else by
// their distance.
#include <algorithm>

#include "query/dispatch.hpp"
#include "robot/path_search.hpp"

namespace graze {
namespace {

/// Parts that are listed, and those of them that are kept, before the bodies themselves are tested instead: a
/// pair of parts takes half a microsecond, the distance of two meshes a hundred.
constexpr std::size_t kMostListed = 256;
constexpr std::size_t kMostPartsKept = 64;

}  // namespace

/// Puts the parts that may come close during the stretch in the place of the bodies, which are apart in its
/// middle: solids too stay apart while their surfaces do not touch.
bool PathSearch::split(ActivePair& active, const Stretch& stretch) {
    if (recorder_ != nullptr) return false;
    const std::size_t begin = active_.size();
    const BodyGaps::Kept kept_before = gaps_.kept();
    const double end = progress_.end;
    const ActivePair hit = progress_.pair;
    std::size_t listed = 0;
    // Left out are parts that are farther apart than that throughout.
    const double counts = required();
    const bool all = gaps_.each_part_within(
        active, stretch.middle, counts + reach_of(active, stretch), [&](ActivePair& part, bool& kept) {
            const Tested tested = test(part, stretch);
            if (tested == Tested::hit && progress_.end > stretch.middle.time) {
                progress_.end = stretch.middle.time;
                progress_.pair = part;
            }
            kept = tested != Tested::free;
            if (kept) active_.push_back(part);
            return ++listed <= kMostListed && active_.size() - begin <= kMostPartsKept;
        });
    if (all) {
        least_.proven = std::min(least_.proven, counts);
        return true;
    }
    active_.resize(begin);
    gaps_.forget_since(kept_before);
    progress_.end = end;
    progress_.pair = hit;
    return false;
}

PathSearch::Tested PathSearch::test_bodies(ActivePair& active, const Stretch& stretch) {
    ++work_.separations;
    const GapAtMoment gap = gaps_.of_bodies(active, stretch.middle);
    note_distance(active, stretch, gap);
    if (gap.distance.upper <= options_.wanted) return Tested::hit;
    const double bound = gap.distance.lower - reach_of(active, stretch);
    return accept_still(active, stretch, bound) ? Tested::free : Tested::unknown;
}

/// The bodies in the place of their parts, each pair once.
void PathSearch::owners_only(std::size_t begin) {
    const auto first = active_.begin() + static_cast<std::ptrdiff_t>(begin);
    for (auto active = first; active != active_.end(); ++active)
        if (active->of_parts()) *active = {.pair = active->pair, .frame = active->frame};
    const auto same = [](const ActivePair& x, const ActivePair& y) { return x.pair == y.pair; };
    std::ranges::stable_sort(first, active_.end(), {}, &ActivePair::pair);
    active_.erase(std::unique(first, active_.end(), same), active_.end());
}

/// Whether the bodies are no farther apart at a moment than what is wanted.
bool PathSearch::within_wanted(ActivePair& active, const Moment& moment) {
    ++work_.separations;
    const GapAtMoment enclosures = gaps_.of_enclosures(active, moment);
    if (enclosures.distance.lower > options_.wanted) return false;
    if (enclosures.exact) return enclosures.distance.upper <= options_.wanted;
    if (gaps_.overlap(active, moment)) return true;
    return options_.wanted > 0 && gaps_.of_bodies(active, moment).distance.upper <= options_.wanted;
}

}  // namespace graze
