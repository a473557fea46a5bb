// Answers about cells, with the cell and their configurations or paths.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <graze/robot/robot_cell.hpp>

#include "answers.hpp"
#include "robots.hpp"

namespace graze::python {

/// (a, b), or None where no pair is meant: nothing is tested, or all is beyond the limit.
inline py::object pair_object(const BodyPair& pair) {
    if (pair.a == pair.b) return py::none();
    return py::make_tuple(pair.a, pair.b);
}

/// (N, 2) numbers of bodies, -1 where no pair is meant.
template <class Items, class Get> py::array pair_column(const Items& items, const Get& get) {
    py::array_t<std::int64_t> array({static_cast<py::ssize_t>(items.size()), py::ssize_t{2}});
    std::int64_t* out = array.mutable_data();
    for (const auto& item : items) {
        const BodyPair pair = get(item);
        const bool none = pair.a == pair.b;
        *out++ = none ? -1 : std::int64_t{pair.a};
        *out++ = none ? -1 : std::int64_t{pair.b};
    }
    return array;
}

/// A body of the cell, where the configuration has it. World frame.
Placed placed_body(const RobotCell& cell, std::uint32_t body, std::span<const double> configuration);

/// The separation of two bodies of the cell, as Python has it; None where no pair is meant.
py::object separation_in(const RobotCell& cell, const BodyPair& pair, const Separation& separation,
                         std::span<const double> configuration);

}  // namespace graze::python
