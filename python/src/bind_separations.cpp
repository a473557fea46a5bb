// overlaps and separation: single, and in batches.
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include <graze/query/query.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

using Gap = PairAnswer<Separation>;
using Gaps = PairAnswers<Separation>;

/// Separation with its options, so that a pickle makes the same query.
struct SeparationAnswer : Gap {
    double tolerance = -1;
    std::uint32_t max_iterations = 0;
};

struct SeparationAnswers {
    Gaps gaps;
    double tolerance = -1;
    std::uint32_t max_iterations = 0;
};

SeparationOptions options_of(py::handle tolerance, py::handle max_iterations) {
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

py::object overlaps_verb(const py::object& a, const py::object& b, const py::object& a_pose,
                         const py::object& b_pose, const py::tuple& given) {
    const Pairs pairs(a, b, a_pose, b_pose);
    CacheCopy cache(cache_of(given[1], pairs));
    if (!pairs.many) {
        const bool overlap =
            pairs.ask([&](const Placed& pa, const Placed& pb) { return overlaps(pa, pb, cache.get()); });
        cache.write_back();
        return py::bool_(overlap);
    }
    py::array_t<bool> results(static_cast<py::ssize_t>(pairs.count));
    bool* out = results.mutable_data();
    pairs.run(threads_of(given[0]),
              [out](std::size_t i, const Placed& pa, const Placed& pb) { out[i] = overlaps(pa, pb); });
    return results;
}

py::object separation_verb(const py::tuple& pair, const py::object& a_pose, const py::object& b_pose,
                           const py::object& threads, const py::tuple& given) {
    const Pairs pairs(pair[0], pair[1], a_pose, b_pose);
    const SeparationOptions options = options_of(given[0], given[1]);
    CacheCopy cache(cache_of(given[2], pairs));
    if (pairs.many) {
        const auto verb = [&options](const Placed& a, const Placed& b) { return separation(a, b, options); };
        return py::cast(SeparationAnswers{Gaps(pairs, threads_of(threads), verb), options.tolerance,
                                          options.max_iterations});
    }
    const auto verb = [&](const Placed& a, const Placed& b) {
        return separation(a, b, options, cache.get());
    };
    const Separation answer = pairs.ask(verb);
    cache.write_back();
    return py::cast(SeparationAnswer{
        {answer, pairs.only_a(), pairs.only_b()}, options.tolerance, options.max_iterations});
}

bool verified(const SeparationAnswer& gap) {
    const py::gil_scoped_release unlocked;
    if (verify(gap.answer, gap.a, gap.b)) return true;
    // A deep overlap needs its certificate, which only the general solver keeps: its interval must support
    // the one that was given.
    if (!(gap.answer.distance.upper < 0)) return false;
    const SeparationOptions options{gap.tolerance, gap.max_iterations, nullptr};
    const CertifiedSeparation certified = certified_separation(gap.a, gap.b, options);
    return gap.answer.distance.contains(certified.separation.distance) && verify(certified, gap.a, gap.b);
}

static_assert(std::is_trivially_copyable_v<Separation>);

py::bytes bytes_of(const Separation& answer) {
    return {reinterpret_cast<const char*>(&answer), sizeof answer};  // NOLINT
}

/// A pickled answer. Bytes that this version did not write are no answer: the query runs again.
SeparationAnswer separation_again(const Placed& a, const Placed& b, double tolerance,
                                  std::uint32_t max_iterations, const std::string& bytes) {
    SeparationAnswer gap;
    gap.a = a, gap.b = b, gap.tolerance = tolerance, gap.max_iterations = max_iterations;
    if (bytes.size() == sizeof gap.answer) {
        std::memcpy(&gap.answer, bytes.data(), bytes.size());
        if (gap.answer.terms <= gap.answer.weights.size() && gap.answer.status <= Status::unsupported)
            return gap;
    }
    const py::gil_scoped_release unlocked;
    gap.answer = separation(a, b, {tolerance, max_iterations, nullptr});
    return gap;
}

bool same(const SeparationAnswer& x, const SeparationAnswer& y) {
    const Separation &p = x.answer, &q = y.answer;
    return p.distance == q.distance && p.point_a == q.point_a && p.point_b == q.point_b &&
           p.normal == q.normal && p.status == q.status && p.iterations == q.iterations &&
           p.part_a == q.part_a && p.part_b == q.part_b;
}

py::object part(std::uint32_t number) {
    return number == kNoPart ? py::object(py::none()) : py::object(py::int_(number));
}

void bind_one(py::module_& module) {
    py::class_<SeparationAnswer>(module, "Separation")
        .def_property_readonly("lower", [](const SeparationAnswer& g) { return g.answer.distance.lower; })
        .def_property_readonly("upper", [](const SeparationAnswer& g) { return g.answer.distance.upper; })
        .def_property_readonly("point_a",
                               [](const SeparationAnswer& g) { return array_of(g.answer.point_a); })
        .def_property_readonly("point_b",
                               [](const SeparationAnswer& g) { return array_of(g.answer.point_b); })
        .def_property_readonly("normal", [](const SeparationAnswer& g) { return array_of(g.answer.normal); })
        .def_property_readonly(
            "status",
            [](const SeparationAnswer& g) { return member("Status", static_cast<int>(g.answer.status)); })
        .def_property_readonly("iterations", [](const SeparationAnswer& g) { return g.answer.iterations; })
        .def_property_readonly("part_a", [](const SeparationAnswer& g) { return part(g.answer.part_a); })
        .def_property_readonly("part_b", [](const SeparationAnswer& g) { return part(g.answer.part_b); })
        .def_property_readonly("a", [](const SeparationAnswer& g) { return wrapped(g.a); })
        .def_property_readonly("b", [](const SeparationAnswer& g) { return wrapped(g.b); })
        .def("verify", &verified)
        .def("__eq__",
             [](const SeparationAnswer& g, const py::object& other) -> py::object {
                 if (!py::isinstance<SeparationAnswer>(other))
                     return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 return py::bool_(same(g, other.cast<const SeparationAnswer&>()));
             })
        .def("__hash__",
             [](const SeparationAnswer& g) {
                 return py::hash(py::make_tuple(g.answer.distance.lower, g.answer.distance.upper));
             })
        .def("__repr__", printable<SeparationAnswer>([](const SeparationAnswer& g) {
                 return "<Separation distance in " + text(g.answer.distance) + ", normal " +
                        text(g.answer.normal) + ", " + std::string(to_string(g.answer.status)) + ">";
             }))
        .def("__reduce__", [](const SeparationAnswer& g) {
            // The answer itself: a query without the cache that it started from may end elsewhere.
            return py::make_tuple(py::module_::import("graze._verbs").attr("_separation_again"),
                                  py::make_tuple(wrapped(g.a), wrapped(g.b), g.tolerance, g.max_iterations,
                                                 bytes_of(g.answer)));
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
            const std::uint32_t part = get(s);
            return part == kNoPart ? std::int64_t{-1} : std::int64_t{part};
        });
    };
}

void bind_many(py::module_& module) {
    py::class_<SeparationAnswers>(module, "Separations")
        .def("__len__", [](const SeparationAnswers& g) { return g.gaps.size(); })
        .def("__getitem__",
             [](const SeparationAnswers& g, const py::object& index) {
                 SeparationAnswer answer;
                 static_cast<Gap&>(answer) = g.gaps.at(index_of(index, g.gaps.size()));
                 answer.tolerance = g.tolerance, answer.max_iterations = g.max_iterations;
                 return answer;
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
        .def("__repr__", printable<SeparationAnswers>([](const SeparationAnswers& g) {
                 return "<Separations of " + std::to_string(g.gaps.size()) + " pairs>";
             }));
}

}  // namespace

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
    module.def("separation_again", [](const py::object& a, const py::object& b, double tolerance,
                                      std::uint32_t max_iterations, const py::bytes& bytes) {
        return separation_again(placed_of(a, py::none(), "a"), placed_of(b, py::none(), "b"), tolerance,
                                max_iterations, bytes);
    });
}

}  // namespace graze::python
