// Boxes in the cells of a uniform grid: for many boxes of about the same size, spread evenly. The grid is rebuilt by every update that
// follows a change, by counting, in linear time: cells of about one and a half times the middle edge around nearly all boxes; what lies
// outside belongs to the cells at the border. Boxes that cover many cells are kept in a list and compared with all others.
// A box in several cells is examined once. Pairs do that by mailboxing: a box remembers which search it was last examined by. Other searches,
// which may run at the same time, write nothing: regions report a box in the first common cell, rays keep a set of those they have visited.
// Source: van den Bergen, "Collision Detection in Interactive 3D Environments", 5.2.1. Measurements: docs/notes/broad_phases.md.
#pragma once

#include <array>
#include <vector>

#include "graze/scene/broad_phase.hpp"

namespace graze {

class UniformGrid final : public BroadPhase {
public:
    using BroadPhase::insert;
    using BroadPhase::move;
    void insert(ProxyId proxy, const Aabb& box) override;
    void move(ProxyId proxy, const Aabb& box) override;
    void remove(ProxyId proxy) override;
    void update(unsigned threads) override;

    void find_pairs(std::vector<ProxyPair>& pairs, unsigned threads) const override;
    void visit_box(const Aabb& box, ProxyVisitor visit) const override;
    void visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const override;
    void visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const override;

    [[nodiscard]] std::size_t size() const noexcept override { return size_; }
    [[nodiscard]] std::size_t memory_bytes() const noexcept override;
    [[nodiscard]] bool consistent() const override;
    /// Cells along the axes.
    [[nodiscard]] const std::array<std::uint32_t, 3>& cells() const noexcept { return cells_; }

private:
    /// Cells low .. high along every axis.
    struct CellRange {
        std::array<std::uint32_t, 3> low{};
        std::array<std::uint32_t, 3> high{};
    };

    /// Never decreases with x, so boxes that overlap have a cell in common.
    [[nodiscard]] std::uint32_t cell_of(double x, std::size_t axis) const noexcept;
    [[nodiscard]] CellRange range_of(const Aabb& box) const noexcept;
    [[nodiscard]] static std::uint64_t cells_in(const CellRange& range) noexcept;
    /// Calls `visit(std::size_t cell) -> bool` until it returns false; then returns false.
    template <class Visit> bool for_each_cell(const CellRange& range, const Visit& visit) const;
    [[nodiscard]] std::span<const ProxyId> in_cell(std::size_t cell) const noexcept {
        return std::span(entries_).subspan(starts_[cell], starts_[cell + 1] - starts_[cell]);
    }
    void lay_out();
    void fill();
    void find_pairs_of(ProxyId begin, ProxyId end, std::vector<ProxyPair>& pairs) const;
    [[nodiscard]] CellRange slab_of(const RaySegment& ray, std::size_t axis, std::uint32_t slab, double& from, double& to) const noexcept;

    std::vector<Aabb> boxes_;            ///< By proxy; empty where there is none.
    std::vector<std::uint32_t> starts_;  ///< Where a cell's entries begin, and one more.
    std::vector<ProxyId> entries_;       ///< Cell by cell, ascending in each.
    std::vector<ProxyId> large_;         ///< In no cell.
    std::vector<bool> is_large_;         ///< By proxy.
    std::array<std::uint32_t, 3> cells_{1, 1, 1};
    Vec3 origin_{};          ///< Corner of the first cell.
    double per_length_ = 1;  ///< Cells for a unit of length.
    std::size_t size_ = 0;
    bool stale_ = false;
};

}  // namespace graze
