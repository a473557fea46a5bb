// overlaps and separation: single, and in batches.
#include <cstdint>
#include <string>

#include <graze/query/query.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "robots.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

using GapAnswer = PairAnswer<Separation>;
using GapAnswers = PairAnswers<Separation>;

/// Separation with its options, for `verify`.
struct SeparationAnswer : GapAnswer {
    double tolerance = -1;
    std::uint32_t max_iterations = 0;
};

struct SeparationAnswers {
    GapAnswers gaps;
    double tolerance = -1;
    std::uint32_t max_iterations = 0;

    [[nodiscard]] std::string bytes() const { return gaps.bytes(); }
    [[nodiscard]] bool same_inputs(const SeparationAnswers& other) const {
        return gaps.same_inputs(other.gaps);
    }
};

SeparationOptions separation_options(py::handle tolerance, py::handle max_iterations) {
    SeparationOptions options;
    if (!tolerance.is_none()) {
        options.tolerance = number_of(tolerance, "tolerance");
        if (options.tolerance < 0) refuse_value("tolerance: below 0");
    }
    if (!max_iterations.is_none())
        options.max_iterations =
            static_cast<std::uint32_t>(integer_of(max_iterations, "max_iterations", 0, 0xffffffffLL));
    return options;
}

/// A copy of the caller's cache for one question, which is written back with the interpreter's lock: threads
/// may share a cache.
class CacheCopy {
public:
    explicit CacheCopy(PairCache* original) : original_(original) {
        if (original != nullptr) copy_ = *original;
    }
    [[nodiscard]] PairCache* get() noexcept { return original_ != nullptr ? &copy_ : nullptr; }
    void write_back() const {
        if (original_ != nullptr) *original_ = copy_;
    }

private:
    PairCache* original_;
    PairCache copy_{};
};

/// Null for None. A batch has none: what its items start from would depend on the threads.
PairCache* cache_of(py::handle cache, const Pairs& pairs) {
    if (cache.is_none()) return nullptr;
    if (!py::isinstance<PairCache>(cache))
        refuse_type("cache: a PairCache is needed, not " + type_name(cache));
    if (pairs.many) refuse_value("cache: a batch has none");
    return cache.cast<PairCache*>();
}

/// Of a cell at configurations.
py::object overlaps_in_cell(const RobotCell& cell, const py::object& q, bool placed, const py::tuple& given) {
    if (placed) refuse_type("a_pose, b_pose: a is a RobotCell, b its configuration");
    if (!py::object(given[1]).is_none()) refuse_type("cache: a is a RobotCell, which has none");
    return cell_overlaps(cell, q, given[0]);
}

py::object overlaps_verb(const py::object& a, const py::object& b, const py::object& a_pose,
                         const py::object& b_pose, const py::tuple& given) {
    if (value_in<Held<RobotCell>>(a) != nullptr)
        return overlaps_in_cell(robot_cell_of(a, "a"), b, !a_pose.is_none() || !b_pose.is_none(), given);
    const Pairs pairs(a, b, a_pose, b_pose);
    CacheCopy cache(cache_of(given[1], pairs));
    const unsigned threads = threads_of(given[0]);
    if (!pairs.many) {
        const bool overlap =
            pairs.ask([&](const Placed& pa, const Placed& pb) { return overlaps(pa, pb, cache.get()); });
        cache.write_back();
        return py::bool_(overlap);
    }
    py::array_t<bool> results(static_cast<py::ssize_t>(pairs.count));
    bool* out = results.mutable_data();
    if (pairs.two_shapes()) {
        const Shape &one = pairs.only_a().shape, &other = pairs.only_b().shape;
        pairs.run_at(threads, [&, out](std::size_t first, std::span<const PosePair> poses) {
            // The library writes 0 and 1, the bytes of NumPy's booleans.
            overlaps_at(one, other, poses, {reinterpret_cast<unsigned char*>(out) + first, poses.size()});
        });
        return results;
    }
    pairs.run(threads,
              [out](std::size_t i, const Placed& pa, const Placed& pb) { out[i] = overlaps(pa, pb); });
    return results;
}

