// Contact manifolds, and pairs of triangles that intersect.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <graze/query/query.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

using ManifoldAnswer = PairAnswer<ContactManifold>;
using ManifoldAnswers = PairAnswers<ContactManifold>;

ContactOptions contact_options(py::handle face_angle, py::handle patch_gap) {
    return {number_of(face_angle, "face_angle"), number_of(patch_gap, "patch_gap")};
}

py::object contacts_verb(const py::tuple& pair, const py::object& a_pose, const py::object& b_pose,
                         const py::object& threads, const py::tuple& given) {
    const Pairs pairs(pair[0], pair[1], a_pose, b_pose);
    const ContactOptions options = contact_options(given[0], given[1]);
    const unsigned parallel = threads_of(threads);
    const auto verb = [&options](const Placed& a, const Placed& b) { return contacts(a, b, options); };
    if (pairs.many) return py::cast(ManifoldAnswers(pairs, parallel, verb));
    return py::cast(ManifoldAnswer{pairs.ask(verb), pairs.only_a(), pairs.only_b()});
}

using Manifolds = PairAnswer<std::vector<ContactManifold>>;

py::list manifold_list(const Manifolds& found) {
    py::list list;
    for (const ContactManifold& manifold : found.answer)
        list.append(py::cast(ManifoldAnswer{manifold, found.a, found.b}));
    return list;
}

py::list manifolds_verb(const py::tuple& pair, const py::object& a_pose, const py::object& b_pose,
                        const py::object& threads, const py::tuple& given) {
    const Pairs pairs(pair[0], pair[1], a_pose, b_pose);
    const ContactOptions options = contact_options(given[0], given[1]);
    const unsigned parallel = threads_of(threads);
    const auto verb = [&](const Placed& a, const Placed& b) { return contact_manifolds(a, b, options); };
    if (!pairs.many) return manifold_list({pairs.ask(verb), pairs.only_a(), pairs.only_b()});
    const PairAnswers<std::vector<ContactManifold>> all(pairs, parallel, verb);
    py::list lists;
    for (std::size_t i = 0; i < all.size(); ++i) lists.append(manifold_list(all.at(i)));
    return lists;
}

/// What Python gets for pairs of triangles: two columns of numbers, the ends of the segments, how far these
/// may be off, and which pairs are in one plane or only touch.
py::tuple triangle_columns(const std::vector<TrianglePair>& pairs) {
    const auto count = static_cast<py::ssize_t>(pairs.size());
    py::array_t<std::uint32_t> numbers({count, py::ssize_t{2}});
    Doubles segments({count, py::ssize_t{2}, py::ssize_t{3}});
    std::uint32_t* number = numbers.mutable_data();
    double* end = segments.mutable_data();
    for (const TrianglePair& pair : pairs) {
        *number++ = pair.triangle_a, *number++ = pair.triangle_b;
        for (const Vec3& v : {pair.segment.a, pair.segment.b}) *end++ = v.x, *end++ = v.y, *end++ = v.z;
    }
    return py::make_tuple(numbers, segments,
                          column<double>(pairs, [](const TrianglePair& pair) { return pair.error; }),
                          column<bool>(pairs, [](const TrianglePair& pair) { return pair.coplanar; }),
                          column<bool>(pairs, [](const TrianglePair& pair) { return pair.touching; }));
}

void require_triangles(const Side& side) {
    const auto check = [&side](const Shape& shape, std::size_t i, bool many) {
        const ShapeType type = shape.type();
        if (type != ShapeType::mesh && type != ShapeType::height_field)
            refuse_type(named(side.name(), i, many) + ": a Mesh or a HeightField is needed, not " +
                        class_name(type));
    };
    if (!side.listed()) return check(side.first().shape, 0, false);
    for (std::size_t i = 0; i < side.size(); ++i) check((*side.listed())[i].shape, i, true);
}

