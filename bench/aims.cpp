#include "aims.hpp"

#include <algorithm>
#include <initializer_list>

namespace graze::bench {
namespace {

enum class Class { box_box, hull_small, hull_large, hull, round, other_curved };

struct Aim {
    std::string_view text;
    Class rows;
    Ask ask;
    double hit_rate;  // of boolean rows, 0 for the others
    std::string_view peer;
    double at_most;
};

// Spheres against everything but cones, and capsule pairs: closed forms in every library worth comparing
// with.
bool is_round(std::string_view family) {
    const std::initializer_list<std::string_view> names{"sphere-sphere", "sphere-box", "sphere-capsule",
                                                        "sphere-cylinder", "capsule-capsule"};
    return std::find(names.begin(), names.end(), family) != names.end();
}

bool belongs(Class rows, std::string_view family) {
    const bool hull = family.starts_with("hull");
    switch (rows) {
        case Class::box_box: return family == "box-box";
        case Class::hull_small: return hull && family != "hull512";
        case Class::hull_large: return family == "hull512";
        case Class::hull: return hull;
        case Class::round: return is_round(family);
        case Class::other_curved: return !hull && family != "box-box" && !is_round(family);
    }
    return false;
}

constexpr std::string_view kFcl = "fcl";  // the faster of its two solvers, of those with right answers
constexpr std::string_view kGjkEpa = "bullet/gjkepa";
constexpr std::string_view kBoxBox = "bullet/boxbox";

const std::initializer_list<Aim> kAims{
    {"box-box boolean 10 %", Class::box_box, Ask::boolean, 0.1, kBoxBox, 0.33},
    {"box-box boolean 50 %", Class::box_box, Ask::boolean, 0.5, kBoxBox, 0.30},
    {"box-box distance", Class::box_box, Ask::distance, 0, kGjkEpa, 0.20},
    {"box-box depth", Class::box_box, Ask::depth, 0, kGjkEpa, 0.10},
    {"hull 8..128 boolean 50 %", Class::hull_small, Ask::boolean, 0.5, kFcl, 0.40},
    {"hull 8..128 distance", Class::hull_small, Ask::distance, 0, kGjkEpa, 0.17},
    {"hull 512 boolean 50 %", Class::hull_large, Ask::boolean, 0.5, kFcl, 0.30},
    {"hull 512 distance", Class::hull_large, Ask::distance, 0, kFcl, 0.20},
    {"hull depth", Class::hull, Ask::depth, 0, kGjkEpa, 0.30},
    {"sphere, capsule boolean 50 %", Class::round, Ask::boolean, 0.5, kFcl, 0.25},
    {"sphere, capsule distance", Class::round, Ask::distance, 0, kFcl, 0.25},
    {"sphere, capsule depth", Class::round, Ask::depth, 0, kFcl, 0.25},
    {"other curved boolean 50 %", Class::other_curved, Ask::boolean, 0.5, kFcl, 0.30},
    {"other curved distance", Class::other_curved, Ask::distance, 0, kGjkEpa, 0.30},
    {"other curved depth", Class::other_curved, Ask::depth, 0, kGjkEpa, 0.35},
};

bool matches(const Aim& aim, const Row& row) {
    if (aim.ask != row.ask || !belongs(aim.rows, row.family)) return false;
    return aim.ask != Ask::boolean || (aim.hit_rate > 0.3) == (row.hit_rate > 0.3);
}

const Entry* peer_of(const Aim& aim, const Row& row) {
    if (aim.peer != kFcl) return row.find(aim.peer);
    const Entry* ccd = row.find("fcl/ccd");
    const Entry* indep = row.find("fcl/indep");
    if (ccd == nullptr || indep == nullptr) return ccd;
    if (ccd->score.right() != indep->score.right()) return ccd->score.right() ? ccd : indep;
    return ccd->nanoseconds <= indep->nanoseconds ? ccd : indep;
}

}  // namespace

std::vector<AimResult> measure_aims(std::span<const Row> rows) {
    std::vector<AimResult> results;
    for (const Aim& aim : kAims) {
        AimResult result{std::string(aim.text), std::string(aim.peer), aim.at_most, 0, 0, 0, {}, 1e300};
        for (const Row& row : rows) {
            const Entry* peer = matches(aim, row) ? peer_of(aim, row) : nullptr;
            if (peer == nullptr) continue;
            ++result.rows;
            result.reached += peer->graze_ratio <= aim.at_most ? 1 : 0;
            result.best = std::min(result.best, peer->graze_ratio);
            if (peer->graze_ratio <= result.worst) continue;
            result.worst = peer->graze_ratio;
            result.worst_row = row.name();
        }
        if (result.rows > 0) results.push_back(result);
    }
    return results;
}

}  // namespace graze::bench
