// A wide tree over moving boxes, for scenes of any size and speed. Nodes hold eight boxes as floats, all
// leaves are at the same depth, so that pairs come from walking nodes of one level against each other. Few
// changes are taken in one by one: a box that leaves its fattened one in the tree is put there again, or
// inserted from the root when it left the neighbourhood. Many are taken in by fitting all nodes around the
// new boxes, and when the tree has become too loose by that, by a new build. Exact boxes are kept beside, so
// what is found is exact. Boxes that are endless, or far away from nearly all others, are kept in a list and
// tested one by one; crowds so far apart that floats could not distinguish the boxes of each from one another
// have a tree each. Method and measurements: docs/notes/broad_phases.md. Sources: Guttman, "R-trees: a
// dynamic index structure for spatial searching", 1984 (insertion, splits); van den Bergen, "Collision
// Detection in Interactive 3D Environments", 5.3.4 (refit).
#pragma once

#include <memory>
#include <vector>

#include "graze/scene/broad_phase.hpp"

namespace graze {

class WideTree;
class Workers;
struct PlacedBox;

/// What a tree has done since it was made.
struct DynamicTreeStats {
    std::uint64_t builds = 0;
    std::uint64_t refits = 0;      ///< Of the whole tree.
    std::uint64_t kept = 0;        ///< Moves that stayed in the fattened box.
    std::uint64_t placed = 0;      ///< Moves that got a new fattened box in the same node.
    std::uint64_t reinserted = 0;  ///< Moves that went elsewhere in the tree.
};

class DynamicTree final : public BroadPhase {
public:
    DynamicTree();
    ~DynamicTree() override;

    using BroadPhase::insert;
    void insert(ProxyId proxy, const Aabb& box) override;
    void move(ProxyId proxy, const Aabb& box) override;
    void move(std::span<const ProxyId> proxies, std::span<const Aabb> boxes) override;
    void remove(ProxyId proxy) override;
    void update(unsigned threads) override;

    void find_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const override;
    void visit_box(const Aabb& box, ProxyVisitor visit) const override;
    void visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const override;
    void visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const override;

    [[nodiscard]] std::size_t size() const noexcept override { return size_; }
    [[nodiscard]] std::size_t memory_bytes() const noexcept override;
    [[nodiscard]] bool consistent() const override;
    [[nodiscard]] const DynamicTreeStats& stats() const noexcept { return stats_; }

private:
    /// Bits: waits for the update; is in the list of outsiders; is in the tree beyond this one.
    enum State : std::uint8_t { kChanged = 1, kOutside = 2, kBeyond = 4 };

    /// What has become of the last build: when another one pays.
    struct BuildAge {
        std::size_t edits = 0;            ///< Changes one by one since the build.
        std::size_t come_and_gone = 0;    ///< Insertions and removals since the last update.
        double cost_at_build = 0;         ///< Surfaces of all nodes, per proxy.
        std::size_t beyond_at_build = 0;  ///< Proxies in the tree beyond this one.
        bool tight = true;                ///< Every box in the tree is the exact one, rounded outward.
    };

    void note_change(ProxyId proxy);
    [[nodiscard]] bool fits(const Aabb& box) const noexcept {
        return contains(frame_box_, box.min) && contains(frame_box_, box.max);
    }
    void apply_one_by_one();
    void apply_moved(ProxyId proxy);
    void apply_all(unsigned threads);
    /// Moves a proxy into or out of the tree, as its box requires; true when it was and stays in the tree.
    bool place(ProxyId proxy);
    void set_outside(ProxyId proxy, bool outside);
    [[nodiscard]] bool has_left_the_frame() const noexcept;
    [[nodiscard]] std::vector<ProxyId> not_where_they_belong(const Workers& workers) const;
    [[nodiscard]] std::vector<PlacedBox> fitting_boxes();
    void build(std::span<const PlacedBox> from, unsigned threads);
    void choose_frame();
    void set_frame(const Aabb& core);
    /// Pairs with boxes that are not in the tree.
    void find_outer_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const;
    /// visit_box without the outsiders; false when the visitor had enough.
    bool visit_tree(const Aabb& box, ProxyVisitor visit) const;
    /// As the public ones, before a further search that goes on with the limit; false when the visitor had
    /// enough.
    bool visit_ray_first(const RaySegment& ray, double& limit, BoundedProxyVisitor visit) const;
    bool visit_near_first(const Aabb& box, double& limit, BoundedProxyVisitor visit) const;

    std::vector<Aabb> boxes_;          ///< Exact, by proxy; empty where there is none.
    std::vector<std::uint8_t> state_;  ///< By proxy.
    std::vector<ProxyId> changed_;     ///< Since the last update, each once.
    std::vector<ProxyId> outsiders_;   ///< Not in the tree.
    std::unique_ptr<WideTree> tree_;
    /// Bounded boxes outside of the range, when many and far away; else null.
    std::unique_ptr<DynamicTree> beyond_;
    unsigned level_ = 0;  ///< How many trees this one is beyond.
    Aabb frame_box_{};    ///< Of the tree's frame: what is within goes into the tree.
    std::size_t size_ = 0;
    BuildAge age_{};
    DynamicTreeStats stats_{};
};

}  // namespace graze
