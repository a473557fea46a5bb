// Whether paths of robots in cells are free: single, many, and with proofs.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include <graze/io/robot_file.hpp>

#include "batch.hpp"
#include "bindings.hpp"
#include "proofs.hpp"
#include "robot_answers.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

struct PathAnswerObject {
    PathClearance path{};
    Held<RobotCell> cell{};
    Held<JointPath> joint_path{};

    /// When the two bodies are where `contact` has them.
    [[nodiscard]] double contact_time() const {
        return path.answer == PathAnswer::free ? path.nearest_time : path.time.lower;
    }
};

struct PathAnswers {
    std::vector<PathClearance> items{};
    Held<RobotCell> cell{};
    std::vector<JointPath> paths{};
};

struct CertificateObject {
    PathCertificate certificate{};
    Held<RobotCell> cell{};
    Held<JointPath> joint_path{};
};

/// (wanted, goal, relative accuracy, absolute accuracy, tolerance, max_cells).
PathOptions path_options(const py::tuple& given) {
    PathOptions options;
    options.wanted = number_of(given[0], "wanted");
    if (options.wanted < 0) refuse_value("wanted: below 0");
    if (options.wanted > 1e100) refuse_value("wanted: beyond 1e100");
    const std::string goal = text_of(given[1], "goal");
    if (goal != "measure" && goal != "decide")
        refuse_value("goal: 'measure' or 'decide', not '" + goal + "'");
    options.goal = goal == "decide" ? PathGoal::decide : PathGoal::measure;
    options.relative_accuracy = number_of(given[2], "relative_accuracy");
    options.absolute_accuracy = number_of(given[3], "absolute_accuracy");
    if (options.relative_accuracy < 0) refuse_value("relative_accuracy: below 0");
    if (options.absolute_accuracy < 0) refuse_value("absolute_accuracy: below 0");
    if (options.relative_accuracy + options.absolute_accuracy == 0)
        refuse_value("absolute_accuracy: 0, and relative_accuracy too");
    options.tolerance = number_of(given[4], "tolerance");
    if (options.tolerance <= 0) refuse_value("tolerance: not above 0");
    options.max_cells = static_cast<std::uint32_t>(integer_of(given[5], "max_cells", 0, 0xffffffffLL));
    return options;
}

void require_joints(const JointPath& path, const RobotCell& cell, const std::string& name) {
    if (path.joint_count() != cell.joint_count())
        refuse_value(name + ": a path of " + std::to_string(path.joint_count()) + " values, the cell takes " +
                     std::to_string(cell.joint_count()));
}

/// (E, K, n): E paths, straight from each of K waypoints to the next.
std::vector<JointPath> polylines_of(py::handle value, std::size_t joints) {
    const Doubles rows = doubles_of(value, "path");
    const auto n = static_cast<py::ssize_t>(joints);
    if (rows.ndim() != 3 || rows.shape(1) < 2 || rows.shape(2) != n)
        refuse_value("path: shape " + extents_of(rows) + "; a JointPath, a list of them, or an array (K, " +
                     std::to_string(joints) + ") of waypoints, K at least 2, of many paths (E, K, " +
                     std::to_string(joints) + "), is needed");
    const auto count = static_cast<std::size_t>(rows.shape(0)),
               points = static_cast<std::size_t>(rows.shape(1));
    require_finite(rows, points * joints, "path", true);
    std::vector<JointPath> paths;
    std::vector<Waypoint> waypoints(points);
    for (std::size_t e = 0; e < count; ++e) {
        for (std::size_t k = 0; k < points; ++k) {
            const double* const row = rows.data() + (e * points + k) * joints;
            waypoints[k].time = static_cast<double>(k);
            waypoints[k].values.assign(row, row + joints);
        }
        paths.push_back(JointPath::polyline(waypoints));
        if (const auto fault = paths.back().fault())
            refuse_value(named("path", e, true) + ": " + fault->message());
    }
    return paths;
}

std::vector<JointPath> paths_of(py::handle value, const RobotCell& cell) {
    if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr()))
        return polylines_of(value, cell.joint_count());
    const auto items = py::reinterpret_steal<py::tuple>(PySequence_Tuple(value.ptr()));
    if (!items) throw py::error_already_set();
    const bool listed = items.size() == 0 || value_in<Held<JointPath>>(items[0]) != nullptr;
    if (!listed) return polylines_of(value, cell.joint_count());
    std::vector<JointPath> paths;
    for (std::size_t i = 0; i < items.size(); ++i) {
        paths.push_back(joint_path_of(items[i], named("path", i, true)));
        require_joints(paths.back(), cell, named("path", i, true));
    }
    return paths;
}

