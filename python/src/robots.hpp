// Robots, paths of their joints and cells as Python holds and passes them.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <graze/robot/robot_cell.hpp>

#include "arguments.hpp"

namespace graze::python {

/// What an object holds; nothing in one that was never initialised (`T.__new__(T)`), whose memory is zeros.
template <class T> struct Held {
    std::optional<T> value{};

    /// A TypeError where there is none.
    [[nodiscard]] const T& get() const {
        if (!value) refuse_type("self: not initialised");
        return *value;
    }
};

/// A TypeError names the argument.
const Robot& robot_of(py::handle value, const std::string& name);
const JointPath& joint_path_of(py::handle value, const std::string& name);
const RobotCell& robot_cell_of(py::handle value, const std::string& name);

/// Whether it is an initialised one of these.
bool is_robot_object(py::handle value) noexcept;

/// (name, links, joints, base, attached, excluded), each a tuple of tuples in the order of the fields in
/// graze/motion/robot.hpp.
RobotDescription robot_description_of(const py::tuple& given);
py::tuple tuple_of(const RobotDescription& description);
/// "revolute", as Python names it.
const char* joint_type_name(JointType type);

/// Two numbers, which may be infinite; None is everything.
Interval interval_of(py::handle value, const std::string& name);
py::tuple tuple_of(const Interval& interval);

/// One configuration or many, in an array of the caller's or a converted copy of it. Finite, none beyond
/// 1e100.
class Configurations {
public:
    /// (joints,) or (N, joints).
    Configurations(py::handle value, std::size_t joints, const std::string& name = "q");

    [[nodiscard]] bool many() const noexcept { return many_; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] std::span<const double> operator[](std::size_t i) const noexcept {
        return {data_ + i * joints_, joints_};
    }
    [[nodiscard]] std::span<const double> rows(std::size_t first, std::size_t last) const noexcept {
        return {data_ + first * joints_, (last - first) * joints_};
    }

private:
    Doubles kept_;
    const double* data_ = nullptr;
    std::size_t joints_ = 0;
    std::size_t count_ = 1;
    bool many_ = false;
};

/// (n,).
Doubles array_of(std::span<const double> numbers);
/// (n, 2).
Doubles interval_rows(std::span<const Interval> intervals);

/// Lower and upper ends of rotations (L, 3, 3), then of positions (L, 3).
py::tuple arrays_of(std::span<const PoseBounds> bounds);

/// Whether a body takes long to ask about: batches then read the clock after every item.
bool has_composite_body(const RobotCell& cell);

/// bool, or bool (N,): `overlaps` of configurations.
py::object cell_overlaps(const RobotCell& cell, const py::object& q, const py::object& threads);

}  // namespace graze::python
