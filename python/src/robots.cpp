#include "robots.hpp"

#include <algorithm>
#include <cmath>

#include "batch.hpp"
#include "objects.hpp"

namespace graze::python {

namespace {

template <class T> const T& held_in(py::handle value, const std::string& needed, const std::string& name) {
    const auto* held = value_in<Held<T>>(value);
    if (held == nullptr || !held->value)
        refuse_type(name + ": " + needed + " is needed, not " + type_name(value));
    return *held->value;
}

}  // namespace

const Robot& robot_of(py::handle value, const std::string& name) {
    return held_in<Robot>(value, "a Robot", name);
}

const JointPath& joint_path_of(py::handle value, const std::string& name) {
    return held_in<JointPath>(value, "a JointPath", name);
}

const RobotCell& robot_cell_of(py::handle value, const std::string& name) {
    return held_in<RobotCell>(value, "a RobotCell", name);
}

bool is_robot_object(py::handle value) noexcept {
    return value_in<Held<Robot>>(value) != nullptr || value_in<Held<JointPath>>(value) != nullptr ||
           value_in<Held<RobotCell>>(value) != nullptr;
}

Configurations::Configurations(py::handle value, std::size_t joints, const std::string& name)
    : kept_(doubles_of(value, name)), joints_(joints) {
    const auto width = static_cast<py::ssize_t>(joints);
    const bool empty = kept_.ndim() == 1 && kept_.shape(0) == 0 && joints > 0;
    const bool one = kept_.ndim() == 1 && kept_.shape(0) == width;
    if (!one && !empty && (kept_.ndim() != 2 || kept_.shape(1) != width)) {
        const std::string n = std::to_string(joints);
        refuse_value(name + ": shape " + extents_of(kept_) + "; a configuration is (" + n +
                     ",), many are (N, " + n + ")");
    }
    many_ = !one;
    count_ = one ? 1 : static_cast<std::size_t>(kept_.shape(0));
    data_ = kept_.data();
    require_finite(kept_, joints, name, many_);
    const auto size = static_cast<std::size_t>(kept_.size());
    for (std::size_t i = 0; i < size; ++i)
        if (std::abs(data_[i]) > 1e100)
            refuse_value(named(name, i / joints, many_) + ": a value beyond 1e100");
}

Doubles array_of(std::span<const double> numbers) {
    Doubles array(static_cast<py::ssize_t>(numbers.size()));
    std::ranges::copy(numbers, array.mutable_data());
    return array;
}

Doubles interval_rows(std::span<const Interval> intervals) {
    Doubles array({static_cast<py::ssize_t>(intervals.size()), py::ssize_t{2}});
    double* out = array.mutable_data();
    for (const Interval& interval : intervals) *out++ = interval.lower, *out++ = interval.upper;
    return array;
}

bool has_composite_body(const RobotCell& cell) {
    return std::ranges::any_of(cell.model().bodies,
                               [](const CellBody& body) { return !body.shape.convex(); });
}

py::object cell_overlaps(const RobotCell& cell, const py::object& q, const py::object& threads) {
    const Configurations given(q, cell.joint_count());
    const unsigned wanted = threads_of(threads);
    if (!given.many()) return py::bool_(unlocked([&] { return overlaps(cell, given[0]); }));
    py::array_t<bool> results(static_cast<py::ssize_t>(given.size()));
    static_assert(sizeof(bool) == 1);
    auto* const out = reinterpret_cast<unsigned char*>(results.mutable_data());
    const ItemCost cost = has_composite_body(cell) ? ItemCost::seconds : ItemCost::microseconds;
    run_batch({given.size(), wanted, cost}, [&]() -> Block {
        return [&](const ItemRange& range, Watch&) {
            const std::size_t count = range.last - range.first;
            overlaps_at(cell, given.rows(range.first, range.last), {out + range.first, count});
            return range.last;
        };
    });
    return results;
}

}  // namespace graze::python
