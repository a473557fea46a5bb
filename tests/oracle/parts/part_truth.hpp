// What brute force says about the distance of two placed shapes made of parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graze/result/separation.hpp"
#include "oracle/exact_meshes.hpp"
#include "oracle/parts/part_generators.hpp"

namespace graze::test {

/// Lazy: nothing is computed before it is requested.
class PartTruth {
public:
    PartTruth(const Placed& a, const Placed& b, bool on_grid);

    [[nodiscard]] const PlacedTriangles& triangles_a() const noexcept { return triangles_a_; }
    [[nodiscard]] const PlacedTriangles& triangles_b() const noexcept { return triangles_b_; }
    /// Both are meshes or height fields.
    [[nodiscard]] bool both_triangles() const noexcept {
        return triangles_a_.size() > 0 && triangles_b_.size() > 0;
    }
    /// Both are meshes or height fields without an inside and without a margin.
    [[nodiscard]] bool both_skins() const noexcept {
        return both_triangles() && !triangles_a_.solid() && !triangles_b_.solid() && margin_ == 0;
    }
    [[nodiscard]] double margin() const noexcept { return margin_; }

    /// Of two sets of triangles: distance of the skins in doubles.
    double estimate();
    /// The estimate is off by no more than this in cases of good nature.
    [[nodiscard]] double tolerance() const;
    const mpq_class& skin_square();
    /// Without margins.
    bool overlap();

    /// What is wrong with a distance interval, empty when nothing is. Of two sets of triangles; exactly, or
    /// exactly only where the estimate differs.
    std::string triangle_fault(const Interval& distance, bool exact);
    /// The same of any parts, by the convex verbs on all pairs of parts.
    std::string convex_fault(const Interval& distance);

private:
    std::string exact_fault(const Interval& distance);
    bool estimate_agrees(const Interval& distance);

    Placed a_;
    Placed b_;
    PlacedTriangles triangles_a_;
    PlacedTriangles triangles_b_;
    double margin_ = 0;
    bool on_grid_ = false;
    std::optional<double> estimate_;
    std::optional<mpq_class> square_;
    std::optional<bool> overlap_;
};

/// Triangles, members or the shape itself, each with the margin of the whole.
std::vector<Shape> parts_of(const Shape& shape);

}  // namespace graze::test
