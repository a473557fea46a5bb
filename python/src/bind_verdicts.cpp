// decide, relation, common_point: answers with proofs, single and in batches.
#include <array>
#include <optional>
#include <string>

#include <graze/query/query.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "proofs.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

struct VerdictAnswer : PairAnswer<Verdict> {
    Method wanted = Method::automatic;
};

struct VerdictAnswers {
    PairAnswers<Verdict> verdicts;
    Method wanted = Method::automatic;

    [[nodiscard]] std::string bytes() const { return verdicts.bytes(); }
    [[nodiscard]] bool same_inputs(const VerdictAnswers& other) const {
        return verdicts.same_inputs(other.verdicts);
    }
};

using CommonAnswer = PairAnswer<CertifiedCommonPoint>;
using RelationAnswer = PairAnswer<CertifiedRelation>;

constexpr std::array<const char*, 4> kDecideMethods = {"automatic", "gjk", "sat", "fourier_motzkin"};
constexpr std::array<const char*, 3> kAnswers = {"disjoint", "intersecting", "undecided"};

template <class Enumeration> std::size_t ordinal(Enumeration value) {
    return static_cast<std::size_t>(value);
}

Method method_of(const std::string& name) {
    for (std::size_t i = 0; i < kDecideMethods.size(); ++i)
        if (name == kDecideMethods[i]) return static_cast<Method>(i);
    refuse_value("method: 'automatic', 'gjk', 'sat' or 'fourier_motzkin', not '" + name + "'");
}

py::object decide_verb(const py::tuple& pair, const py::object& a_pose, const py::object& b_pose,
                       const py::object& threads, const std::string& method) {
    const Pairs pairs(pair[0], pair[1], a_pose, b_pose);
    const Method wanted = method_of(method);
    const unsigned parallel = threads_of(threads);
    const auto verb = [wanted](const Placed& a, const Placed& b) { return decide(a, b, wanted); };
    if (pairs.many) return py::cast(VerdictAnswers{{pairs, parallel, verb}, wanted});
    VerdictAnswer answer;
    answer.a = pairs.only_a(), answer.b = pairs.only_b(), answer.wanted = wanted;
    answer.answer = pairs.ask(verb);
    return py::cast(std::move(answer));
}

py::object relation_verb(const py::object& a, const py::object& b, const py::object& a_pose,
                         const py::object& b_pose, const py::object& threads) {
    const Pairs pairs(a, b, a_pose, b_pose);
    const unsigned parallel = threads_of(threads);
    const auto verb = [](const Placed& pa, const Placed& pb) { return relation(pa, pb); };
    if (!pairs.many) return member("Relation", static_cast<int>(pairs.ask(verb)));
    py::array_t<std::uint8_t> results(static_cast<py::ssize_t>(pairs.count));
    std::uint8_t* out = results.mutable_data();
    pairs.run(parallel, [out, verb](std::size_t i, const Placed& pa, const Placed& pb) {
        out[i] = static_cast<std::uint8_t>(verb(pa, pb));
    });
    return results;
}

py::object common_point_verb(const py::object& a, const py::object& b, const py::object& a_pose,
                             const py::object& b_pose, const py::object& threads) {
    const Pairs pairs(a, b, a_pose, b_pose);
    const unsigned parallel = threads_of(threads);
    const auto made = [](const CommonAnswer& given, bool found) {
        return found ? py::cast(given) : py::object(py::none());
    };
    const auto verb = [](const Placed& pa, const Placed& pb) { return common_point(pa, pb); };
    if (!pairs.many) {
        const auto found = pairs.ask(verb);
        return made({found.value_or(CertifiedCommonPoint{}), pairs.only_a(), pairs.only_b()},
                    found.has_value());
    }
    const PairAnswers<std::optional<CertifiedCommonPoint>> all(pairs, parallel, verb);
    py::list list;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto item = all.at(i);
        list.append(
            made({item.answer.value_or(CertifiedCommonPoint{}), item.a, item.b}, item.answer.has_value()));
    }
    return list;
}

