#include "query/depth/translation_cover.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze {
namespace {

bool farther(const TranslationCell& x, const TranslationCell& y) noexcept { return x.nearest > y.nearest; }

/// Sums and roots of a few roundings.
constexpr double kRound = 16 * kEps;

double shortest_in(const Vec3& centre, double half) noexcept {
    const Vec3 nearest = max(abs(centre) - Vec3{half, half, half}, Vec3{});
    return length(nearest) * (1 - kRound);
}

bool contains(const TranslationBall& ball, const TranslationCell& cell) noexcept {
    const Vec3 farthest = abs(cell.centre - ball.centre) + Vec3{cell.half, cell.half, cell.half};
    return ball.radius > 0 && length(farthest) * (1 + kRound) <= ball.radius;
}

bool intersects(const TranslationBall& ball, const TranslationCell& cell) noexcept {
    return shortest_in(cell.centre - ball.centre, cell.half) <= ball.radius;
}

}  // namespace

TranslationCover::TranslationCover(std::vector<TranslationBall> balls, double longest,
                                   const CoverLimits& limits, WorkBudget* work)
    : limits_(limits), work_(work), balls_(std::move(balls)) {
    TranslationCell root;
    // A power of two: halves and centres of all cells are exact then, and no gaps open between them.
    int exponent = 0;
    std::frexp(longest, &exponent);
    root.half = std::ldexp(1.0, exponent);
    root.count = static_cast<std::uint32_t>(std::min<std::size_t>(balls_.size(), 1 << 16));
    // Pages that are never written cost nothing, but a list that grows is there twice. The last split goes
    // beyond the limits.
    candidates_.reserve(limits.candidates + 8 * std::size_t{root.count});
    heap_.reserve(limits.cells + 8);
    for (std::uint32_t i = 0; i < root.count; ++i) candidates_.push_back(static_cast<std::uint16_t>(i));
    heap_.push_back(root);
}

bool TranslationCover::is_covered(const TranslationCell& cell) const noexcept {
    if (std::any_of(added_.begin(), added_.end(),
                    [&](const TranslationBall& ball) { return contains(ball, cell); }))
        return true;
    const auto first = candidates_.begin() + cell.first;
    return std::any_of(first, first + cell.count, [&](std::uint16_t i) { return contains(balls_[i], cell); });
}

std::optional<TranslationCell> TranslationCover::next(double limit, double fineness) {
    while (!heap_.empty() && heap_.front().nearest < limit && heap_.size() < limits_.cells &&
           candidates_.size() < limits_.candidates && !spent(work_)) {
        std::pop_heap(heap_.begin(), heap_.end(), farther);
        const TranslationCell cell = heap_.back();
        heap_.pop_back();
        // Tested for whether they cover the cell, or intersect it.
        spend(work_, work::kBallCell * (cell.count + 2 * added_.size()));
        if (is_covered(cell)) continue;
        const double wanted = fineness * (cell.nearest + cell.half);
        const bool near_added = std::any_of(added_.begin(), added_.end(), [&](const TranslationBall& ball) {
            return intersects(ball, cell);
        });
        if (cell.half <= (cell.count == 0 && !near_added ? 4 * wanted : wanted)) return cell;
        split(cell);
    }
    return std::nullopt;
}

void TranslationCover::split(const TranslationCell& cell) {
    const double half = 0.5 * cell.half;
    spend(work_, work::kBallCell * 8 * (cell.count + 8));
    for (int i = 0; i < 8; ++i) {
        TranslationCell piece;
        piece.half = half;
        piece.centre = cell.centre + Vec3{(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half,
                                          (i & 4) != 0 ? half : -half};
        piece.nearest = shortest_in(piece.centre, half);
        piece.first = static_cast<std::uint32_t>(candidates_.size());
        for (std::uint32_t k = cell.first; k < cell.first + cell.count; ++k) {
            if (intersects(balls_[candidates_[k]], piece)) candidates_.push_back(candidates_[k]);
        }
        piece.count = static_cast<std::uint32_t>(candidates_.size()) - piece.first;
        put_back(piece);
    }
}

void TranslationCover::put_back(const TranslationCell& cell) {
    heap_.push_back(cell);
    std::push_heap(heap_.begin(), heap_.end(), farther);
}

double TranslationCover::covered(double limit) const noexcept {
    return heap_.empty() ? limit : std::min(limit, heap_.front().nearest);
}

const TranslationBall* TranslationCover::deepest(const Vec3& translation) const noexcept {
    spend(work_, work::kBallCell * balls_.size());
    const TranslationBall* best = nullptr;
    double depth = -std::numeric_limits<double>::infinity();
    for (const TranslationBall& ball : balls_) {
        const double here = ball.radius - length(translation - ball.centre);
        if (here > depth) {
            depth = here;
            best = &ball;
        }
    }
    return best;
}

}  // namespace graze
