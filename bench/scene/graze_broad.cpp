#include <numeric>

#include "broad_contender.hpp"
#include "graze/scene/dynamic_tree.hpp"

namespace graze::bench {
namespace {

class GrazeTree final : public BroadContender {
public:
    explicit GrazeTree(unsigned threads) : BroadContender("graze/tree x" + std::to_string(threads)), threads_(threads) {}

    void load(std::span<const Aabb> boxes) override {
        broad_ = std::make_unique<DynamicTree>();
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
    double bytes_per_box() const override { return static_cast<double>(broad_->memory_bytes()) / static_cast<double>(broad_->size()); }

private:
    unsigned threads_;
    std::unique_ptr<DynamicTree> broad_;
    std::vector<ProxyId> proxies_;
    std::vector<ProxyPair> pairs_;
};

}  // namespace

void add_graze_broad(BroadContenders& contenders) {
    contenders.push_back(std::make_unique<GrazeTree>(1));
    contenders.push_back(std::make_unique<GrazeTree>(2));
}

}  // namespace graze::bench