py::object separation_verb(const py::tuple& pair, const py::object& a_pose, const py::object& b_pose,
                           const py::object& threads, const py::tuple& given) {
    const Pairs pairs(pair[0], pair[1], a_pose, b_pose);
    const SeparationOptions options = separation_options(given[0], given[1]);
    CacheCopy cache(cache_of(given[2], pairs));
    const unsigned wanted = threads_of(threads);
    if (pairs.many) {
        const bool usual = py::object(given[0]).is_none() && py::object(given[1]).is_none();
        const auto one = [&options](const Placed& a, const Placed& b) { return separation(a, b, options); };
        const auto many = [](const Shape& a, const Shape& b, std::span<const PosePair> poses,
                             std::span<Separation> gaps) { separations_at(a, b, poses, gaps); };
        return py::cast(SeparationAnswers{usual && pairs.two_shapes()
                                              ? GapAnswers::at_places(pairs, wanted, many)
                                              : GapAnswers(pairs, wanted, one),
                                          options.tolerance, options.max_iterations});
    }
    const auto verb = [&](const Placed& a, const Placed& b) {
        return separation(a, b, options, cache.get());
    };
    const Separation answer = pairs.ask(verb);
    cache.write_back();
    return py::cast(SeparationAnswer{
        {answer, pairs.only_a(), pairs.only_b()}, options.tolerance, options.max_iterations});
}

bool gap_verified(const SeparationAnswer& gap) {
    const py::gil_scoped_release unlocked;
    if (verify(gap.answer, gap.a, gap.b)) return true;
    // A deep overlap needs its certificate, which only the general solver keeps: its interval must support
    // the one that was given.
    if (!(gap.answer.distance.upper < 0)) return false;
    const SeparationOptions options{gap.tolerance, gap.max_iterations, nullptr};
    const CertifiedSeparation certified = certified_separation(gap.a, gap.b, options);
    return gap.answer.distance.contains(certified.separation.distance) && verify(certified, gap.a, gap.b);
}

/// A pickled answer itself: a query without the cache that it started from may end elsewhere.
SeparationAnswer separation_again(const py::object& a, const py::object& b, double tolerance,
                                  std::uint32_t max_iterations, const py::object& bytes) {
    return {pair_again<Separation>(a, b, bytes), tolerance, max_iterations};
}

py::object part_object(std::uint32_t number) {
    return number == kNoPart ? py::object(py::none()) : py::object(py::int_(number));
}

void bind_one(py::module_& module) {
    py::class_<SeparationAnswer> one(module, "Separation");
    compare_by_bytes(one);
    one.def_property_readonly("lower", [](const SeparationAnswer& g) { return g.answer.distance.lower; })
        .def_property_readonly("upper", [](const SeparationAnswer& g) { return g.answer.distance.upper; })
        .def_property_readonly(
            "distance", [](const SeparationAnswer& g) { return interval_object(g.answer.distance); },
            "lower and upper as an Interval: > 0 a gap, < 0 a depth.")
        .def_property_readonly("point_a",
                               [](const SeparationAnswer& g) { return array_of(g.answer.point_a); })
        .def_property_readonly("point_b",
                               [](const SeparationAnswer& g) { return array_of(g.answer.point_b); })
        .def_property_readonly("normal", [](const SeparationAnswer& g) { return array_of(g.answer.normal); })
        .def_property_readonly(
            "status",
            [](const SeparationAnswer& g) { return member("Status", static_cast<int>(g.answer.status)); })
        .def_property_readonly("iterations", [](const SeparationAnswer& g) { return g.answer.iterations; })
        .def_property_readonly("part_a",
                               [](const SeparationAnswer& g) { return part_object(g.answer.part_a); })
        .def_property_readonly("part_b",
                               [](const SeparationAnswer& g) { return part_object(g.answer.part_b); })
        .def_property_readonly("a", [](const SeparationAnswer& g) { return wrapped(g.a); })
        .def_property_readonly("b", [](const SeparationAnswer& g) { return wrapped(g.b); })
        .def("verify", &gap_verified)
        .def("__repr__", printable<SeparationAnswer>([](const SeparationAnswer& g) {
                 return "<Separation distance in " + text(g.answer.distance) + ", normal " +
                        text(g.answer.normal) + ", " + std::string(to_string(g.answer.status)) + ">";
             }))
        .def("__reduce__", [](const SeparationAnswer& g) {
            return made_again("separation", wrapped(g.a), wrapped(g.b), g.tolerance, g.max_iterations,
                              py::bytes(g.bytes()));
        });
}

