// Trees of oriented boxes: what two of them have in common, at rest at one place or at many, and while they
// move.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <graze/ccd/steady_contact.hpp>
#include <graze/obb/obb_search.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "motions.hpp"
#include "triangles.hpp"

namespace graze::python {

namespace {

class OrientedTree {
public:
    OrientedTree(const py::object& mesh, const std::string& fit, const std::string& split,
                 const py::object& leaf_size) {
        ObbTreeOptions options;
        options.fit = fit == "minimum_volume" ? ObbFit::minimum_volume
                      : fit == "points"       ? ObbFit::points
                                              : ObbFit::triangles;
        options.split = split == "median" ? ObbSplit::median : ObbSplit::centre;
        options.leaf_size = static_cast<std::uint32_t>(integer_of(leaf_size, "leaf_size", 1, 1 << 30));
        const Mesh own = mesh_again(mesh_of(mesh, "mesh"));
        tree_ = unlocked([&] { return ObbTree::build(own, options); });
    }
    [[nodiscard]] const ObbTree& tree() const noexcept { return tree_; }

private:
    ObbTree tree_;
};

ObbTest test_of(const std::string& name) {
    if (name == "sat_lite") return ObbTest::sat_lite;
    if (name == "sphere_sat") return ObbTest::sphere_sat;
    return name == "sphere_sat_lite" ? ObbTest::sphere_sat_lite : ObbTest::sat;
}

/// (depth_a, depth_b, test, ...), for searches at rest and in motion.
template <class Options> Options search_options(const py::tuple& given) {
    Options options;
    options.depth_a = static_cast<std::int32_t>(integer_of(given[0], "depth_a", -1, 1 << 20));
    options.depth_b = static_cast<std::int32_t>(integer_of(given[1], "depth_b", -1, 1 << 20));
    options.test = test_of(text_of(given[2], "test"));
    return options;
}

/// One of two trees, at one place or at many, with one velocity or many.
struct TreeSide {
    const ObbTree& tree;
    Poses poses;
    std::string velocity_name;
    bool many_velocities = false;  // before the array, whose reading sets it
    Doubles velocities;

    TreeSide(const OrientedTree& of, const py::object& pose, const py::object& velocity,
             const std::string& name)
        : tree(of.tree()),
          poses(pose, name + "_pose"),
          velocity_name("velocity_" + name),
          velocities(points_of(velocity, velocity_name, many_velocities)) {}

    [[nodiscard]] bool many() const noexcept { return poses.many() || many_velocities; }
    [[nodiscard]] bool pose(std::size_t i, Pose& pose) const noexcept {
        return poses.read(poses.many() ? i : 0, pose);
    }
    [[nodiscard]] Vec3 velocity(std::size_t i) const {
        return as_points(velocities)[many_velocities ? i : 0];
    }
};

/// Two sides, and how many questions they make together.
struct TreeQuestions {
    TreeSide a;
    TreeSide b;
    bool many = false;
    std::size_t count = 1;

    TreeQuestions(const OrientedTree& tree_a, const OrientedTree& tree_b, const py::tuple& poses,
                  const py::tuple& velocities)
        : a(tree_a, poses[0], velocities[0], "a"), b(tree_b, poses[1], velocities[1], "b") {
        for (const TreeSide* side : {&a, &b}) {
            if (side->poses.many()) take(side->poses.size(), side->poses.name(), "poses");
            if (side->many_velocities)
                take(static_cast<std::size_t>(side->velocities.size()) / 3, side->velocity_name,
                     "velocities");
        }
    }

