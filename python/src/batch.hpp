// Many questions on many threads, without the interpreter's lock. Every item is answered by itself, so the
// answers are the same bytes for every number of threads. The calling thread waits, and lets Python handle
// signals every 50 ms: an exception of a handler, such as KeyboardInterrupt, ends the batch.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"

namespace graze::python {

/// Answers items first .. last - 1. Returns the first that cannot be used, or last.
using Block = std::function<std::size_t(std::size_t first, std::size_t last)>;

/// Makes a Block for each thread, with what it keeps for itself.
using MakeBlock = std::function<Block()>;

/// Returns the smallest index that some block refused; empty when all were answered. Called with the lock.
std::optional<std::size_t> run_batch(std::size_t count, unsigned threads, const MakeBlock& make);

/// One side of a pair: a shape, a placed shape, or many of them, with one pose or many.
class Side {
public:
    Side(py::handle shapes, py::handle poses, const std::string& name);

    [[nodiscard]] bool many() const noexcept { return !listed_.empty() || poses_.many() || empty_list_; }
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const Placed& first() const noexcept { return one_; }
    [[nodiscard]] const Poses& poses() const noexcept { return poses_; }
    /// Whether every item has a shape of its own.
    [[nodiscard]] bool listed() const noexcept { return !listed_.empty(); }
    /// Puts item i into `placed`, which was copied from `first()`. False when its pose cannot be used.
    [[nodiscard]] bool load(std::size_t i, Placed& placed) const noexcept;

private:
    void take_list(py::handle shapes);

    std::string name_;
    Placed one_{Point{}, {}};
    std::vector<Placed> listed_;
    Poses poses_;
    bool empty_list_ = false;
};

/// Two sides of the same number of items, or one of each.
struct Pairs {
    Side a;
    Side b;
    bool many = false;
    std::size_t count = 1;

    Pairs(py::handle a, py::handle b, py::handle a_pose, py::handle b_pose);
    /// Calls answer(i, a, b) for every pair; raises for the first pose that cannot be used.
    template <class Answer> void run(unsigned threads, const Answer& answer) const;
    /// The single pair.
    [[nodiscard]] const Placed& only_a() const noexcept { return a.first(); }
    [[nodiscard]] const Placed& only_b() const noexcept { return b.first(); }

private:
    [[noreturn]] void refuse(std::size_t i) const;
};

template <class Answer> void Pairs::run(unsigned threads, const Answer& answer) const {
    const auto bad = run_batch(count, threads, [&]() -> Block {
        return [this, &answer, placed_a = a.first(), placed_b = b.first()](
                   std::size_t first, std::size_t last) mutable -> std::size_t {
            for (std::size_t i = first; i < last; ++i) {
                if (!a.load(i, placed_a) || !b.load(i, placed_b)) return i;
                answer(i, static_cast<const Placed&>(placed_a), static_cast<const Placed&>(placed_b));
            }
            return last;
        };
    });
    if (bad) refuse(*bad);
}

}  // namespace graze::python
