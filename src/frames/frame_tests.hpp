// Early-out tests of two frames at fixed poses in the coordinates of frame_system.hpp, which decide all pairs
// except those that touch up to rounding: the axes of the faces of a and of b, a point between the two
// middles, and the axes of two edges. The method of separating axes runs these tests one after the other; the
// elimination uses the first three and then its own steps.
//
// With c_i the columns, n_j = c_k × c_l their cofactors (in the plane: the other column, turned), d the
// vector from middle to middle:
// - a face of a has the axis e_j: heights of b are row j of the columns;
// - a face of b has the axis n_j: only c_j is not level with it, and its height is the determinant;
// - edges e_i and E have the axis e_i × E, along which x has the height (E × x)_i: for E = c_j those of the
//   columns are entries of the n again, so three axes at once cost two cross products. The edges between tips
//   of a tetrahedron are differences.
// All gaps are twice their value, so that cuboids are measured from their middles without halves.
//
// Rounding: E bounds the error of any coordinate y of a or b, X the sum of all magnitudes of columns, offset
// and size. Every axis has the degree 0, 1 or 2 in the columns, so a gap is off by no more than a multiple of
// E, E X or E X²; see kDoubt. `apart` and `overlapping` are theorems.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "frames/frame_system.hpp"

namespace graze {

enum class FrameTestResult : std::uint8_t { apart, overlapping, unknown };

namespace frame_tests {

inline double least(double x, double y) noexcept { return x < y ? x : y; }
inline double most(double x, double y) noexcept { return x > y ? x : y; }
inline double magnitude(double x) noexcept { return std::abs(x); }
inline Vec3 least(const Vec3& x, const Vec3& y) noexcept { return min(x, y); }
inline Vec3 most(const Vec3& x, const Vec3& y) noexcept { return max(x, y); }
inline Vec3 magnitude(const Vec3& x) noexcept { return abs(x); }

/// Of the heights of a frame along an axis, or along three at once: twice the middle, from the middle of the
/// frame, and the width.
template <class T> struct Spread {
    T middle{};
    T width{};
};

/// The heights of the tips of the components over the origin are h_i.
template <bool Cuboid, class T, class... Others>
Spread<T> spread(const T& first, const Others&... others) noexcept {
    if constexpr (Cuboid) {
        return {T{}, (magnitude(first) + ... + magnitude(others))};
    } else {
        T low = least(T{}, first);
        T high = most(T{}, first);
        ((low = least(low, others), high = most(high, others)), ...);
        constexpr double kShare = 2.0 / (sizeof...(Others) + 2);
        return {low + high - (first + ... + others) * kShare, high - low};
    }
}

/// The gap along an axis, doubled; < 0: the frames overlap there.
template <class T> T gap(const T& offset, const Spread<T>& a, const Spread<T>& b) noexcept {
    return magnitude(offset + b.middle - a.middle) - (a.width + b.width);
}

// The worst sum of error terms: edges between tips of two tetrahedra, which have four times the error of
// others; those have (twice a gap, columns E, offset 5 E with its own roundings, products and sums below E
// X): 6 E X from the offset, 3 E X from a, 4 E X from b.
inline constexpr double kDoubt = 64;

// Between these no product of up to three lengths overflows, nor loses digits to underflow beside the errors.
inline constexpr double kLeastFrameExtent = 1e-80;
inline constexpr double kLargestFrameExtent = 1e80;

template <int D, bool CuboidA, bool CuboidB> class AxisTests {
public:
    using Vec = VecOf<D>;
    static constexpr std::size_t kSize = D;

    explicit AxisTests(const FrameSystem<D>& system, bool exact_zeros = false) noexcept
        : c_(system.columns), size_(system.size), exact_zeros_(exact_zeros) {
        constexpr double kShareA = CuboidA ? 1 : 2.0 / (D + 1);
        constexpr double kShareB = CuboidB ? 1 : 2.0 / (D + 1);
        double error = 0;
        for (std::size_t j = 0; j < kSize; ++j) {
            double sum = 0, magnitudes = 0;
            for (std::size_t i = 0; i < kSize; ++i) {
                sum += c_[i][j];
                magnitudes += std::abs(c_[i][j]);
            }
            offset_[j] = 2 * system.offset[j] + kShareB * sum - kShareA * size_;
            extent_ += std::abs(offset_[j]) + 2 * magnitudes + 2 * size_;
            error = most(error, system.error[j]);
        }
        doubt_ = kDoubt * (error + system.size_error);
    }

    [[nodiscard]] bool in_range() const noexcept {
        return extent_ > kLeastFrameExtent && extent_ < kLargestFrameExtent;
    }

    /// Faces of a, then of b, then a point between the middles.
    FrameTestResult first() noexcept {
        if (finds_gap(most_of_faces_a(), doubt_)) return FrameTestResult::apart;
        set_cofactors();
        if (finds_gap(most_of_faces_b(), doubt_of_faces_b())) return FrameTestResult::apart;
        return sure_ && overlap_between_middles() ? FrameTestResult::overlapping : FrameTestResult::unknown;
    }

    /// Two edges; after `first`, when that did not decide.
    FrameTestResult edges() noexcept {
        if constexpr (D == 3) {
            if (edges_separate()) return FrameTestResult::apart;
        }
        return sure_ ? FrameTestResult::overlapping : FrameTestResult::unknown;
    }

private:
    /// The cofactors are of degree 1 or 2.
    [[nodiscard]] double doubt_of_faces_b() const noexcept {
        return doubt_ * extent_ * (D == 3 ? extent_ : 1);
    }

    /// Whether the gap is certainly positive; sets a flag when it may be.
    bool finds_gap(double gap, double doubt) noexcept {
        sure_ = sure_ && gap < -doubt;
        return gap > doubt;
    }

    static Spread<double> spread_of_column(const std::array<Vec, kSize>& c, std::size_t j) noexcept {
        if constexpr (D == 2)
            return spread<CuboidB>(c[0][j], c[1][j]);
        else
            return spread<CuboidB>(c[0][j], c[1][j], c[2][j]);
    }
    static Spread<double> spread_of_unit(const Vec& n) noexcept {
        if constexpr (D == 2)
            return spread<CuboidA>(n.x, n.y);
        else
            return spread<CuboidA>(n.x, n.y, n.z);
    }
    /// Along the normal of a face, of the frame itself: one component has the height, or (a slanted face) all
    /// have.
    template <bool Cuboid> static Spread<double> own_spread(double height, int components) noexcept {
        if constexpr (Cuboid) return {0, std::abs(height)};
        return {height - components * height * (2.0 / (D + 1)), std::abs(height)};
    }

    [[nodiscard]] double most_of_faces_a() const noexcept {
        double largest = gap(offset_[0], own_spread<CuboidA>(size_, 1), spread_of_column(c_, 0));
        for (std::size_t j = 1; j < kSize; ++j)
            largest = most(largest, gap(offset_[j], own_spread<CuboidA>(size_, 1), spread_of_column(c_, j)));
        if constexpr (!CuboidA) {
            double offset = 0;
            std::array<Vec, kSize> sums{};
            for (std::size_t j = 0; j < kSize; ++j) {
                offset += offset_[j];
                for (std::size_t i = 0; i < kSize; ++i) sums[i][0] += c_[i][j];
            }
            largest = most(largest, gap(offset, own_spread<false>(size_, D), spread_of_column(sums, 0)));
        }
        return largest;
    }

    void set_cofactors() noexcept {
        if constexpr (D == 2) {
            n_ = {Vec2{c_[1].y, -c_[1].x}, Vec2{-c_[0].y, c_[0].x}};
        } else {
            n_ = {cross(c_[1], c_[2]), cross(c_[2], c_[0]), cross(c_[0], c_[1])};
        }
        determinant_ = dot(n_[0], c_[0]);
        for (std::size_t j = 0; j < kSize; ++j) along_[j] = dot(n_[j], offset_);
    }

    [[nodiscard]] double gap_of_face_b(double along, const Vec& n, int components) const noexcept {
        const Spread<double> a = spread_of_unit(n);
        return gap(along, Spread<double>{a.middle * size_, a.width * size_},
                   own_spread<CuboidB>(determinant_, components));
    }
    [[nodiscard]] double most_of_faces_b() const noexcept {
        double largest = gap_of_face_b(along_[0], n_[0], 1);
        for (std::size_t j = 1; j < kSize; ++j) largest = most(largest, gap_of_face_b(along_[j], n_[j], 1));
        if constexpr (!CuboidB) {
            Vec n = n_[0];
            double along = along_[0];
            for (std::size_t j = 1; j < kSize; ++j) {
                n = n + n_[j];
                along += along_[j];
            }
            largest = most(largest, gap_of_face_b(along, n, D));
        }
        return largest;
    }

    /// How often v / 2, an offset from the middle of a frame { 0 <= y_j <= 1 } or { 0 <= y_j, Σ y_j <= 1 },
    /// is as long as its part inside.
    template <bool Cuboid> static double times_inside(const Vec& v) noexcept {
        double times = 0;
        double sum = 0;
        for (std::size_t j = 0; j < kSize; ++j) {
            times = most(times, Cuboid ? std::abs(v[j]) : -v[j]);
            sum += v[j];
        }
        return Cuboid ? times : 0.5 * (D + 1) * most(times, sum);
    }

    /// Whether the frames, a little smaller than they are, share a part of the line between their middles.
    [[nodiscard]] bool overlap_between_middles() const noexcept {
        const double size = size_ - doubt_;
        const double determinant = std::abs(determinant_) - doubt_of_faces_b();
        if (!(size > 0 && determinant > 0)) return false;
        const double in_a = times_inside<CuboidA>(offset_);
        const double in_b = times_inside<CuboidB>(determinant_ > 0 ? -along_ : along_);
        return in_a * in_b <= in_a * determinant + in_b * size;
    }

    /// Parallel edges have no axis: a has no width along it.
    [[nodiscard]] Vec3 without_null(Vec3 gaps, const Vec3& width_a) const noexcept {
        if (!exact_zeros_) return gaps;
        for (std::size_t i = 0; i < 3; ++i)
            gaps[i] = width_a[i] == 0 ? -std::numeric_limits<double>::infinity() : gaps[i];
        return gaps;
    }

    /// An edge of b; w_k is edge × c_k.
    struct Edge {
        Vec3 edge;
        Vec3 w0, w1, w2;
    };
    bool edge_separates(const Edge& of_b) noexcept {
        const Vec3& e = of_b.edge;
        const Vec3 offset = cross(e, offset_);
        const double doubt = doubt_ * extent_;
        const Spread<Vec3> b = spread<CuboidB>(of_b.w0, of_b.w1, of_b.w2);
        if constexpr (CuboidA) {
            const Vec3 m = abs(e);
            const Spread<Vec3> a{{}, Vec3{m.y + m.z, m.z + m.x, m.x + m.y} * size_};
            return finds_gap(max_component(without_null(gap(offset, a, b), a.width)), doubt);
        } else {
            const Vec3 s = e * size_;
            const Vec3 a0{0, s.z, -s.y}, a1{-s.z, 0, s.x}, a2{s.y, -s.x, 0};  // edge × e_m
            const Spread<Vec3> a = spread<false>(a0, a1, a2);
            const Vec3 at_axes = without_null(gap(offset, a, b), a.width);
            const auto between = [](const Vec3& v) { return Vec3{v.x - v.y, v.y - v.z, v.z - v.x}; };
            const Spread<Vec3> a_between = spread<false>(between(a0), between(a1), between(a2));
            const Spread<Vec3> b_between =
                spread<CuboidB>(between(of_b.w0), between(of_b.w1), between(of_b.w2));
            return finds_gap(max_component(max(at_axes, gap(between(offset), a_between, b_between))), doubt);
        }
    }
    bool edges_separate() noexcept {
        const auto& c = c_;
        const auto& n = n_;
        const Vec3 zero{};
        if (edge_separates({c[0], zero, n[2], -n[1]}) || edge_separates({c[1], -n[2], zero, n[0]}) ||
            edge_separates({c[2], n[1], -n[0], zero}))
            return true;
        if constexpr (!CuboidB) {
            return edge_separates({c[1] - c[0], -n[2], -n[2], n[0] + n[1]}) ||
                   edge_separates({c[2] - c[0], n[1], -(n[0] + n[2]), n[1]}) ||
                   edge_separates({c[2] - c[1], n[1] + n[2], -n[0], -n[0]});
        }
        return false;
    }

    const std::array<Vec, kSize>& c_;  ///< Columns.
    std::array<Vec, kSize> n_{};       ///< Cofactors.
    Vec offset_{};                     ///< Twice, from the middle of a to that of b.
    Vec along_{};                      ///< n_j · offset.
    double size_ = 0;                  ///< Of a.
    double determinant_ = 0;           ///< Of the columns.
    double extent_ = 0;                ///< X.
    double doubt_ = 0;                 ///< Of a gap along an axis without columns in it.
    bool exact_zeros_;                 ///< Columns that are zero are meant so.
    bool sure_ = true;                 ///< No gap so far was within its doubt.
};

/// The system scaled to the extent of 1, and what is almost zero in its columns taken as zero: b moves by
/// less than the error, which pays for it, and edges that were parallel up to rounding are.
template <int D> FrameSystem<D> snapped(FrameSystem<D> system) noexcept {
    double top = system.size;
    double error = 0;
    for (std::size_t j = 0; j < D; ++j) {
        top = most(top, std::abs(system.offset[j]));
        for (std::size_t i = 0; i < D; ++i) top = most(top, std::abs(system.columns[i][j]));
        error = most(error, system.error[j]);
    }
    const int exponent = -std::ilogb(top);
    const auto scaled = [exponent](double x) { return std::ldexp(x, exponent); };
    for (std::size_t j = 0; j < D; ++j) {
        system.offset[j] = scaled(system.offset[j]);
        for (std::size_t i = 0; i < D; ++i) {
            double& entry = system.columns[i][j];
            entry = std::abs(entry) <= 4 * error ? 0 : scaled(entry);
        }
        system.error[j] = scaled(error * (1 + 4 * D));
    }
    system.size = scaled(system.size);
    system.size_error = scaled(system.size_error);
    return system;
}

}  // namespace frame_tests

/// test(std::bool_constant<a is a cuboid>, std::bool_constant<b is one>).
template <int D, class Function>
auto with_kinds(const FrameSystem<D>& system, const Function& function) noexcept {
    if (system.cuboid_a)
        return system.cuboid_b ? function(std::true_type{}, std::true_type{})
                               : function(std::true_type{}, std::false_type{});
    return system.cuboid_b ? function(std::false_type{}, std::true_type{})
                           : function(std::false_type{}, std::false_type{});
}

}  // namespace graze