template <class Get> auto interval_column(const Get& get) {
    return [get](const SeparationAnswers& g) { return column<double>(g.gaps.answers(), get); };
}

template <class Get> auto place_column(const Get& get) {
    return [get](const SeparationAnswers& g) { return vector_column(g.gaps.answers(), get); };
}

/// -1 for no part.
template <class Get> auto part_column(const Get& get) {
    return [get](const SeparationAnswers& g) {
        return column<std::int64_t>(g.gaps.answers(), [&](const Separation& s) {
            const std::uint32_t part_object = get(s);
            return part_object == kNoPart ? std::int64_t{-1} : std::int64_t{part_object};
        });
    };
}

/// "<Separations of 3 pairs, 1 of them overlapping>"
std::string gaps_text(const SeparationAnswers& g) {
    std::size_t overlapping = 0;
    for (const Separation& gap : g.gaps.answers()) overlapping += gap.distance.lower <= 0 ? 1 : 0;
    return "<Separations of " + counted(g.gaps.size(), "pair") + ", " + std::to_string(overlapping) +
           " of them overlapping>";
}

void bind_many(py::module_& module) {
    py::class_<SeparationAnswers> many(module, "Separations");
    compare_by_bytes(many);
    many.def("__len__", [](const SeparationAnswers& g) { return g.gaps.size(); })
        .def("__getitem__",
             [](const SeparationAnswers& g, const py::object& index) {
                 return item_or_list(index, g.gaps.size(), [&](std::size_t i) {
                     return py::cast(SeparationAnswer{g.gaps.at(i), g.tolerance, g.max_iterations});
                 });
             })
        .def_property_readonly("lower", interval_column([](const Separation& s) { return s.distance.lower; }))
        .def_property_readonly("upper", interval_column([](const Separation& s) { return s.distance.upper; }))
        .def_property_readonly("points_a", place_column([](const Separation& s) { return s.point_a; }))
        .def_property_readonly("points_b", place_column([](const Separation& s) { return s.point_b; }))
        .def_property_readonly("normals", place_column([](const Separation& s) { return s.normal; }))
        .def_property_readonly("status",
                               [](const SeparationAnswers& g) {
                                   return column<std::uint8_t>(g.gaps.answers(), [](const Separation& s) {
                                       return static_cast<int>(s.status);
                                   });
                               })
        .def_property_readonly("iterations",
                               [](const SeparationAnswers& g) {
                                   return column<std::uint32_t>(
                                       g.gaps.answers(), [](const Separation& s) { return s.iterations; });
                               })
        .def_property_readonly("parts_a", part_column([](const Separation& s) { return s.part_a; }))
        .def_property_readonly("parts_b", part_column([](const Separation& s) { return s.part_b; }))
        .def("__repr__", printable<SeparationAnswers>(&gaps_text))
        .def("__reduce__", [](const SeparationAnswers& g) {
            return made_again("separations", g.gaps.state(), g.tolerance, g.max_iterations);
        });
}

}  // namespace

py::object separation_object(const PairAnswer<Separation>& gap) {
    const SeparationOptions options;
    return py::cast(SeparationAnswer{gap, options.tolerance, options.max_iterations});
}

void bind_separations(py::module_& module) {
    bind_one(module);
    bind_many(module);
    py::class_<PairCache>(module, "PairCache")
        .def(py::init<>())
        .def("__repr__", printable<PairCache>([](const PairCache& cache) {
                 return cache.axis == Vec3{} ? std::string("<PairCache, empty>")
                                             : "<PairCache, axis " + text(cache.axis) + ">";
             }));
    module.def("overlaps", &overlaps_verb);
    module.def("separation", &separation_verb);
    module.def("separation_again", &separation_again);
    module.def("separations_again",
               [](const py::tuple& state, double tolerance, std::uint32_t max_iterations) {
                   return SeparationAnswers{GapAnswers(state), tolerance, max_iterations};
               });
}

}  // namespace graze::python