template <class Answer> auto pair_verified() {
    return [](const Answer& answer) {
        const py::gil_scoped_release unlocked;
        return verify(answer.answer, answer.a, answer.b);
    };
}

void bind_verdict(py::module_& module) {
    py::class_<VerdictAnswer> one(module, "Verdict");
    compare_by_bytes(one);
    one.def_property_readonly(
           "answer",
           [](const VerdictAnswer& v) { return member("Answer", static_cast<int>(v.answer.answer)); })
        .def_property_readonly("proof", [](const VerdictAnswer& v) { return fields_of(v.answer.proof); })
        .def_property_readonly(
            "method", [](const VerdictAnswer& v) { return kDecideMethods[ordinal(v.answer.method)]; })
        .def_property_readonly(
            "status",
            [](const VerdictAnswer& v) { return member("Status", static_cast<int>(v.answer.status)); })
        .def_property_readonly("iterations", [](const VerdictAnswer& v) { return v.answer.iterations; })
        .def_property_readonly("axes", [](const VerdictAnswer& v) { return v.answer.axes; })
        .def_property_readonly("rows", [](const VerdictAnswer& v) { return v.answer.rows; })
        .def_property_readonly("a", [](const VerdictAnswer& v) { return wrapped(v.a); })
        .def_property_readonly("b", [](const VerdictAnswer& v) { return wrapped(v.b); })
        .def("verify", pair_verified<VerdictAnswer>())
        .def("__repr__", printable<VerdictAnswer>([](const VerdictAnswer& v) {
                 return std::string("<Verdict ") + kAnswers[ordinal(v.answer.answer)] + ", proof " +
                        kind_of(v.answer.proof) + ", " + std::string(to_string(v.answer.status)) + ">";
             }))
        .def("__reduce__", [](const VerdictAnswer& v) {
            return made_again("verdict", wrapped(v.a), wrapped(v.b), kDecideMethods[ordinal(v.wanted)],
                              py::bytes(v.bytes()));
        });
}

/// "<Verdicts of 3 pairs: 2 disjoint, 1 intersecting>"
std::string verdicts_text(const VerdictAnswers& v) {
    std::array<std::size_t, kAnswers.size()> counts{};
    for (const Verdict& one : v.verdicts.answers()) ++counts[ordinal(one.answer)];
    std::string text = "<Verdicts of " + counted(v.verdicts.size(), "pair");
    const char* between = ": ";
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) {
            text += between + std::to_string(counts[i]) + " " + kAnswers[i];
            between = ", ";
        }
    return text + ">";
}

void bind_verdict_batch(py::module_& module) {
    const auto codes = [](const VerdictAnswers& v) {
        return column<std::uint8_t>(v.verdicts.answers(),
                                    [](const Verdict& one) { return static_cast<int>(one.answer); });
    };
    py::class_<VerdictAnswers> many(module, "Verdicts");
    compare_by_bytes(many);
    many.def("__len__", [](const VerdictAnswers& v) { return v.verdicts.size(); })
        .def("__getitem__",
             [](const VerdictAnswers& v, const py::object& index) {
                 return item_or_list(index, v.verdicts.size(), [&](std::size_t i) {
                     return py::cast(VerdictAnswer{v.verdicts.at(i), v.wanted});
                 });
             })
        .def_property_readonly("answers", codes)
        .def_property_readonly("status",
                               [](const VerdictAnswers& v) {
                                   return column<std::uint8_t>(v.verdicts.answers(), [](const Verdict& one) {
                                       return static_cast<int>(one.status);
                                   });
                               })
        .def("__repr__", printable<VerdictAnswers>(&verdicts_text))
        .def("__reduce__", [](const VerdictAnswers& v) {
            return made_again("verdicts", v.verdicts.state(), kDecideMethods[ordinal(v.wanted)]);
        });
}

