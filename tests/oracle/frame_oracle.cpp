#include "oracle/frame_oracle.hpp"

#include <algorithm>
#include <functional>

namespace graze::test {
namespace {

using Rational = mpq_class;
using Vector = std::vector<Rational>;

/// a · x <= bound.
struct ExactRow {
    Vector a;
    Rational bound;
};

/// Solves the rows as equations; false when they do not intersect in one point.
bool solve(std::vector<ExactRow> rows, Vector& x) {
    const std::size_t n = rows.size();
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        while (pivot < n && rows[pivot].a[column] == 0) ++pivot;
        if (pivot == n) return false;
        std::swap(rows[pivot], rows[column]);
        for (std::size_t i = 0; i < n; ++i) {
            if (i == column || rows[i].a[column] == 0) continue;
            const Rational factor = rows[i].a[column] / rows[column].a[column];
            for (std::size_t k = column; k < n; ++k) rows[i].a[k] -= factor * rows[column].a[k];
            rows[i].bound -= factor * rows[column].bound;
        }
    }
    x.resize(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = rows[i].bound / rows[i].a[i];
    return true;
}

Rational value(const ExactRow& row, const Vector& x) {
    Rational sum;
    for (std::size_t i = 0; i < x.size(); ++i) sum += row.a[i] * x[i];
    return sum;
}

/// The coordinates of the frame as rows in the world's (x, t): coordinate_j = normal_j · (x - origin -
/// velocity t).
template <int D>
void add_rows(const MovingFrame<D>& moving, std::size_t variables, std::vector<ExactRow>& rows) {
    const Frame<D>& frame = moving.frame;
    // Column j of the inverse by solving C^T n = e_j.
    std::vector<Vector> normals;
    for (std::size_t j = 0; j < D; ++j) {
        std::vector<ExactRow> equations;
        for (std::size_t i = 0; i < D; ++i) {
            ExactRow equation;
            for (std::size_t k = 0; k < D; ++k) equation.a.emplace_back(frame.components()[i][k]);
            equation.bound = i == j ? 1 : 0;
            equations.push_back(equation);
        }
        Vector normal;
        solve(equations, normal);
        normals.push_back(normal);
    }
    ExactRow sum{Vector(variables), 1};
    for (std::size_t j = 0; j < D; ++j) {
        ExactRow upper{Vector(variables), 1};
        for (std::size_t k = 0; k < D; ++k) {
            upper.a[k] = normals[j][k];
            upper.bound += normals[j][k] * Rational(frame.origin()[k]);
            if (variables > D) upper.a[D] -= normals[j][k] * Rational(moving.velocity[k]);
        }
        ExactRow lower{upper.a, 1 - upper.bound};
        for (Rational& a : lower.a) a = -a;
        rows.push_back(lower);
        if (frame.kind() == FrameKind::cuboid) rows.push_back(upper);
        for (std::size_t k = 0; k < variables; ++k) sum.a[k] += upper.a[k];
        sum.bound += upper.bound - 1;
    }
    if (frame.kind() == FrameKind::tetrahedron) rows.push_back(sum);
}

std::vector<Vector> vertices(const std::vector<ExactRow>& rows, std::size_t n) {
    std::vector<Vector> found;
    std::vector<ExactRow> chosen;
    const std::function<void(std::size_t)> choose = [&](std::size_t from) {
        if (chosen.size() == n) {
            Vector x;
            if (!solve(chosen, x)) return;
            for (const ExactRow& row : rows) {
                if (value(row, x) > row.bound) return;
            }
            found.push_back(x);
            return;
        }
        for (std::size_t i = from; i < rows.size(); ++i) {
            chosen.push_back(rows[i]);
            choose(i + 1);
            chosen.pop_back();
        }
    };
    choose(0);
    return found;
}

}  // namespace

template <int D>
ExactOverlap<D> exact_overlap(const MovingFrame<D>& a, const MovingFrame<D>& b, bool moving) {
    const std::size_t variables = D + (moving ? 1 : 0);
    std::vector<ExactRow> rows;
    add_rows(a, variables, rows);
    add_rows(b, variables, rows);
    if (moving) {
        ExactRow late{Vector(variables), 1};
        late.a[D] = 1;
        ExactRow early{Vector(variables), 0};
        early.a[D] = -1;
        rows.push_back(late);
        rows.push_back(early);
    }
    ExactOverlap<D> result;
    const std::vector<Vector> corners = vertices(rows, variables);
    if (corners.empty()) return result;
    result.overlap = true;
    Vector middle(variables);
    for (std::size_t k = 0; k < variables; ++k) {
        const auto [low, high] = std::minmax_element(
            corners.begin(), corners.end(), [k](const Vector& x, const Vector& y) { return x[k] < y[k]; });
        if (k < D) {
            result.min[k] = (*low)[k];
            result.max[k] = (*high)[k];
        } else {
            result.first_time = (*low)[k];
            result.last_time = (*high)[k];
        }
        for (const Vector& corner : corners) middle[k] += corner[k];
        middle[k] /= static_cast<unsigned long>(corners.size());
    }
    // The mean of the vertices is off every face, unless all vertices lie on one.
    result.interiors_overlap = std::all_of(
        rows.begin(), rows.end(), [&](const ExactRow& row) { return value(row, middle) < row.bound; });
    return result;
}

template ExactOverlap<2> exact_overlap(const MovingFrame<2>&, const MovingFrame<2>&, bool);
template ExactOverlap<3> exact_overlap(const MovingFrame<3>&, const MovingFrame<3>&, bool);

}  // namespace graze::test
