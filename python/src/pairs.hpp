// The pairs of shapes that a question is about: one pair, or many of the same shapes at many places, or of
// many shapes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <graze/query/query.hpp>

#include "batch.hpp"
#include "poses.hpp"

namespace graze::python {

/// One side of a pair: a shape, a placed shape, or many of them, with one pose or many.
class Side {
public:
    Side(py::handle shapes, py::handle poses, const std::string& name);

    [[nodiscard]] bool many() const noexcept { return listed_ != nullptr || poses_.many(); }
    [[nodiscard]] std::size_t size() const noexcept { return listed_ ? listed_->size() : poses_.size(); }
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    /// The shape of all items, at the one pose there is; of a list the first item.
    [[nodiscard]] const Placed& first() const noexcept { return one_; }
    [[nodiscard]] const Poses& poses() const noexcept { return poses_; }
    /// The items where each has a shape of its own, with their poses; else null.
    [[nodiscard]] const std::shared_ptr<const std::vector<Placed>>& listed() const noexcept {
        return listed_;
    }
    [[nodiscard]] bool convex() const noexcept { return convex_; }
    /// Item i: in a list, or `scratch`, a copy of `first()` that is put there. Null when its pose cannot be
    /// used.
    [[nodiscard]] const Placed* load(std::size_t i, Placed& scratch) const noexcept {
        if (listed_) return &(*listed_)[i];
        return !poses_.many() || poses_.read(i, scratch.pose) ? &scratch : nullptr;
    }

    /// The pose of item i of a side without a list, where items have their own: `pose` stays as it is for
    /// others. False when it cannot be used.
    [[nodiscard]] bool place(std::size_t i, Pose& pose) const noexcept {
        return !poses_.many() || poses_.read(i, pose);
    }

private:
    void take_list(py::handle shapes);

    std::string name_;
    Placed one_{Point{}, {}};
    std::shared_ptr<const std::vector<Placed>> listed_;
    Poses poses_;
    bool convex_ = true;
};

/// Two sides of the same number of items, or one of each.
struct Pairs {
    Side a;
    Side b;
    bool many = false;
    std::size_t count = 1;

    Pairs(py::handle given_a, py::handle given_b, py::handle a_pose, py::handle b_pose);
    /// Calls answer(i, a, b) or answer(i, a, b, watch) for every pair; raises for the first pose that cannot
    /// be used.
    template <class Answer> void run(unsigned threads, const Answer& answer) const;
    /// Whether all items are the same two shapes, of which no question takes long.
    [[nodiscard]] bool two_shapes() const noexcept {
        return !a.listed() && !b.listed() && cost() == ItemCost::microseconds;
    }
    /// Where those are, for the library's verbs on one pair at many places: calls answer(first, poses) for
    /// slices of the items, poses from item `first` on. As `run` otherwise.
    template <class Answer> void run_at(unsigned threads, const Answer& answer) const;
    /// The single pair.
    [[nodiscard]] const Placed& only_a() const noexcept { return a.first(); }
    [[nodiscard]] const Placed& only_b() const noexcept { return b.first(); }
    [[nodiscard]] ItemCost cost() const noexcept {
        return a.convex() && b.convex() ? ItemCost::microseconds : ItemCost::seconds;
    }
    /// Calls verb(a, b) for the single pair: without the interpreter's lock where it may take long.
    template <class Verb> auto ask(const Verb& verb) const {
        if (cost() == ItemCost::microseconds) return verb(only_a(), only_b());
        const py::gil_scoped_release unlocked;
        return verb(only_a(), only_b());
    }

private:
    /// Poses that are read at once: as many as are answered between two readings of the clock, for a verb on
    /// many places prepares itself in each call. 48 kB, which stay in a core's cache.
    static constexpr std::size_t kSlice = 256;
    std::size_t answer_slices(const ItemRange& range, const Watch& watch, std::span<PosePair> slice,
                              FunctionRef<void(std::size_t, std::span<const PosePair>)> answer) const;
    [[noreturn]] void refuse(std::size_t i) const;
};

template <class Answer> void Pairs::run(unsigned threads, const Answer& answer) const {
    const auto bad = run_batch({count, threads, cost()}, [&]() -> Block {
        return item_by_item(
            [this, &answer, own_a = a.first(), own_b = b.first()](std::size_t i, Watch& watch) mutable {
                const Placed* one = a.load(i, own_a);
                const Placed* other = b.load(i, own_b);
                if (one == nullptr || other == nullptr) return false;
                if constexpr (std::is_invocable_v<Answer, std::size_t, const Placed&, const Placed&, Watch&>)
                    answer(i, *one, *other, watch);
                else
                    answer(i, *one, *other);
                return true;
            });
    });
    if (bad) refuse(*bad);
}

template <class Answer> void Pairs::run_at(unsigned threads, const Answer& answer) const {
    const auto bad = run_batch({count, threads, cost()}, [&]() -> Block {
        std::vector<PosePair> slice(std::min(count, kSlice), {a.first().pose, b.first().pose});
        return [this, &answer, slice = std::move(slice)](const ItemRange& range, Watch& watch) mutable {
            return answer_slices(range, watch, slice, answer);
        };
    });
    if (bad) refuse(*bad);
}

}  // namespace graze::python
