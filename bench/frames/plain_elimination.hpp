// The documented scheme as it stands, for comparison: the system in coordinates made with the inverse,
// absolute null test, every row stored, no pruning, answer of the open mode. Corrected only where the
// document's text is wrong (see docs/notes/fourier_motzkin.md).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "graze/bounds/frame.hpp"

namespace graze::bench {

/// What the document keeps with a frame.
template <int D> struct PlainFrame {
    bool cuboid = true;
    std::array<double, D> origin{};
    std::array<std::array<double, D>, D> component{};
    std::array<std::array<double, D>, D> inverse{};  ///< Row j: the coordinate j of a vector.

    explicit PlainFrame(const Frame<D>& frame) : cuboid(frame.kind() == FrameKind::cuboid) {
        for (std::size_t k = 0; k < D; ++k) {
            origin[k] = frame.origin()[k];
            for (std::size_t i = 0; i < D; ++i) {
                component[i][k] = frame.components()[i][k];
                inverse[i][k] = frame.normals()[i][k] / frame.volume();
            }
        }
    }
};

template <int D> class PlainElimination {
public:
    bool overlap(const PlainFrame<D>& a, const PlainFrame<D>& b) {
        rows_.clear();
        if (!add_rows_of_a(a, b)) return false;
        add_rows_of_b(b);
        std::vector<Row>* from = &rows_;
        std::vector<Row>* to = &next_;
        for (std::size_t k = 0; k + 1 < D; ++k) {
            if (!eliminate(*from, *to, k)) return false;
            from = to;
            to = from == &next_ ? &last_ : &next_;
        }
        return bounded(*from);
    }

private:
    static constexpr double kNull = 1e-7;
    struct Row {
        std::array<double, D> a{};
        double bound = 0;
    };

    static bool inconsistent(const Row& row) {
        double least = 0;
        bool null = true;
        for (const double a : row.a) {
            least += a < 0 ? a : 0;
            null = null && std::fabs(a) < kNull;
        }
        return row.bound < least || (null && row.bound <= 0);
    }

    bool add_rows_of_a(const PlainFrame<D>& a, const PlainFrame<D>& b) {
        Row sum;
        sum.bound = 1;
        for (std::size_t j = 0; j < D; ++j) {
            Row lower;
            Row upper;
            double offset = 0;
            for (std::size_t k = 0; k < D; ++k) offset += a.inverse[j][k] * (b.origin[k] - a.origin[k]);
            for (std::size_t i = 0; i < D; ++i) {
                double c = 0;
                for (std::size_t k = 0; k < D; ++k) c += a.inverse[j][k] * b.component[i][k];
                lower.a[i] = -c;
                upper.a[i] = c;
                sum.a[i] += c;
            }
            lower.bound = offset;
            upper.bound = 1 - offset;
            sum.bound -= offset;
            if (inconsistent(lower)) return false;
            rows_.push_back(lower);
            if (!a.cuboid) continue;
            if (inconsistent(upper)) return false;
            rows_.push_back(upper);
        }
        if (a.cuboid) return true;
        rows_.push_back(sum);
        return !inconsistent(sum);
    }

    void add_rows_of_b(const PlainFrame<D>& b) {
        Row sum;
        sum.bound = 1;
        for (std::size_t i = 0; i < D; ++i) {
            Row lower;
            lower.a[i] = -1;
            rows_.push_back(lower);
            sum.a[i] = 1;
            if (!b.cuboid) continue;
            Row upper;
            upper.a[i] = 1;
            upper.bound = 1;
            rows_.push_back(upper);
        }
        if (!b.cuboid) rows_.push_back(sum);
    }

    static bool eliminate(const std::vector<Row>& from, std::vector<Row>& to, std::size_t k) {
        to.clear();
        for (const Row& row : from) {
            if (std::fabs(row.a[k]) < kNull) to.push_back(row);
        }
        for (const Row& p : from) {
            if (p.a[k] < kNull) continue;
            for (const Row& n : from) {
                if (n.a[k] > -kNull) continue;
                Row row;
                for (std::size_t i = 0; i < D; ++i) row.a[i] = i == k ? 0 : p.a[i] / p.a[k] - n.a[i] / n.a[k];
                row.bound = p.bound / p.a[k] - n.bound / n.a[k];
                if (inconsistent(row)) return false;
                to.push_back(row);
            }
        }
        return true;
    }

    static bool bounded(const std::vector<Row>& rows) {
        double low = 0;
        double high = 1;
        for (const Row& row : rows) {
            const double a = row.a[D - 1];
            if (a > kNull) high = std::fmin(high, row.bound / a);
            if (a < -kNull) low = std::fmax(low, row.bound / a);
        }
        return low < high;
    }

    std::vector<Row> rows_, next_, last_;
};

}  // namespace graze::bench