    /// Calls answer(i, pose of a, pose of b, stop) for each; what a handler of a signal raised comes out.
    template <class Answer> void run(unsigned threads, const Answer& answer) const {
        const auto bad = run_batch({count, threads, ItemCost::seconds}, [&]() -> Block {
            return item_by_item([&](std::size_t i, Watch& watch) {
                Pose pose_a, pose_b;
                if (!a.pose(i, pose_a) || !b.pose(i, pose_b)) return false;
                ask_stoppable(watch, [&](const StopRequest* stop) { answer(i, pose_a, pose_b, stop); });
                return true;
            });
        });
        if (!bad) return;
        Pose pose;
        (a.pose(*bad, pose) ? b : a).poses.refuse(*bad);
    }

private:
    void take(std::size_t size, const std::string& name, const char* what) {
        if (many && size != count)
            refuse_value(name + ": " + std::to_string(size) + " " + what + " for " + std::to_string(count) +
                         " questions");
        many = true, count = size;
    }
};

/// What one search found, with its work.
template <class Contact, class Stats> struct Found {
    std::vector<Contact> contacts;
    Stats stats{};
};

template <class Contact> py::array pairs_of(const std::vector<Contact>& contacts) {
    py::array_t<std::uint32_t> pairs({static_cast<py::ssize_t>(contacts.size()), py::ssize_t{2}});
    std::uint32_t* out = pairs.mutable_data();
    for (const Contact& contact : contacts) *out++ = contact.a.index, *out++ = contact.b.index;
    return pairs;
}

template <class Contact> py::tuple which_are_boxes(const std::vector<Contact>& contacts) {
    return py::make_tuple(column<bool>(contacts, [](const Contact& c) { return c.a.is_box; }),
                          column<bool>(contacts, [](const Contact& c) { return c.b.is_box; }));
}

py::dict work_of(const ObbTreeStats& stats) {
    py::dict work;
    work["boxes"] = stats.faces.tests;
    work["triangle_boxes"] = stats.triangle_boxes.tests;
    work["triangles"] = stats.triangles.tests;
    return work;
}

/// A list of what each search found, or what the single one did.
template <class Results, class Fields>
py::object fields_or_list(const Results& results, bool many, const Fields& fields) {
    if (!many) return fields(results.front());
    py::list list;
    for (const auto& result : results) list.append(fields(result));
    return list;
}

using StillFound = Found<TreeContact, ObbTreeStats>;

py::tuple still_fields(const StillFound& found) {
    using C = TreeContact;
    const py::tuple boxes = which_are_boxes(found.contacts);
    return py::make_tuple(pairs_of(found.contacts), boxes[0], boxes[1],
                          vector_column(found.contacts, [](const C& c) { return c.point; }),
                          vector_column(found.contacts, [](const C& c) { return c.normal_a; }),
                          vector_column(found.contacts, [](const C& c) { return c.normal_b; }),
                          work_of(found.stats));
}

py::tuple without_velocities() { return py::make_tuple(py::make_tuple(0, 0, 0), py::make_tuple(0, 0, 0)); }

/// given: (depth_a, depth_b, test, first_only).
py::object collisions_verb(const OrientedTree& a, const OrientedTree& b, const py::tuple& poses,
                           const py::tuple& given, const py::object& threads) {
    const auto options = search_options<FindOptions>(given);
    const bool first_only = boolean_of(given[3], "first_only");
    const TreeQuestions questions(a, b, poses, without_velocities());
    std::vector<StillFound> found(questions.count);
    questions.run(threads_of(threads),
                  [&](std::size_t i, const Pose& pose_a, const Pose& pose_b, const StopRequest* stop) {
                      FindOptions own = options;
                      own.stop = stop;
                      found[i].stats = find_collisions({questions.a.tree, pose_a}, {questions.b.tree, pose_b},
                                                       own, [&](const TreeContact& contact) {
                                                           found[i].contacts.push_back(contact);
                                                           return first_only ? Continue::no : Continue::yes;
                                                       });
                  });
    return fields_or_list(found, questions.many, still_fields);
}

/// given: (depth_a, depth_b, test).
py::object test_verb(const OrientedTree& a, const OrientedTree& b, const py::tuple& poses,
                     const py::tuple& given, const py::object& threads) {
    const auto options = search_options<FindOptions>(given);
    const TreeQuestions questions(a, b, poses, without_velocities());
    py::array_t<bool> hits(static_cast<py::ssize_t>(questions.count));
    bool* out = hits.mutable_data();
    questions.run(threads_of(threads), [&](std::size_t i, const Pose& pose_a, const Pose& pose_b,
                                           const StopRequest* stop) {
        FindOptions own = options;
        own.stop = stop;
        out[i] = test_collision({questions.a.tree, pose_a}, {questions.b.tree, pose_b}, own).hit;
    });
    return questions.many ? py::object(hits) : py::object(py::bool_(out[0]));
}

using MovingFound = Found<MovingTreeContact, MovingTreeStats>;

py::tuple moving_fields(const MovingFound& found) {
    using C = MovingTreeContact;
    const auto& all = found.contacts;
    const auto interval = [&](Interval C::*time) {
        return py::make_tuple(column<double>(all, [&](const C& c) { return (c.*time).lower; }),
                              column<double>(all, [&](const C& c) { return (c.*time).upper; }));
    };
    const auto vectors = [&](Vec3 C::*vector) {
        return vector_column(all, [&](const C& c) { return c.*vector; });
    };
    const py::tuple boxes = which_are_boxes(all);
    return py::make_tuple(pairs_of(all), boxes[0], boxes[1], interval(&C::time), interval(&C::last),
                          vectors(&C::point), column<bool>(all, [](const C& c) { return c.point_unique; }),
                          vectors(&C::normal), vectors(&C::normal_a), vectors(&C::normal_b),
                          found.stats.deviation, work_of(found.stats));
}

/// A visitor that keeps what it gets.
auto keep_in(std::vector<MovingTreeContact>& contacts) {
    return [&contacts](const MovingTreeContact& contact) {
        contacts.push_back(contact);
        return Continue::yes;
    };
}

/// given: (depth_a, depth_b, test, first_only).
MovingFindOptions moving_options(const py::tuple& given) {
    auto options = search_options<MovingFindOptions>(given);
    options.first_only = boolean_of(given[3], "first_only");
    return options;
}

/// given: (depth_a, depth_b, test, first_only, dt).
py::object moving_verb(const py::tuple& trees, const py::tuple& poses, const py::tuple& velocities,
                       const py::tuple& given, const py::object& threads) {
    const MovingFindOptions options = moving_options(given);
    const double dt = number_of(given[4], "dt");
    if (dt < 0) refuse_value("dt: below 0");
    const TreeQuestions questions(trees[0].cast<const OrientedTree&>(), trees[1].cast<const OrientedTree&>(),
                                  poses, velocities);
    std::vector<MovingFound> found(questions.count);
    questions.run(threads_of(threads), [&](std::size_t i, const Pose& pose_a, const Pose& pose_b,
                                           const StopRequest* stop) {
        MovingFindOptions own = options;
        own.stop = stop;
        found[i].stats = find_moving_collisions({questions.a.tree, pose_a, questions.a.velocity(i)},
                                                {questions.b.tree, pose_b, questions.b.velocity(i)}, dt, own,
                                                keep_in(found[i].contacts));
    });
    for (const MovingFound& one : found)
        if (one.stats.status == Status::invalid_input) refuse_value("dt: a velocity leads beyond 1e100");
    return fields_or_list(found, questions.many, moving_fields);
}

/// given: (depth_a, depth_b, test, first_only, steps).
py::tuple sampled_verb(const py::tuple& trees, const py::tuple& motions, const py::tuple& given) {
    MovingFindOptions options = moving_options(given);
    const auto steps = static_cast<std::uint32_t>(integer_of(given[4], "steps", 1, 0xffffffffLL));
    const SampledTree a{trees[0].cast<const OrientedTree&>().tree(), motion_of(motions[0], "motion_a")},
        b{trees[1].cast<const OrientedTree&>().tree(), motion_of(motions[1], "motion_b")};
    const MovingFound found = ask_watched([&](Watch& watch) {
        return ask_stoppable(watch, [&](const StopRequest* stop) {
            options.stop = stop;
            MovingFound result;
            result.stats = find_moving_collisions(a, b, steps, options, keep_in(result.contacts));
            return result;
        });
    });
    if (found.stats.status == Status::invalid_input)
        refuse_value("motion_a, motion_b: one is not usable, or leads beyond 1e100");
    return moving_fields(found);
}

}  // namespace

void bind_oriented_trees(py::module_& module) {
    py::class_<OrientedTree>(module, "ObbTreeBase")
        .def(py::init<const py::object&, const std::string&, const std::string&, const py::object&>())
        .def_property_readonly("_triangle_count",
                               [](const OrientedTree& tree) { return tree.tree().triangle_count(); })
        .def_property_readonly("_node_count",
                               [](const OrientedTree& tree) { return tree.tree().nodes().size(); })
        .def_property_readonly("_depth", [](const OrientedTree& tree) { return tree.tree().depth(); });
    module.def("find_collisions", &collisions_verb);
    module.def("test_collision", &test_verb);
    module.def("find_moving_collisions", &moving_verb);
    module.def("find_sampled_collisions", &sampled_verb);
}

}  // namespace graze::python
