// Certificates of paths: the search, with every plane checked as `verify` will check it.
#include <algorithm>
#include <map>
#include <memory>
#include <variant>

#include "query/decide.hpp"
#include "robot/path_search.hpp"
#include "verify/moving/verify_path.hpp"

namespace graze {
namespace {

class Certifier final : public PathRecorder {
public:
    Certifier(const RobotCell::State& cell, const JointPath& path)
        : cell_(cell), enclosures_(cell.model, path) {}

    double plane(const BodyPair& pair, const PathCell& cell, double enough) override {
        checked_ = {pair, cell};
        return verifying::least_gap(enclosures_, pair, cell, enough);
    }

    double still(const BodyPair& pair, const Interval& time, double distance) override {
        // Verification rounds outward: a little less than the search found.
        const double shown =
            distance - kStillRoundings * cell_.largest_reach - kPlaceRoundings * cell_.farthest_base;
        if (!(shown >= 0)) return -kInfinity;
        const auto bodies = verifying::still_bodies(enclosures_, pair, time, shown);
        if (!bodies) return -kInfinity;
        Verdict verdict = pair_verdict(bodies->a, bodies->b);
        if (verdict.answer != Answer::disjoint || !verify(verdict, bodies->a, bodies->b)) return -kInfinity;
        checked_ = {pair, PathStill{time, shown, std::move(verdict.proof)}};
        return shown;
    }

    void keep() override {
        PathPair& proof = pairs_[checked_.pair];
        if (const auto* cell = std::get_if<PathCell>(&checked_.reason)) proof.cells.push_back(*cell);
        if (auto* still = std::get_if<PathStill>(&checked_.reason)) proof.stills.push_back(std::move(*still));
    }

    std::vector<PathPair> take() {
        std::vector<PathPair> all;
        all.reserve(pairs_.size());
        for (auto& [pair, proof] : pairs_) {
            proof.pair = pair;
            all.push_back(std::move(proof));
        }
        return all;
    }

private:
    /// Of the reach of the robots; of grown bodies, far above rounding and far below what is measured.
    static constexpr double kStillRoundings = 1e-9;
    /// Of the distance of the bases from the origin: a few hundred roundings for each of many axes.
    static constexpr double kPlaceRoundings = 1e-11;

    struct Checked {
        BodyPair pair{};
        std::variant<PathCell, PathStill> reason{};
    };

    const RobotCell::State& cell_;
    verifying::PathEnclosures enclosures_;
    std::map<BodyPair, PathPair> pairs_;
    Checked checked_{};
};

/// That the pair of a hit is no farther apart than wanted at the end of its time.
Proof contact_proof(const RobotCell::State& cell, const JointPath& path, const PathClearance& hit,
                    double wanted) {
    Placed a = verifying::placed_at(cell.model, hit.pair.a, path, hit.time.upper);
    const Placed b = verifying::placed_at(cell.model, hit.pair.b, path, hit.time.upper);
    if (wanted > 0) a.shape = rounded(a.shape, wanted);
    Verdict verdict = pair_verdict(a, b);
    return verdict.answer == Answer::intersecting ? std::move(verdict.proof) : Proof{};
}

}  // namespace

PathCertificate certify_path(const RobotCell& cell, const JointPath& path, const PathOptions& options) {
    PathCertificate certificate;
    const RobotCell::State& state = cell.state();
    if (!path_input_usable(state, path, options)) {
        certificate.path.status = Status::invalid_input;
        return certificate;
    }
    Certifier certifier(state, path);
    certificate.path = PathSearch(state.wholes, path, options, &certifier).run();
    certificate.pairs = certifier.take();
    const bool free = certificate.path.answer == PathAnswer::free;
    // Without any pairs the clearance is infinite; certificates have finite numbers.
    certificate.clearance =
        free ? std::min(certificate.path.clearance.lower, kLargestServed) : options.wanted;
    certificate.path.clearance.lower = free ? certificate.clearance : -kInfinity;
    certificate.until = certificate.path.time.lower;
    if (certificate.path.answer == PathAnswer::hit)
        certificate.contact = contact_proof(state, path, certificate.path, options.wanted);
    certificate.digest = digest_of(state.model, path);
    return certificate;
}

}  // namespace graze