/// All of them, by growing numbers; with a limit at most so many, those that the search finds first. Ends
/// early when the watch is stopped.
std::vector<TrianglePair> triangle_pairs(const Placed& a, const Placed& b, std::size_t limit, Watch& watch) {
    std::vector<TrianglePair> found;
    visit_intersecting_triangles(a, b, [&](const TrianglePair& pair) {
        found.push_back(pair);
        return found.size() != limit && !watch.poll() ? Continue::yes : Continue::no;
    });
    if (limit == 0)
        std::sort(found.begin(), found.end(), [](const TrianglePair& p, const TrianglePair& q) {
            return std::pair(p.triangle_a, p.triangle_b) < std::pair(q.triangle_a, q.triangle_b);
        });
    return found;
}

py::object intersecting_verb(const py::tuple& pair, const py::object& a_pose, const py::object& b_pose,
                             const py::object& threads, const py::object& given_limit) {
    const Pairs pairs(pair[0], pair[1], a_pose, b_pose);
    require_triangles(pairs.a);
    require_triangles(pairs.b);
    const unsigned parallel = threads_of(threads);
    const auto limit = given_limit.is_none()
                           ? std::size_t{0}
                           : static_cast<std::size_t>(integer_of(given_limit, "limit", 1, (1LL << 62)));
    const auto verb = [limit](const Placed& a, const Placed& b, Watch& watch) {
        return triangle_pairs(a, b, limit, watch);
    };
    if (!pairs.many)
        return triangle_columns(
            ask_watched([&](Watch& watch) { return verb(pairs.only_a(), pairs.only_b(), watch); }));
    const PairAnswers<std::vector<TrianglePair>> all(pairs, parallel, verb);
    py::list list;
    for (const auto& found : all.answers()) list.append(triangle_columns(found));
    return list;
}

template <class Get> py::array per_point(const ContactManifold& manifold, const Get& get) {
    using Out = std::decay_t<decltype(get(manifold.points[0]))>;
    const std::vector<ContactPoint> points(manifold.points.begin(), manifold.points.end());
    return column<Out>(points, get);
}

void bind_manifold(py::module_& module) {
    using M = ManifoldAnswer;
    py::class_<M> one(module, "ContactManifold");
    compare_by_bytes(one);
    one.def("__len__", [](const M& m) { return m.answer.points.size(); })
        .def_property_readonly(
            "positions",
            [](const M& m) {
                const std::vector<ContactPoint> points(m.answer.points.begin(), m.answer.points.end());
                return vector_column(points, [](const ContactPoint& p) { return p.position; });
            })
        .def_property_readonly(
            "depths",
            [](const M& m) { return per_point(m.answer, [](const ContactPoint& p) { return p.depth; }); })
        .def_property_readonly(
            "features",
            [](const M& m) { return per_point(m.answer, [](const ContactPoint& p) { return p.feature; }); })
        .def_property_readonly(
            "parts_a",
            [](const M& m) { return per_point(m.answer, [](const ContactPoint& p) { return p.part_a; }); })
        .def_property_readonly(
            "parts_b",
            [](const M& m) { return per_point(m.answer, [](const ContactPoint& p) { return p.part_b; }); })
        .def_property_readonly("normal", [](const M& m) { return array_of(m.answer.normal); })
        .def_property_readonly("lower", [](const M& m) { return m.answer.distance.lower; })
        .def_property_readonly("upper", [](const M& m) { return m.answer.distance.upper; })
        .def_property_readonly(
            "distance", [](const M& m) { return interval_object(m.answer.distance); },
            "lower and upper as an Interval: < 0 a depth.")
        .def_property_readonly("status",
                               [](const M& m) { return member("Status", static_cast<int>(m.answer.status)); })
        .def_property_readonly("a", [](const M& m) { return wrapped(m.a); })
        .def_property_readonly("b", [](const M& m) { return wrapped(m.b); })
        .def("verify",
             [](const M& m) {
                 const py::gil_scoped_release unlocked;
                 return verify(m.answer, m.a, m.b);
             })
        .def("__repr__", printable<M>([](const M& m) {
                 return "<ContactManifold of " + counted(m.answer.points.size(), "point") + ", normal " +
                        text(m.answer.normal) + ", distance in " + text(m.answer.distance) + ">";
             }))
        .def("__reduce__", [](const M& m) {
            return made_again("manifold", wrapped(m.a), wrapped(m.b), py::bytes(m.bytes()));
        });
}

