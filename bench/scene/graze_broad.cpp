#include <algorithm>
#include <limits>
#include <numeric>

#include "broad_contender.hpp"
#include "graze/scene/broad_phase.hpp"
#include "graze/scene/dynamic_tree.hpp"
#include "graze/scene/sweep_and_prune.hpp"

namespace graze::bench {
namespace {

class GrazeBroad final : public BroadContender {
public:
    using Make = std::unique_ptr<BroadPhase> (*)();
    GrazeBroad(const std::string& name, Make make, unsigned threads, std::size_t most)
        : BroadContender("graze/" + name + (threads > 1 ? " x" + std::to_string(threads) : "")),
          make_(make),
          threads_(threads),
          most_(most) {}

    bool serves(std::size_t boxes) const override { return boxes <= most_; }
    void load(std::span<const Aabb> boxes) override {
        broad_ = make_();
        proxies_.resize(boxes.size());
        std::iota(proxies_.begin(), proxies_.end(), 0U);
        broad_->insert(proxies_, boxes);
        broad_->update(threads_);
    }
    std::size_t step(std::span<const Aabb> boxes) override {
        broad_->move(proxies_, boxes);
        broad_->update(threads_);
        broad_->find_pairs(pairs_, threads_);
        return pairs_.size();
    }
    double bytes_per_box() const override {
        return static_cast<double>(broad_->memory_bytes()) / static_cast<double>(broad_->size());
    }

private:
    Make make_;
    unsigned threads_;
    std::size_t most_;
    std::unique_ptr<BroadPhase> broad_;
    std::vector<ProxyId> proxies_;
    std::vector<ProxyPair> pairs_;
};

/// A tree built for one answer.
class GrazeOnce final : public BroadContender {
public:
    GrazeOnce() : BroadContender("graze/once") {}

    void load(std::span<const Aabb>) override {}
    std::size_t step(std::span<const Aabb> boxes) override { return find_overlapping_boxes(boxes).size(); }
};

template <class Broad> std::unique_ptr<BroadPhase> make() { return std::make_unique<Broad>(); }

}  // namespace

void add_graze_broad(BroadContenders& contenders, unsigned threads) {
    const std::size_t any = std::numeric_limits<std::size_t>::max();
    contenders.push_back(std::make_unique<GrazeBroad>("tree", make<DynamicTree>, 1, any));
    contenders.push_back(std::make_unique<GrazeBroad>("tree", make<DynamicTree>, std::max(2U, threads), any));
    if (threads > 1) return;
    contenders.push_back(std::make_unique<GrazeBroad>("grid", make<UniformGrid>, 1, any));
    contenders.push_back(std::make_unique<GrazeOnce>());
    contenders.push_back(std::make_unique<GrazeBroad>("sweep", make<SweepAndPrune>, 1, 10000));
}

}  // namespace graze::bench
