// Robots among obstacles, and what a configuration is near to: single and many.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include <pybind11/stl.h>

#include "batch.hpp"
#include "bindings.hpp"
#include "robot_answers.hpp"
#include "triangles.hpp"

namespace graze::python {

Placed placed_body(const RobotCell& cell, std::uint32_t number, std::span<const double> configuration) {
    const CellModel& model = cell.model();
    const CellBody& body = model.bodies.at(number);
    std::vector<Pose> frames(model.tree.frame_count());
    place(model.tree, configuration, frames);
    return {body.shape, body.obstacle ? body.pose : frames[body.frame] * body.pose};
}

py::object separation_in(const RobotCell& cell, const BodyPair& pair, const Separation& separation,
                         std::span<const double> configuration) {
    if (pair.a == pair.b) return py::none();
    return separation_object(
        {separation, placed_body(cell, pair.a, configuration), placed_body(cell, pair.b, configuration)});
}

namespace {

using HeldCell = Held<RobotCell>;

struct ClearanceAnswer {
    CellClearance clearance{};
    HeldCell cell{};
    std::vector<double> configuration{};
};

struct ClearanceAnswers {
    std::vector<CellClearance> items{};
    HeldCell cell{};
    std::vector<double> configurations{};

    [[nodiscard]] std::size_t joints() const { return cell.get().joint_count(); }
};

/// A ValueError for what cannot be of this cell.
void require_of_cell(const RobotCell& cell, const CellClearance& clearance) {
    const std::size_t bodies = cell.model().bodies.size(), values = clearance.gradient.size();
    const bool known =
        clearance.pair.a == clearance.pair.b || std::max(clearance.pair.a, clearance.pair.b) < bodies;
    if (!known || (values != 0 && values != cell.joint_count())) refuse_bytes();
}

/// (default padding, paddings by link, allowed pairs, self-collision, whether resting pairs are left out).
CellOptions cell_options(const py::tuple& given) {
    CellOptions options;
    options.default_padding = number_of(given[0], "default_padding");
    if (options.default_padding < 0) refuse_value("default_padding: below 0");
    for (const auto& [link, padding] : py::reinterpret_borrow<py::dict>(given[1])) {
        const std::string name = text_of(link, "padding");
        options.padding.push_back({name, number_of(padding, "padding['" + name + "']")});
        if (options.padding.back().padding < 0) refuse_value("padding['" + name + "']: below 0");
    }
    for (const py::handle item : py::reinterpret_borrow<py::tuple>(given[2])) {
        const auto pair = py::reinterpret_borrow<py::tuple>(item);
        options.allowed.push_back({text_of(pair[0], "allowed"), text_of(pair[1], "allowed")});
    }
    options.self_collision = boolean_of(given[3], "self_collision");
    options.leave_out_resting = boolean_of(given[4], "leave_out_resting");
    return options;
}

HeldCell built_cell(const py::tuple& robots, const py::list& obstacles, const py::tuple& options) {
    std::vector<Robot> own;
    for (std::size_t i = 0; i < robots.size(); ++i)
        own.push_back(robot_of(robots[i], named("robots", i, true)));
    std::vector<Obstacle> things;
    for (const py::handle item : obstacles) {
        const auto pair = py::reinterpret_borrow<py::tuple>(item);
        const std::string name = text_of(pair[0], "obstacles");
        things.push_back({name, placed_of(pair[1], py::none(), "obstacles['" + name + "']")});
    }
    const CellOptions checked = cell_options(options);
    RobotCell cell = unlocked([&] { return RobotCell(own, things, checked); });
    if (cell.fault()) refuse_value(cell.fault()->message());
    return {std::move(cell)};
}

ClearanceOptions clearance_options(const py::tuple& given) {
    ClearanceOptions options;
    options.gradient = boolean_of(given[0], "gradient");
    if (!py::object(given[1]).is_none()) {
        options.limit = number_of(given[1], "limit");
        if (options.limit < 0) refuse_value("limit: below 0");
    }
    if (!py::object(given[2]).is_none()) {
        options.tolerance = number_of(given[2], "tolerance");
        if (options.tolerance < 0) refuse_value("tolerance: below 0");
    }
    return options;
}

py::object clearance_verb(const HeldCell& self, const py::object& q, const py::tuple& given,
                          const py::object& threads) {
    const RobotCell& cell = self.get();
    const Configurations configurations(q, cell.joint_count());
    const ClearanceOptions options = clearance_options(given);
    const unsigned wanted = threads_of(threads);
    const auto all = configurations.rows(0, configurations.size());
    std::vector<double> own(all.begin(), all.end());
    if (!configurations.many()) {
        CellClearance answer = unlocked([&] { return clearance(cell, own, options); });
        return py::cast(ClearanceAnswer{std::move(answer), self, std::move(own)});
    }
    ClearanceAnswers answers{std::vector<CellClearance>(configurations.size()), self, std::move(own)};
    const ItemCost cost = has_composite_body(cell) ? ItemCost::seconds : ItemCost::microseconds;
    run_batch({configurations.size(), wanted, cost}, [&]() -> Block {
        return [&](const ItemRange& range, Watch&) {
            const std::size_t first = range.first, count = range.last - range.first, n = cell.joint_count();
            clearances_at(cell, std::span(answers.configurations).subspan(first * n, count * n),
                          std::span(answers.items).subspan(first, count), options);
            return range.last;
        };
    });
    return py::cast(std::move(answers));
}

py::list body_names(const HeldCell& self) {
    py::list names;
    for (const CellBody& body : self.get().model().bodies) names.append(body.name);
    return names;
}

/// (M, 2): the pairs of bodies that are tested, by number.
py::array tested_pairs(const HeldCell& self) {
    const CellModel& model = self.get().model();
    std::vector<BodyPair> pairs = model.link_pairs;
    for (std::uint32_t a = 0; a < model.link_bodies; ++a)
        for (auto b = static_cast<std::uint32_t>(model.link_bodies); b < model.bodies.size(); ++b)
            if (!std::ranges::binary_search(model.allowed, BodyPair{a, b})) pairs.push_back({a, b});
    std::ranges::sort(pairs);
    return pair_column(pairs, [](const BodyPair& pair) { return pair; });
}

/// (M, 2).
py::array resting_bodies(const HeldCell& self) {
    return pair_column(self.get().model().resting, [](const BodyPair& pair) { return pair; });
}

/// Every body where the configuration has it.
py::list placed_bodies(const HeldCell& self, const py::object& q) {
    const Configurations given(q, self.get().joint_count());
    if (given.many()) refuse_value("q: one configuration is needed, not " + std::to_string(given.size()));
    py::list placed;
    for (std::uint32_t i = 0; i < self.get().model().bodies.size(); ++i)
        placed.append(wrapped(placed_body(self.get(), i, given[0])));
    return placed;
}

Vec3 point_or_nan(const CellClearance& clearance, const Vec3& point) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    return clearance.pair.a == clearance.pair.b ? Vec3{kNan, kNan, kNan} : point;
}

void bind_cell(py::module_& module) {
    py::class_<HeldCell>(module, "RobotCellBase")
        .def(py::init([](const py::object& cell) { return HeldCell{robot_cell_of(cell, "cell")}; }))
        .def_property_readonly("joint_count", [](const HeldCell& self) { return self.get().joint_count(); })
        .def_property_readonly("body_names", &body_names)
        .def("_overlaps", [](const HeldCell& self, const py::object& q,
                             const py::object& threads) { return cell_overlaps(self.get(), q, threads); })
        .def("_clearance", &clearance_verb)
        .def("_tested_pairs", &tested_pairs)
        .def("_resting", &resting_bodies)
        .def("_placed", &placed_bodies);
    module.def("build_robot_cell", &built_cell);
}

void bind_clearance(py::module_& module) {
    using C = ClearanceAnswer;
    const auto part = [](auto get) { return [get](const C& c) { return get(c.clearance); }; };
    py::class_<C>(module, "ClearanceBase")
        .def_property_readonly("lower", part([](const CellClearance& c) { return c.distance.lower; }))
        .def_property_readonly("upper", part([](const CellClearance& c) { return c.distance.upper; }))
        .def_property_readonly("pair", part([](const CellClearance& c) { return pair_object(c.pair); }))
        .def_property_readonly("point_a", part([](const CellClearance& c) {
                                   return array_of(point_or_nan(c, c.separation.point_a));
                               }))
        .def_property_readonly("point_b", part([](const CellClearance& c) {
                                   return array_of(point_or_nan(c, c.separation.point_b));
                               }))
        .def_property_readonly("normal", part([](const CellClearance& c) {
                                   return array_of(point_or_nan(c, c.separation.normal));
                               }))
        .def_property_readonly("gradient", part([](const CellClearance& c) { return array_of(c.gradient); }))
        .def_property_readonly("smooth", part([](const CellClearance& c) { return c.smooth; }))
        .def_property_readonly("status", part([](const CellClearance& c) {
                                   return member("Status", static_cast<int>(c.status));
                               }))
        .def("_q", [](const C& c) { return array_of(c.configuration); })
        .def("_separation",
             [](const C& c) {
                 return separation_in(c.cell.get(), c.clearance.pair, c.clearance.separation,
                                      c.configuration);
             })
        .def("_bytes", [](const C& c) { return py::bytes(packed(c.clearance)); });
    module.def("clearance_again", [](const py::object& cell, const py::object& q, const py::object& bytes) {
        const RobotCell& own = robot_cell_of(cell, "cell");
        const Configurations given(q, own.joint_count());
        if (given.many()) refuse_bytes();
        C answer{answer_of<CellClearance>(bytes), {own}, {given[0].begin(), given[0].end()}};
        require_of_cell(own, answer.clearance);
        return answer;
    });
}

template <class Get> auto clearance_points(const Get& get) {
    return [get](const ClearanceAnswers& all) {
        return vector_column(all.items, [&](const CellClearance& c) { return point_or_nan(c, get(c)); });
    };
}

template <class Out, class Get> auto clearance_column(const Get& get) {
    return [get](const ClearanceAnswers& all) { return column<Out>(all.items, get); };
}

/// (N, n).
Doubles gradient_rows(const ClearanceAnswers& all) {
    const auto joints = static_cast<py::ssize_t>(all.joints());
    const bool given = !all.items.empty() && !all.items.front().gradient.empty();
    Doubles rows({static_cast<py::ssize_t>(all.items.size()), given ? joints : py::ssize_t{0}});
    double* out = rows.mutable_data();
    if (given)
        for (const CellClearance& c : all.items) out = std::ranges::copy(c.gradient, out).out;
    return rows;
}

void bind_clearances(py::module_& module) {
    using All = ClearanceAnswers;
    py::class_<All>(module, "ClearancesBase")
        .def("__len__", [](const All& all) { return all.items.size(); })
        .def("_q",
             [](const All& all) {
                 return array_of(all.configurations)
                     .reshape({static_cast<py::ssize_t>(all.items.size()),
                               static_cast<py::ssize_t>(all.joints())});
             })
        .def_property_readonly(
            "lower", clearance_column<double>([](const CellClearance& c) { return c.distance.lower; }))
        .def_property_readonly(
            "upper", clearance_column<double>([](const CellClearance& c) { return c.distance.upper; }))
        .def_property_readonly("pairs",
                               [](const All& all) {
                                   return pair_column(all.items,
                                                      [](const CellClearance& c) { return c.pair; });
                               })
        .def_property_readonly("points_a",
                               clearance_points([](const CellClearance& c) { return c.separation.point_a; }))
        .def_property_readonly("points_b",
                               clearance_points([](const CellClearance& c) { return c.separation.point_b; }))
        .def_property_readonly("normals",
                               clearance_points([](const CellClearance& c) { return c.separation.normal; }))
        .def_property_readonly("gradients", &gradient_rows)
        .def_property_readonly("smooth",
                               clearance_column<bool>([](const CellClearance& c) { return c.smooth; }))
        .def_property_readonly("status", clearance_column<std::uint8_t>([](const CellClearance& c) {
                                   return static_cast<int>(c.status);
                               }))
        .def("_at",
             [](const All& all, std::size_t i) {
                 const auto first =
                     all.configurations.begin() + static_cast<std::ptrdiff_t>(i * all.joints());
                 const auto last = first + static_cast<std::ptrdiff_t>(all.joints());
                 return ClearanceAnswer{all.items.at(i), all.cell, {first, last}};
             })
        .def("_bytes", [](const All& all) {
            std::string bytes;
            for (const CellClearance& c : all.items) pack(c, bytes);
            return py::bytes(bytes);
        });
    module.def("clearances_again", [](const py::object& cell, const py::object& q, const py::object& bytes) {
        const RobotCell& own = robot_cell_of(cell, "cell");
        const Configurations given(q, own.joint_count());
        const auto rows = given.rows(0, given.size());
        const Items<CellClearance> items = answers_of<CellClearance>(bytes);
        if (items.size() != given.size()) refuse_bytes();
        for (const CellClearance& item : items) {
            require_of_cell(own, item);
            if (item.gradient.size() != items.front().gradient.size()) refuse_bytes();
        }
        return All{{items.begin(), items.end()}, {own}, {rows.begin(), rows.end()}};
    });
}

template <class Made> Shape cloud(const Made& made, const std::string& name) {
    if (!made) refuse_value(name + ": " + made.error().message());
    return *made;
}

}  // namespace

void bind_robot_cells(py::module_& module) {
    bind_cell(module);
    bind_clearance(module);
    bind_clearances(module);
    module.def("point_cloud", [](const py::object& given, const py::object& size) {
        const Doubles points = points_of(given, "points");
        const double radius = number_of(size, "radius");
        return cloud(unlocked([&] { return graze::point_cloud(as_points(points), radius); }), "points");
    });
    module.def("voxels", [](const py::object& given, const py::object& size) {
        const Doubles centres = points_of(given, "centres");
        const double half = number_of(size, "half_extent");
        return cloud(unlocked([&] { return graze::voxels(as_points(centres), half); }), "centres");
    });
}

}  // namespace graze::python