/// (N, 4, width), or (N, 4) of single numbers: NaN beyond the points that a manifold has.
template <class Put>
Doubles padded(const Items<ContactManifold>& manifolds, py::ssize_t width, const Put& put) {
    const auto count = static_cast<py::ssize_t>(manifolds.size());
    Doubles array(width == 1 ? std::vector<py::ssize_t>{count, 4}
                             : std::vector<py::ssize_t>{count, 4, width});
    double* out = array.mutable_data();
    std::fill(out, out + array.size(), std::numeric_limits<double>::quiet_NaN());
    for (const ContactManifold& manifold : manifolds) {
        for (std::size_t k = 0; k < manifold.points.size(); ++k)
            put(manifold.points[k], out + static_cast<py::ssize_t>(k) * width);
        out += 4 * width;
    }
    return array;
}

void bind_manifold_batch(py::module_& module) {
    using M = ManifoldAnswers;
    const auto numbers = [](auto get) {
        return [get](const M& m) { return column<double>(m.answers(), get); };
    };
    py::class_<M> many(module, "ContactManifolds");
    compare_by_bytes(many);
    many.def("__len__", [](const M& m) { return m.size(); })
        .def("__getitem__",
             [](const M& m, const py::object& index) {
                 return item_or_list(index, m.size(), [&](std::size_t i) { return py::cast(m.at(i)); });
             })
        .def_property_readonly("counts",
                               [](const M& m) {
                                   return column<std::uint8_t>(m.answers(), [](const ContactManifold& one) {
                                       return one.points.size();
                                   });
                               })
        .def_property_readonly("normals",
                               [](const M& m) {
                                   return vector_column(
                                       m.answers(), [](const ContactManifold& one) { return one.normal; });
                               })
        .def_property_readonly("positions",
                               [](const M& m) {
                                   return padded(m.answers(), 3, [](const ContactPoint& p, double* out) {
                                       out[0] = p.position.x, out[1] = p.position.y, out[2] = p.position.z;
                                   });
                               })
        .def_property_readonly("depths",
                               [](const M& m) {
                                   return padded(m.answers(), 1,
                                                 [](const ContactPoint& p, double* out) { *out = p.depth; });
                               })
        .def_property_readonly("status",
                               [](const M& m) {
                                   return column<std::uint8_t>(m.answers(), [](const auto& one) {
                                       return static_cast<int>(one.status);
                                   });
                               })
        .def_property_readonly("lower",
                               numbers([](const ContactManifold& one) { return one.distance.lower; }))
        .def_property_readonly("upper",
                               numbers([](const ContactManifold& one) { return one.distance.upper; }))
        .def("__repr__", printable<M>([](const M& m) {
                 std::size_t points = 0;
                 for (const ContactManifold& manifold : m.answers()) points += manifold.points.size();
                 return "<ContactManifolds of " + counted(m.size(), "pair") + ", " +
                        counted(points, "point") + ">";
             }))
        .def("__reduce__", [](const M& m) { return made_again("manifolds", m.state()); });
}

}  // namespace

void bind_contacts(py::module_& module) {
    bind_manifold(module);
    bind_manifold_batch(module);
    module.def("manifold_again", &pair_again<ContactManifold>);
    module.def("manifolds_again", [](const py::tuple& state) { return ManifoldAnswers(state); });
    module.def("contacts", &contacts_verb);
    module.def("contact_manifolds", &manifolds_verb);
    module.def("intersecting_triangles", &intersecting_verb);
    module.def("self_intersections", [](const py::object& mesh) {
        const Shape shape = shape_of(mesh, "mesh");
        return triangle_columns(unlocked([&] { return self_intersections(shape); }));
    });
}

}  // namespace graze::python
