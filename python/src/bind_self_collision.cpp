// Which links of a robot can touch at all, pair by pair, so that a signal ends the search early.
#include <array>
#include <cstdint>
#include <string>

#include <pybind11/stl.h>

#include <graze/io/robot_file.hpp>
#include <graze/robot/self_collision.hpp>

#include "answers.hpp"
#include "batch.hpp"
#include "bindings.hpp"
#include "robots.hpp"

namespace graze::python {

namespace {

struct LinkPairObject {
    SelfCollisionPair pair{};
    Held<Robot> robot{};
};

/// (padding, unlimited, samples, max_boxes, seed).
SelfCollisionOptions self_collision_options(const py::tuple& given) {
    SelfCollisionOptions options;
    options.padding = number_of(given[0], "padding");
    options.unlimited = number_of(given[1], "unlimited");
    if (options.padding < 0) refuse_value("padding: below 0");
    if (options.unlimited < 0) refuse_value("unlimited: below 0");
    if (options.unlimited > 1e100) refuse_value("unlimited: beyond 1e100");
    options.samples = static_cast<std::uint32_t>(integer_of(given[2], "samples", 0, 0xffffffffLL));
    options.max_boxes = static_cast<std::uint32_t>(integer_of(given[3], "max_boxes", 0, 0xffffffffLL));
    options.seed = static_cast<std::uint64_t>(integer_of(given[4], "seed", 0, (1LL << 62)));
    return options;
}

py::list matrix_verb(const py::object& given, const py::tuple& options, const py::object& threads) {
    const Robot robot = robot_of(given, "robot");
    const SelfCollisionOptions checked = self_collision_options(options);
    const unsigned wanted = threads_of(threads);
    std::vector<SelfCollisionPair> pairs = self_collision_pairs(robot);
    run_batch({pairs.size(), wanted, ItemCost::seconds}, [&]() -> Block {
        return item_by_item([&](std::size_t i, Watch& watch) {
            pairs[i] = ask_stoppable(watch, [&](const StopRequest* stop) {
                SelfCollisionOptions own = checked;
                own.stop = stop;
                return self_collision_pair(robot, pairs[i].link_a, pairs[i].link_b, own);
            });
            return true;
        });
    });
    py::list list;
    for (SelfCollisionPair& pair : pairs) list.append(LinkPairObject{std::move(pair), {robot}});
    return list;
}

py::object example_of(const LinkPairObject& self) {
    if (self.pair.example.empty()) return py::none();
    return array_of(self.pair.example);
}

py::list partial_values(const LinkPairObject& self) {
    py::list names;
    for (const std::uint32_t value : self.pair.partial) names.append(self.robot.get().coordinate_name(value));
    return names;
}

std::size_t witness_count(const LinkPairObject& self) {
    std::size_t count = 0;
    for (const LinkProof::Walk& walk : self.pair.proof.walks) count += walk.witnesses.size();
    return count;
}

std::string srdf_text(const py::object& given, const py::list& items) {
    const Robot& robot = robot_of(given, "robot");
    std::vector<SelfCollisionPair> pairs;
    for (const py::handle item : items) pairs.push_back(item.cast<const LinkPairObject&>().pair);
    return io::to_srdf(robot, pairs);
}

LinkPairObject link_pair_again(const py::object& given, const py::object& bytes) {
    const Robot& robot = robot_of(given, "robot");
    SelfCollisionPair pair = answer_of<SelfCollisionPair>(bytes);
    if (std::max(pair.link_a, pair.link_b) >= robot.links().size()) refuse_bytes();
    for (const std::uint32_t value : pair.partial)
        if (value >= robot.joint_count()) refuse_bytes();
    return {std::move(pair), {robot}};
}

}  // namespace

void bind_self_collision(py::module_& module) {
    using P = LinkPairObject;
    py::class_<P>(module, "LinkPairBase")
        .def_property_readonly("_links",
                               [](const P& p) { return py::make_tuple(p.pair.link_a, p.pair.link_b); })
        .def_property_readonly("contact", [](const P& p) { return to_string(p.pair.contact); })
        .def_property_readonly("complete", [](const P& p) { return p.pair.complete(); })
        .def_property_readonly("partial", &partial_values)
        .def_property_readonly("example", &example_of)
        .def_property_readonly("samples", [](const P& p) { return p.pair.samples; })
        .def_property_readonly("closest", [](const P& p) { return p.pair.closest; })
        .def_property_readonly("boxes", [](const P& p) { return p.pair.boxes; })
        .def_property_readonly("witnesses", &witness_count)
        .def("verify",
             [](const P& p) {
                 const Robot robot = p.robot.get();
                 return unlocked([&] { return verify(p.pair, robot); });
             })
        .def("_bytes", [](const P& p) { return py::bytes(packed(p.pair)); });
    module.def("self_collision", &matrix_verb);
    module.def("self_collision_srdf", &srdf_text);
    module.def("link_pair_again", &link_pair_again);
}

}  // namespace graze::python
