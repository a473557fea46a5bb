// A scene answers as the verbs do on its pairs, in the order of its objects, with any number of threads.
#include <algorithm>
#include <cmath>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/scene/scene.hpp"
#include "oracle/fault_text.hpp"
#include "oracle/parts/judge_part_worlds.hpp"
#include "oracle/parts/part_timing.hpp"
#include "oracle/parts/part_truth.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

class SceneJudge {
public:
    SceneJudge(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result)
        : options_(options), result_(result), timed_(result), random_(options.seed) {
        objects_ = {parts.a, parts.b, parts.a, parts.b};
        const double reach = std::isfinite(parts.a.shape.reach()) ? parts.a.shape.reach() : 1;
        for (std::size_t i = 2; i < 4; ++i)
            objects_[i].pose =
                Pose::from(random_.rotation(), parts.a.pose.position + random_.in_cube(2 * reach));
        one_ = Scene(SceneOptions{1, nullptr});
        two_ = Scene(SceneOptions{2, nullptr});
        for (const Placed& placed : objects_) {
            ids_.push_back(one_.add(placed.shape, placed.pose));
            other_.push_back(two_.add(placed.shape, placed.pose));
        }
    }

    void run() {
        const auto pairs = timed_(Verb::scene, [&] { return one_.overlapping_pairs(); });
        std::vector<ObjectPair> expected;
        bool deep = false;
        for (std::size_t i = 0; i < ids_.size(); ++i)
            for (std::size_t j = i + 1; j < ids_.size(); ++j) {
                if (!overlaps(objects_[i], objects_[j])) continue;
                expected.push_back({ids_[i], ids_[j]});
                deep = deep || !PartTruth(objects_[i], objects_[j], false).both_skins();
            }
        if (pairs != expected)
            fault("overlapping_pairs differs from overlaps", static_cast<double>(pairs.size()),
                  static_cast<double>(expected.size()));
        if (two_.overlapping_pairs().size() != expected.size())
            fault("overlapping_pairs differs with two threads");
        result_.overlapping = !expected.empty();
        check_rays();
        check_region();
        // Depths of overlaps take a search of their own each.
        if (deep && !options_.depths) return;
        check_distances();
        if (options_.brute) check_cast();
    }

private:
    void fault(const char* what, double x = 0, double y = 0) { result_.faults.push_back(text(what, x, y)); }

    void check_distances() {
        std::vector<Separation> gaps;
        double nearest = std::numeric_limits<double>::infinity(), largest = 0;
        for (std::size_t i = 0; i < ids_.size(); ++i)
            for (std::size_t j = i + 1; j < ids_.size(); ++j) {
                gaps.push_back(separation(objects_[i], objects_[j]));
                nearest = std::min(nearest, gaps.back().distance.upper);
                largest = std::max(largest, gaps.back().distance.upper);
            }
        const double clearance = std::isfinite(largest) ? random_.unit() * std::max(0.0, largest) : 1;
        const auto within = timed_(Verb::scene, [&] { return one_.pairs_within(clearance); });
        const auto threaded = two_.pairs_within(clearance);
        const auto expected =
            std::ranges::count_if(gaps, [&](const Separation& s) { return s.distance.lower <= clearance; });
        if (static_cast<std::ptrdiff_t>(within.size()) != expected)
            fault("pairs_within differs from separation", static_cast<double>(within.size()),
                  static_cast<double>(expected));
        if (threaded.size() != within.size()) return fault("pairs_within differs with two threads");
        for (std::size_t i = 0; i < within.size(); ++i)
            if (within[i].separation.distance != threaded[i].separation.distance)
                fault("a distance differs with two threads");
        const auto closest = timed_(Verb::scene, [&] { return one_.closest_pair(); });
        if (!closest) return fault("closest_pair is empty");
        if (closest->separation.distance.lower > nearest)
            fault("closest_pair is farther than another pair", closest->separation.distance.lower, nearest);
    }

    void check_rays() {
        const Placed& target = objects_[random_.index(objects_.size())];
        const Vec3 aim = target.pose * target.shape.centre();
        const Ray ray{
            aim + random_.in_cube(4 * (std::isfinite(target.shape.reach()) ? target.shape.reach() : 1)),
            random_.direction()};
        const Ray straight{ray.origin, aim - ray.origin};
        if (length_sq(straight.direction) == 0) return;
        const auto hit = timed_(Verb::scene, [&] { return one_.raycast(straight); });
        std::optional<std::pair<double, ObjectId>> expected;
        for (std::size_t i = 0; i < objects_.size(); ++i) {
            const auto one = raycast(straight, objects_[i]);
            if (!one) continue;
            // What is before the box is so by rounding, or by bounds that begin too early.
            const double entry = clip_ray(one_.bounds(ids_[i]), straight.origin, straight.direction).lower;
            const double t = entry <= one->bounds.upper ? std::max(one->t, entry) : one->t;
            if (!expected || std::pair(t, ids_[i]) < *expected) expected = {t, ids_[i]};
        }
        if (hit.has_value() != expected.has_value())
            return fault("raycast of the scene differs from that of its objects");
        if (hit && std::pair(hit->t, hit->object) != *expected)
            fault("raycast of the scene hits elsewhere", hit->t, expected->first);
        const auto all = one_.raycast_all(straight);
        if (all.empty() == hit.has_value()) return fault("raycast_all of the scene differs from raycast");
        if (hit && std::pair(all.front().t, all.front().object) != *expected)
            fault("the first of all hits is another one", all.front().t, expected->first);
        if (one_.raycast_any(straight) != expected.has_value()) fault("raycast_any of the scene differs");
    }

    void check_region() {
        const Placed& region = objects_.front();
        const auto inside = timed_(Verb::scene, [&] { return one_.objects_in(region); });
        std::vector<ObjectId> expected;
        for (std::size_t i = 0; i < ids_.size(); ++i)
            if (overlaps(objects_[i], region)) expected.push_back(ids_[i]);
        if (inside != expected)
            fault("objects_in differs from overlaps", static_cast<double>(inside.size()),
                  static_cast<double>(expected.size()));
    }

    void check_cast() {
        const Moving moving{objects_[1].shape, LinearMotion{objects_[1].pose, objects_[0].pose.position -
                                                                                  objects_[1].pose.position}};
        const auto hit = timed_(Verb::scene, [&] { return one_.cast(moving); });
        double first = 2;
        for (const Placed& object : objects_) {
            const Impact impact = time_of_impact(Moving{object.shape, LinearMotion{object.pose, {}}}, moving);
            if (impact.hit) first = std::min(first, impact.time.lower);
        }
        if (hit.has_value() != (first <= 1))
            return fault("cast of the scene differs from that of its objects", first);
        if (hit && hit->impact.time.lower != first)
            fault("cast of the scene hits at another time", hit->impact.time.lower, first);
    }

    const PartJudgeOptions& options_;
    PartJudgement& result_;
    CallClock timed_;
    Random random_;
    std::vector<Placed> objects_;
    Scene one_;
    Scene two_;
    std::vector<ObjectId> ids_;
    std::vector<ObjectId> other_;
};

}  // namespace

void judge_scene(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result) {
    SceneJudge(parts, options, result).run();
}

}  // namespace graze::test