bool is_one_path(const py::object& value) { return value_in<Held<JointPath>>(value) != nullptr; }

const JointPath& one_path(const py::object& value, const RobotCell& cell) {
    const JointPath& path = joint_path_of(value, "path");
    require_joints(path, cell, "path");
    return path;
}

/// Answers of verb(cell, path, options) for all paths.
template <class T, class Verb>
std::vector<T> for_all_paths(const std::vector<JointPath>& paths, unsigned threads, const Verb& verb) {
    std::vector<T> answers(paths.size());
    run_batch({paths.size(), threads, ItemCost::seconds}, [&]() -> Block {
        return item_by_item([&](std::size_t i, Watch& watch) {
            answers[i] = verb(paths[i], watch);
            return true;
        });
    });
    return answers;
}

/// verb(cell, path, options), with a request to stop in the options.
template <class Verb> auto watched(const RobotCell& cell, const PathOptions& options, const Verb& verb) {
    return [&cell, &options, verb](const JointPath& path, Watch& watch) {
        return ask_stoppable(watch, [&](const StopRequest* stop) {
            PathOptions own = options;
            own.stop = stop;
            return verb(cell, path, own);
        });
    };
}

py::object path_clearance_verb(const py::object& given_cell, const py::object& path, const py::tuple& given,
                               const py::object& threads) {
    const RobotCell& cell = robot_cell_of(given_cell, "cell");
    const PathOptions options = path_options(given);
    const unsigned wanted = threads_of(threads);
    const auto verb =
        watched(cell, options, [](const RobotCell& in, const JointPath& one, const PathOptions& own) {
            return path_clearance(in, one, own);
        });
    if (is_one_path(path)) {
        const JointPath own = one_path(path, cell);
        PathClearance found = ask_watched([&](Watch& watch) { return verb(own, watch); });
        return py::cast(PathAnswerObject{std::move(found), {cell}, {own}});
    }
    std::vector<JointPath> paths = paths_of(path, cell);
    std::vector<PathClearance> items = for_all_paths<PathClearance>(paths, wanted, verb);
    return py::cast(PathAnswers{std::move(items), {cell}, std::move(paths)});
}

/// One certificate, or a list of them.
py::object certify_verb(const py::object& given_cell, const py::object& path, const py::tuple& given,
                        const py::object& threads) {
    const RobotCell& cell = robot_cell_of(given_cell, "cell");
    const PathOptions options = path_options(given);
    const unsigned wanted = threads_of(threads);
    const auto verb =
        watched(cell, options, [](const RobotCell& in, const JointPath& one, const PathOptions& own) {
            return certify_path(in, one, own);
        });
    if (is_one_path(path)) {
        const JointPath own = one_path(path, cell);
        PathCertificate found = ask_watched([&](Watch& watch) { return verb(own, watch); });
        return py::cast(CertificateObject{std::move(found), {cell}, {own}});
    }
    const std::vector<JointPath> paths = paths_of(path, cell);
    std::vector<PathCertificate> found = for_all_paths<PathCertificate>(paths, wanted, verb);
    py::list list;
    for (std::size_t i = 0; i < paths.size(); ++i)
        list.append(CertificateObject{std::move(found[i]), {cell}, {paths[i]}});
    return list;
}

py::dict work_fields(const PathAnswerObject& self) {
    py::dict fields;
    fields["cells"] = self.path.work.cells;
    fields["separations"] = self.path.work.separations;
    fields["planes"] = self.path.work.planes;
    return fields;
}

py::object contact_of(const PathAnswerObject& self) {
    const std::vector<double> q = self.joint_path.get().at(self.contact_time());
    return separation_in(self.cell.get(), self.path.pair, self.path.contact, q);
}

/// A ValueError for a pair that the cell has not.
void require_known_pair(const RobotCell& cell, const BodyPair& pair) {
    if (pair.a != pair.b && std::max(pair.a, pair.b) >= cell.model().bodies.size()) refuse_bytes();
}

