// The inputs: pairs of shapes of size about 1 in random poses, placed so that a wanted fraction of them
// overlaps.
#pragma once

#include <string>
#include <vector>

#include "batch.hpp"

namespace graze::bench {

/// A family of rows: eight shapes of one kind against eight of another.
struct Family {
    Kind a = Kind::box;
    Kind b = Kind::box;
    std::size_t vertices = 0;  ///< Of each hull; 0 for the other kinds.

    [[nodiscard]] std::string name() const;  ///< "box-box", "hull32", "sphere-cone".
};

/// Box-box, hulls of 8, 32, 128 and 512 vertices, and every pair of sphere, box, capsule, cylinder and cone.
std::vector<Family> all_families();

/// Random poses, the fraction of overlapping pairs near `hit_rate`. The same arguments give the same batch
/// everywhere.
Batch make_batch(const Family& family, double hit_rate, std::size_t count);

/// Small motion of one pair: `steps` poses along a smooth path at which the shapes stay near contact. For
/// warm starts.
Batch make_coherent_batch(const Family& family, std::size_t steps);

}  // namespace graze::bench
