#include "judge.hpp"

#include <algorithm>
#include <cmath>

namespace graze::bench {
namespace {

void judge_boolean(const ReferenceDistance& truth, const Reply& reply, Score& score) {
    if (truth.lower <= 0 && truth.upper >= 0) return;
    ++score.checked;
    if (!reply.failed && reply.hit == (truth.upper < 0)) return;
    ++score.wrong;
    score.failed += reply.failed ? 1 : 0;
    score.worst = std::max(score.worst, std::min(std::abs(truth.lower), std::abs(truth.upper)));
}

bool bad_normal(const Batch& batch, const PairSpec& pair, const ReferenceDistance& truth,
                const Reply& reply) {
    const double norm = length(reply.normal);
    if (!(std::abs(norm - 1) < kInexact)) return true;
    const double gap = gap_along({&batch.shapes_a[pair.a], &pair.pose_a},
                                 {&batch.shapes_b[pair.b], &pair.pose_b}, reply.normal * (1 / norm));
    return gap < truth.lower - kWrong;
}

void judge_value(Ask ask, const Batch& batch, const PairSpec& pair, const ReferenceDistance& truth,
                 const Reply& reply, Score& score) {
    ++score.checked;
    if (reply.failed || !std::isfinite(reply.distance)) {
        ++score.failed;
        ++score.wrong;
        return;
    }
    const double error = std::max({0.0, truth.lower - reply.distance, reply.distance - truth.upper});
    const bool bad = ask == Ask::depth && bad_normal(batch, pair, truth, reply);
    score.bad_normals += bad ? 1 : 0;
    score.wrong += bad || error > kWrong ? 1 : 0;
    score.inexact += error > kInexact ? 1 : 0;
    score.worst = std::max(score.worst, error);
}

}  // namespace

std::vector<ReferenceDistance> find_truth(const Batch& batch) {
    std::vector<ReferenceDistance> truth;
    for (const PairSpec& pair : batch.pairs) {
        truth.push_back(reference_distance({&batch.shapes_a[pair.a], &pair.pose_a},
                                           {&batch.shapes_b[pair.b], &pair.pose_b}));
    }
    return truth;
}

Score judge(Ask ask, const Batch& batch, std::span<const ReferenceDistance> truth,
            std::span<const Reply> replies) {
    Score score;
    for (std::size_t i = 0; i < replies.size(); ++i) {
        if (ask == Ask::boolean) {
            judge_boolean(truth[i], replies[i], score);
        } else {
            judge_value(ask, batch, batch.pairs[i], truth[i], replies[i], score);
        }
    }
    return score;
}

}  // namespace graze::bench