void bind_path_clearance(py::module_& module) {
    using P = PathAnswerObject;
    py::class_<P>(module, "PathClearanceBase")
        .def_property_readonly("answer", [](const P& p) { return to_string(p.path.answer); })
        .def_property_readonly("lower", [](const P& p) { return p.path.clearance.lower; })
        .def_property_readonly("upper", [](const P& p) { return p.path.clearance.upper; })
        .def_property_readonly("_time", [](const P& p) { return tuple_of(p.path.time); })
        .def_property_readonly("nearest_time", [](const P& p) { return p.path.nearest_time; })
        .def_property_readonly("pair", [](const P& p) { return pair_object(p.path.pair); })
        .def_property_readonly("status",
                               [](const P& p) { return member("Status", static_cast<int>(p.path.status)); })
        .def_property_readonly("work", &work_fields)
        .def("_contact", &contact_of)
        .def("_bytes", [](const P& p) { return py::bytes(packed(p.path)); });
    module.def("path_clearance_again",
               [](const py::object& cell, const py::object& path, const py::object& bytes) {
                   const RobotCell& own = robot_cell_of(cell, "cell");
                   P answer{answer_of<PathClearance>(bytes), {own}, {one_path(path, own)}};
                   require_known_pair(own, answer.path.pair);
                   return answer;
               });
}

/// Pickled ones: lists of paths and of bytes, of one length.
PathAnswers path_answers_again(const py::object& cell, const py::list& paths, const py::list& bytes) {
    const RobotCell& own = robot_cell_of(cell, "cell");
    if (paths.size() != bytes.size()) refuse_bytes();
    PathAnswers answers{{}, {own}, {}};
    for (std::size_t i = 0; i < paths.size(); ++i) {
        answers.items.push_back(answer_of<PathClearance>(bytes[i]));
        require_known_pair(own, answers.items.back().pair);
        answers.paths.push_back(one_path(paths[i], own));
    }
    return answers;
}

template <class Out, class Get> auto path_column(const Get& get) {
    return [get](const PathAnswers& all) { return column<Out>(all.items, get); };
}

template <class Get> auto path_vectors(const Get& get) {
    return [get](const PathAnswers& all) {
        return vector_column(all.items, [&](const PathClearance& p) {
            return p.pair.a == p.pair.b ? Vec3{NAN, NAN, NAN} : get(p.contact);
        });
    };
}

void bind_path_clearances(py::module_& module) {
    using All = PathAnswers;
    py::class_<All>(module, "PathClearancesBase")
        .def("__len__", [](const All& all) { return all.items.size(); })
        .def_property_readonly("_answers", path_column<std::uint8_t>([](const PathClearance& p) {
                                   return static_cast<int>(p.answer);
                               }))
        .def_property_readonly("lower",
                               path_column<double>([](const PathClearance& p) { return p.clearance.lower; }))
        .def_property_readonly("upper",
                               path_column<double>([](const PathClearance& p) { return p.clearance.upper; }))
        .def_property_readonly("times",
                               [](const All& all) {
                                   std::vector<Interval> times;
                                   for (const PathClearance& p : all.items) times.push_back(p.time);
                                   return interval_rows(times);
                               })
        .def_property_readonly("nearest_times",
                               path_column<double>([](const PathClearance& p) { return p.nearest_time; }))
        .def_property_readonly("pairs",
                               [](const All& all) {
                                   return pair_column(all.items,
                                                      [](const PathClearance& p) { return p.pair; });
                               })
        .def_property_readonly("points_a", path_vectors([](const Separation& s) { return s.point_a; }))
        .def_property_readonly("points_b", path_vectors([](const Separation& s) { return s.point_b; }))
        .def_property_readonly("normals", path_vectors([](const Separation& s) { return s.normal; }))
        .def_property_readonly("status", path_column<std::uint8_t>([](const PathClearance& p) {
                                   return static_cast<int>(p.status);
                               }))
        .def("_at", [](const All& all, std::size_t i) {
            return PathAnswerObject{all.items.at(i), all.cell, {all.paths.at(i)}};
        });
    module.def("path_clearances_again", &path_answers_again);
}

/// For each pair of the cell: bodies, stretches of time (K, 2) with planes (K, 3), and those without a plane.
py::list proof_pairs(const CertificateObject& self) {
    py::list pairs;
    for (const PathPair& pair : self.certificate.pairs) {
        std::vector<Interval> times, stills;
        for (const PathCell& cell : pair.cells) times.push_back(cell.time);
        for (const PathStill& still : pair.stills) stills.push_back(still.time);
        py::dict fields;
        fields["pair"] = pair_object(pair.pair);
        fields["times"] = interval_rows(times);
        fields["normals"] = vector_column(pair.cells, [](const PathCell& cell) { return cell.normal; });
        fields["still_times"] = interval_rows(stills);
        pairs.append(fields);
    }
    return pairs;
}

