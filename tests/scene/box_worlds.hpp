// Random boxes that come, go and move, given to a broad phase and to brute force alike.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "graze/scene/broad_phase.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// What kinds of boxes a world has, and how they move.
struct WorldOptions {
    double half = 5;            ///< Middles are in a cube of this half edge.
    double size = 1;            ///< Typical edge.
    double step = 0.1;          ///< Of a move.
    double jump_chance = 0.05;  ///< Of a move to anywhere.
    double odd_chance = 0.1;    ///< Of a point, a flat box, a box on the grid, a huge or an endless one.
    double grid = 0.5;          ///< Coordinates of boxes on the grid are multiples: they touch.
    Vec3 centre{};
};

class BoxWorld {
public:
    BoxWorld(std::uint64_t seed, const WorldOptions& options) : random_(seed), options_(options) {}

    Random& random() { return random_; }
    const std::map<ProxyId, Aabb>& boxes() const { return boxes_; }
    const BruteForcePairs& oracle() const { return oracle_; }

    Aabb new_box() {
        const Vec3 middle = options_.centre + random_.in_cube(options_.half);
        const Vec3 half{random_.uniform(0.2, 0.8) * options_.size, random_.uniform(0.2, 0.8) * options_.size,
                        random_.uniform(0.2, 0.8) * options_.size};
        Aabb box{middle - half, middle + half};
        if (!random_.chance(options_.odd_chance)) return box;
        switch (random_.index(6)) {
            case 0: return {middle, middle};
            case 1:
                box.max[random_.index(3)] = 0, box = {min(box.min, box.max), max(box.min, box.max)};
                return box;
            case 2: return snapped(box);
            case 3: return {middle - half * 5.0, middle + half * 5.0};
            case 4:
                (random_.chance(0.5) ? box.min[random_.index(3)] = -kInfinity
                                     : box.max[random_.index(3)] = kInfinity);
                return box;
            default: return snapped({middle - half * 0.5, middle + half * 0.5});
        }
    }

    ProxyId any() {
        auto it = boxes_.begin();
        std::advance(it, static_cast<std::ptrdiff_t>(random_.index(boxes_.size())));
        return it->first;
    }

    void insert(BroadPhase& broad) { put(broad, new_box()); }
    /// Under the least free number.
    void put(BroadPhase& broad, const Aabb& box) {
        ProxyId proxy = static_cast<ProxyId>(boxes_.size());
        if (!boxes_.empty() && boxes_.rbegin()->first >= proxy) {
            proxy = 0;
            while (boxes_.contains(proxy)) ++proxy;
        }
        boxes_[proxy] = box;
        broad.insert(proxy, box);
        oracle_.insert(proxy, box);
    }
    void remove(BroadPhase& broad) {
        const ProxyId proxy = any();
        boxes_.erase(proxy);
        broad.remove(proxy);
        oracle_.remove(proxy);
    }
    /// Removes a box and inserts another under its number.
    void change(BroadPhase& broad, ProxyId proxy, const Aabb& box) {
        broad.remove(proxy);
        broad.insert(proxy, box);
        oracle_.move(proxy, box);
        boxes_[proxy] = box;
    }
    void move(BroadPhase& broad, ProxyId proxy) {
        Aabb& box = boxes_[proxy];
        if (random_.chance(options_.jump_chance)) {
            box = new_box();
        } else {
            Vec3 step = random_.in_cube(options_.step);
            if (random_.chance(options_.odd_chance)) step = {options_.grid, 0, -options_.grid};
            box = {box.min + step, box.max + step};
        }
        broad.move(proxy, box);
        oracle_.move(proxy, box);
    }
    void put_at(BroadPhase& broad, ProxyId proxy, const Aabb& box) {
        boxes_[proxy] = box;
        broad.move(proxy, box);
        oracle_.move(proxy, box);
    }
    void move_all(BroadPhase& broad) {
        for (const auto& entry : std::map<ProxyId, Aabb>(boxes_)) move(broad, entry.first);
    }

private:
    Aabb snapped(Aabb box) const {
        for (std::size_t i = 0; i < 3; ++i) {
            box.min[i] = std::floor(box.min[i] / options_.grid) * options_.grid;
            box.max[i] = std::ceil(box.max[i] / options_.grid) * options_.grid;
        }
        return box;
    }

    Random random_;
    WorldOptions options_;
    std::map<ProxyId, Aabb> boxes_;
    BruteForcePairs oracle_;
};

inline std::vector<ProxyPair> pairs_of(const BroadPhase& broad, unsigned threads = 1) {
    std::vector<ProxyPair> pairs{{7, 8}};  // must not stay
    broad.find_pairs(pairs, threads);
    return pairs;
}

inline std::vector<ProxyId> hits_of_box(const BroadPhase& broad, const Aabb& box) {
    std::vector<ProxyId> hits;
    broad.visit_box(box, [&](ProxyId proxy) {
        hits.push_back(proxy);
        return Continue::yes;
    });
    std::sort(hits.begin(), hits.end());
    return hits;
}

struct ProxyHit {
    ProxyId proxy;
    double lower;

    friend auto operator<=>(const ProxyHit&, const ProxyHit&) = default;
};

inline std::vector<ProxyHit> hits_of_ray(const BroadPhase& broad, const RaySegment& ray) {
    std::vector<ProxyHit> hits;
    broad.visit_ray(ray, [&](ProxyId proxy, double lower, double& limit) {
        EXPECT_EQ(limit, ray.t_max);
        hits.push_back({proxy, lower});
        return Continue::yes;
    });
    std::sort(hits.begin(), hits.end());
    return hits;
}

inline std::vector<ProxyHit> hits_near(const BroadPhase& broad, const Aabb& box, double reach) {
    std::vector<ProxyHit> hits;
    broad.visit_near(box, reach, [&](ProxyId proxy, double lower, double& limit) {
        EXPECT_EQ(limit, reach);
        hits.push_back({proxy, lower});
        return Continue::yes;
    });
    std::sort(hits.begin(), hits.end());
    return hits;
}

/// The first hit when every visit lowers the limit to what it found: infinity when there is none.
inline double first_on_ray(const BroadPhase& broad, const RaySegment& ray) {
    double first = kInfinity;
    broad.visit_ray(ray, [&](ProxyId, double lower, double& limit) {
        EXPECT_LE(lower, limit);
        first = std::min(first, lower);
        limit = first;
        return Continue::yes;
    });
    return first;
}

inline double nearest(const BroadPhase& broad, const Aabb& box) {
    double first = kInfinity;
    broad.visit_near(box, kInfinity, [&](ProxyId, double lower, double& limit) {
        EXPECT_LE(lower, limit);
        first = std::min(first, lower);
        limit = first;
        return Continue::yes;
    });
    return first;
}

}  // namespace graze::test