void bind_common_point(py::module_& module) {
    py::class_<CommonAnswer> one(module, "CommonPoint");
    compare_by_bytes(one);
    one.def_property_readonly("point", [](const CommonAnswer& c) { return array_of(c.answer.point); })
        .def_property_readonly("distance", [](const CommonAnswer& c) { return c.answer.distance; })
        .def_property_readonly("kind",
                               [](const CommonAnswer& c) { return std::string(to_string(c.answer.kind)); })
        .def_property_readonly("proof", [](const CommonAnswer& c) { return fields_of(c.answer.proof); })
        .def_property_readonly(
            "status",
            [](const CommonAnswer& c) { return member("Status", static_cast<int>(c.answer.status)); })
        .def_property_readonly("a", [](const CommonAnswer& c) { return wrapped(c.a); })
        .def_property_readonly("b", [](const CommonAnswer& c) { return wrapped(c.b); })
        .def("verify", pair_verified<CommonAnswer>())
        .def("__repr__", printable<CommonAnswer>([](const CommonAnswer& c) {
                 return "<CommonPoint " + text(c.answer.point) + ", " +
                        std::string(to_string(c.answer.kind)) + ">";
             }))
        .def("__reduce__", [](const CommonAnswer& c) {
            return made_again("common_point", wrapped(c.a), wrapped(c.b), py::bytes(c.bytes()));
        });
}

void bind_relation(py::module_& module) {
    py::class_<RelationAnswer> one(module, "CertifiedRelation");
    compare_by_bytes(one);
    one.def_property_readonly(
           "relation",
           [](const RelationAnswer& r) { return member("Relation", static_cast<int>(r.answer.relation)); })
        .def_property_readonly("answer",
                               [](const RelationAnswer& r) {
                                   return member("Answer", static_cast<int>(r.answer.verdict.answer));
                               })
        .def_property_readonly("proof",
                               [](const RelationAnswer& r) { return fields_of(r.answer.verdict.proof); })
        .def_property_readonly(
            "lower", [](const RelationAnswer& r) { return r.answer.separation.separation.distance.lower; })
        .def_property_readonly(
            "upper", [](const RelationAnswer& r) { return r.answer.separation.separation.distance.upper; })
        .def_property_readonly("a", [](const RelationAnswer& r) { return wrapped(r.a); })
        .def_property_readonly("b", [](const RelationAnswer& r) { return wrapped(r.b); })
        .def("verify", pair_verified<RelationAnswer>())
        .def("__repr__", printable<RelationAnswer>([](const RelationAnswer& r) {
                 return "<CertifiedRelation " + std::string(to_string(r.answer.relation)) + ">";
             }))
        .def("__reduce__", [](const RelationAnswer& r) {
            return made_again("relation", wrapped(r.a), wrapped(r.b), py::bytes(r.bytes()));
        });
    module.def("certified_relation", [](const py::object& a, const py::object& b, const py::object& a_pose,
                                        const py::object& b_pose) {
        const Pairs pairs(a, b, a_pose, b_pose);
        if (pairs.many) refuse_value("a, b: certified_relation takes one pair");
        const auto verb = [](const Placed& pa, const Placed& pb) { return certified_relation(pa, pb); };
        return RelationAnswer{pairs.ask(verb), pairs.only_a(), pairs.only_b()};
    });
}

}  // namespace

void bind_verdicts(py::module_& module) {
    bind_verdict(module);
    bind_verdict_batch(module);
    bind_common_point(module);
    bind_relation(module);
    module.def("verdict_again", [](const py::object& a, const py::object& b, const std::string& method,
                                   const py::object& bytes) {
        VerdictAnswer answer;
        static_cast<PairAnswer<Verdict>&>(answer) = pair_again<Verdict>(a, b, bytes);
        answer.wanted = method_of(method);
        return answer;
    });
    module.def("verdicts_again", [](const py::tuple& state, const std::string& method) {
        return VerdictAnswers{PairAnswers<Verdict>(state), method_of(method)};
    });
    module.def("common_point_again", &pair_again<CertifiedCommonPoint>);
    module.def("relation_again", &pair_again<CertifiedRelation>);
    module.def("decide", &decide_verb);
    module.def("relation", &relation_verb);
    module.def("common_point", &common_point_verb);
}

}  // namespace graze::python