bool certificate_verified(const CertificateObject& self, const py::object& cell, const py::object& path) {
    const RobotCell own_cell = cell.is_none() ? self.cell.get() : robot_cell_of(cell, "cell");
    const JointPath own_path = path.is_none() ? self.joint_path.get() : joint_path_of(path, "path");
    return unlocked([&] { return verify(self.certificate, own_cell, own_path); });
}

/// A file for `graze verify`, about the files (robot, path, scenes) with the options (default padding,
/// paddings, allowed pairs, self-collision, whether resting pairs are left out, wanted).
std::string certificate_text(const CertificateObject& self, const py::tuple& files, const py::tuple& given) {
    io::PathProof proof{.inputs = {}, .certificate = self.certificate};
    io::PathProofInputs& inputs = proof.inputs;
    inputs.robot = text_of(files[0], "robot");
    inputs.path = text_of(files[1], "path");
    for (const py::handle file : files[2]) inputs.scenes.push_back(text_of(file, "scenes"));
    inputs.default_padding = number_of(given[0], "default_padding");
    for (const auto& [link, padding] : py::reinterpret_borrow<py::dict>(given[1]))
        inputs.padding[text_of(link, "padding")] = number_of(padding, "padding");
    for (const py::handle item : given[2]) {
        const auto pair = py::reinterpret_borrow<py::tuple>(item);
        inputs.allowed.push_back({text_of(pair[0], "allowed"), text_of(pair[1], "allowed")});
    }
    inputs.self_collision = boolean_of(given[3], "self_collision");
    inputs.leave_out_resting = boolean_of(given[4], "leave_out_resting");
    inputs.wanted = number_of(given[5], "wanted");
    for (const CellBody& body : self.cell.get().model().bodies) proof.bodies.push_back(body.name);
    proof.resting = self.cell.get().model().resting;
    return unlocked([&] { return io::to_json(proof); });
}

CertificateObject certificate_in(const py::object& cell, const py::object& path,
                                 PathCertificate certificate) {
    const RobotCell& own = robot_cell_of(cell, "cell");
    require_known_pair(own, certificate.path.pair);
    for (const PathPair& pair : certificate.pairs) require_known_pair(own, pair.pair);
    return {std::move(certificate), {own}, {one_path(path, own)}};
}

void bind_certificate(py::module_& module) {
    using C = CertificateObject;
    py::class_<C>(module, "PathCertificateBase")
        .def("_path",
             [](const C& c) {
                 return PathAnswerObject{c.certificate.path, c.cell, c.joint_path};
             })
        .def_property_readonly("clearance", [](const C& c) { return c.certificate.clearance; })
        .def_property_readonly("until", [](const C& c) { return c.certificate.until; })
        .def_property_readonly("contact_proof", [](const C& c) { return fields_of(c.certificate.contact); })
        .def("_pairs", &proof_pairs)
        .def("_verify", &certificate_verified)
        .def("_text", &certificate_text)
        .def("_bytes", [](const C& c) { return py::bytes(packed(c.certificate)); });
    module.def("path_certificate_again",
               [](const py::object& cell, const py::object& path, const py::object& bytes) {
                   return certificate_in(cell, path, answer_of<PathCertificate>(bytes));
               });
    module.def("read_path_certificate",
               [](const std::string& file, const py::object& cell, const py::object& path) {
                   auto proof = unlocked([&] { return io::read_path_proof(file); });
                   if (!proof) refuse_value(proof.error().message());
                   if (!std::ranges::includes(robot_cell_of(cell, "cell").model().resting, proof->resting))
                       refuse_value(file + ": it lists bodies as resting that do not rest in this cell");
                   return certificate_in(cell, path, std::move(proof->certificate));
               });
}

}  // namespace

void bind_robot_paths(py::module_& module) {
    bind_path_clearance(module);
    bind_path_clearances(module);
    bind_certificate(module);
    module.def("path_clearance", &path_clearance_verb);
    module.def("certify_path", &certify_verb);
}

}  // namespace graze::python
