// How far the translations around zero are covered by balls of translations: a best-first search through the
// cells of an octree. A cell is done when one ball contains it; the nearest cell that is not is the next to
// be examined. World frame.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "query/depth/common_balls.hpp"

namespace graze {

/// A cube of translations.
struct TranslationCell {
    Vec3 centre{};
    double half = 0;          ///< Of its edge.
    double nearest = 0;       ///< Length of its shortest translation, rounded down.
    std::uint32_t first = 0;  ///< Of the candidates that may cover it or its pieces.
    std::uint32_t count = 0;
};

/// What a cover may grow to; as given, it takes a few milliseconds at the most.
struct CoverLimits {
    std::size_t cells = 20'000;
    std::size_t candidates = 1'000'000;  ///< Entries of their lists.
};

class TranslationCover {
public:
    /// Of all translations no longer than `longest`. Balls beyond the first 65 536 are not used.
    TranslationCover(std::vector<TranslationBall> balls, double longest, const CoverLimits& limits = {},
                     WorkBudget* work = nullptr);

    /// Adds a ball around `centre`.
    void add(const Vec3& centre, double radius) { added_.push_back({centre, radius, {}, 0}); }

    /// The nearest cell that no ball covers, of about `fineness` times its distance or with no more
    /// candidates; empty when all within `limit` are covered, or when the limits or the work are used up. The
    /// cell is taken out: `split` it or put it back.
    std::optional<TranslationCell> next(double limit, double fineness);

    void put_back(const TranslationCell& cell);

    /// Puts the eight pieces of a cell back.
    void split(const TranslationCell& cell);

    /// All translations shorter than this are covered; at most `limit`.
    [[nodiscard]] double covered(double limit) const noexcept;

    /// The ball that goes deepest around a translation; null when there are none.
    [[nodiscard]] const TranslationBall* deepest(const Vec3& translation) const noexcept;

private:
    [[nodiscard]] bool is_covered(const TranslationCell& cell) const noexcept;

    CoverLimits limits_;
    WorkBudget* work_;  ///< Or null.
    std::vector<TranslationBall> balls_;
    std::vector<TranslationBall> added_;
    /// Lists of balls, one after the other: most of a great cover's memory.
    std::vector<std::uint16_t> candidates_;
    std::vector<TranslationCell> heap_;  ///< Nearest on top.
};

}  // namespace graze
