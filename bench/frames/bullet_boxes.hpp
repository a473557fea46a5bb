// Bullet's box-box detector in single precision, when Bullet is installed; boxes and poses are made before
// the timing.
#pragma once

#include <cstddef>
#include <memory>

#include "graze/math/pose.hpp"

namespace graze::bench {

class BulletBoxes {
public:
    BulletBoxes();
    ~BulletBoxes();
    BulletBoxes(const BulletBoxes&) = delete;
    BulletBoxes& operator=(const BulletBoxes&) = delete;

    static bool available();
    void add(const Vec3& half_extents, const Pose& pose);
    /// Of the boxes added as number i and j.
    bool overlap(std::size_t i, std::size_t j);

private:
    struct Boxes;
    std::unique_ptr<Boxes> boxes_;
};

}  // namespace graze::bench
