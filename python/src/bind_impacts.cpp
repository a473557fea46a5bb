// When moving bodies first touch: single and many.
#include <array>
#include <string>
#include <vector>

#include <graze/ccd/time_of_impact.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "motions.hpp"
#include "proofs.hpp"

namespace graze::python {

namespace {

struct PairImpact {
    CertifiedImpact certified{};
    bool has_proof = false;
    Moving a{Point{}, {}};
    Moving b{Point{}, {}};
    ImpactOptions options{};
};

struct PairImpacts {
    std::vector<PairImpact> items;
};

constexpr std::array<const char*, 2> kImpactMethods = {"conservative_advancement", "interval_obb"};
constexpr std::array<const char*, 3> kProofs = {"none", "overlap", "passage"};

ImpactOptions impact_options(const py::tuple& given) {
    ImpactOptions options;
    options.tolerance = number_of(given[0], "tolerance");
    if (options.tolerance <= 0) refuse_value("tolerance: not above 0");
    options.max_steps = static_cast<std::uint32_t>(integer_of(given[1], "max_steps", 0, 0xffffffffLL));
    const std::string method = text_of(given[2], "method");
    if (method != kImpactMethods[0] && method != kImpactMethods[1])
        refuse_value("method: 'conservative_advancement' or 'interval_obb', not '" + method + "'");
    options.method = static_cast<ImpactMethod>(method == kImpactMethods[1]);
    return options;
}

PairImpact impact_of(const Moving& a, const Moving& b, const ImpactOptions& options, bool proof) {
    PairImpact answer{{}, proof, a, b, options};
    if (proof)
        answer.certified = certified_time_of_impact(a, b, options);
    else
        answer.certified.impact = time_of_impact(a, b, options);
    return answer;
}

/// Lists of (shape, motion), of one length.
PairImpacts impacts_verb(const py::list& given_a, const py::list& given_b, const py::tuple& given,
                         const py::object& given_proof, const py::object& threads) {
    const ImpactOptions options = impact_options(given);
    const bool proof = boolean_of(given_proof, "proof");
    std::vector<Moving> a, b;
    for (std::size_t i = 0; i < given_a.size(); ++i) {
        a.push_back(moving_of(given_a[i], named("a", i, true)));
        b.push_back(moving_of(given_b[i], named("b", i, true)));
    }
    PairImpacts answers{std::vector<PairImpact>(a.size())};
    run_batch({a.size(), threads_of(threads), ItemCost::seconds}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            answers.items[i] = impact_of(a[i], b[i], options, proof);
            return true;
        });
    });
    return answers;
}

bool impact_verified(const PairImpact& i) {
    const py::gil_scoped_release unlocked;
    if (i.has_proof) return verify(i.certified, i.a, i.b);
    if (verify(i.certified.impact, i.a, i.b)) return true;
    // Meshes need the certificate, whose interval must support the one that was given.
    const CertifiedImpact again = certified_time_of_impact(i.a, i.b, i.options);
    const Impact &x = i.certified.impact, &y = again.impact;
    return x.answer == y.answer && x.time.lower <= y.time.lower && y.time.upper <= x.time.upper &&
           verify(again, i.a, i.b);
}

/// The parts that touch, as (part_a, part_b, lower, upper, normal) at time.lower.
py::list contacts_of(const PairImpact& i) {
    std::vector<ImpactContact> found;
    {
        const py::gil_scoped_release unlocked;
        found = impact_contacts(i.certified.impact, i.a, i.b, i.options);
    }
    py::list list;
    for (const ImpactContact& contact : found)
        list.append(py::make_tuple(contact.part_a, contact.part_b, contact.separation.distance.lower,
                                   contact.separation.distance.upper, array_of(contact.separation.normal),
                                   array_of(contact.separation.point_a)));
    return list;
}

py::dict work_of(const PairImpact& i) {
    const ImpactWork& work = i.certified.impact.work;
    py::dict fields;
    fields["separations"] = work.separations;
    fields["cells"] = work.cells;
    fields["box_tests"] = work.box_tests;
    fields["primitive_tests"] = work.primitive_tests;
    fields["bisections"] = work.bisections;
    return fields;
}

/// Times (K, 2) during which planes with the normals (K, 3) separate the bodies, and the proof that they
/// touch.
py::object certificate_of(const PairImpact& i) {
    if (!i.has_proof) return py::none();
    const std::vector<TimeCell>& cells = i.certified.cells;
    Doubles times({static_cast<py::ssize_t>(cells.size()), py::ssize_t{2}});
    double* out = times.mutable_data();
    for (const TimeCell& cell : cells) *out++ = cell.time.lower, *out++ = cell.time.upper;
    py::dict fields;
    fields["times"] = times;
    fields["normals"] = vector_column(cells, [](const TimeCell& cell) { return cell.normal; });
    fields["covers"] = i.certified.covers.size();
    fields["contact"] = fields_of(i.certified.contact);
    return fields;
}

/// Pickled ones: lists of (shape, motion) and of bytes, of one length.
PairImpacts impacts_again(const py::list& a, const py::list& b, const py::tuple& given, bool proof,
                          const py::list& bytes) {
    const ImpactOptions options = impact_options(given);
    if (a.size() != bytes.size() || b.size() != bytes.size()) refuse_bytes();
    PairImpacts answers;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        answers.items.push_back({answer_of<CertifiedImpact>(bytes[i]), proof, moving_of(a[i], "a"),
                                 moving_of(b[i], "b"), options});
    return answers;
}

void bind_impact(py::module_& module) {
    using I = PairImpact;
    const auto impact = [](auto get) { return [get](const I& i) { return get(i.certified.impact); }; };
    py::class_<I>(module, "ImpactBase")
        .def_property_readonly("hit", impact([](const Impact& i) { return i.hit; }))
        .def_property_readonly("answer", impact([](const Impact& i) {
                                   return member("ImpactAnswer", static_cast<int>(i.answer));
                               }))
        .def_property_readonly(
            "_time", impact([](const Impact& i) { return py::make_tuple(i.time.lower, i.time.upper); }))
        .def_property_readonly("point", impact([](const Impact& i) { return array_of(i.point); }))
        .def_property_readonly("normal", impact([](const Impact& i) { return array_of(i.normal); }))
        .def_property_readonly("part_a", impact([](const Impact& i) { return i.part_a; }))
        .def_property_readonly("part_b", impact([](const Impact& i) { return i.part_b; }))
        .def_property_readonly(
            "proof", impact([](const Impact& i) { return kProofs[static_cast<std::size_t>(i.proof)]; }))
        .def_property_readonly(
            "status", impact([](const Impact& i) { return member("Status", static_cast<int>(i.status)); }))
        .def_property_readonly("work", &work_of)
        .def_property_readonly("certificate", &certificate_of)
        .def_property_readonly(
            "_options",
            [](const I& i) {
                return py::make_tuple(
                    py::make_tuple(i.options.tolerance, i.options.max_steps,
                                   kImpactMethods[static_cast<std::size_t>(i.options.method)]),
                    i.has_proof);
            })
        .def("_contacts", &contacts_of)
        .def("verify", &impact_verified)
        .def("_bytes", [](const I& i) { return py::bytes(packed(i.certified)); });
}

template <class Out, class Get> auto impact_column(const Get& get) {
    return [get](const PairImpacts& all) {
        return column<Out>(all.items, [&](const PairImpact& i) { return get(i.certified.impact); });
    };
}

template <class Get> auto impact_vectors(const Get& get) {
    return [get](const PairImpacts& all) {
        return vector_column(all.items, [&](const PairImpact& i) { return get(i.certified.impact); });
    };
}

void bind_impacts_class(py::module_& module) {
    py::class_<PairImpacts>(module, "ImpactsBase")
        .def("__len__", [](const PairImpacts& all) { return all.items.size(); })
        .def("_at", [](const PairImpacts& all, std::size_t i) { return all.items.at(i); })
        .def_property_readonly("hit", impact_column<bool>([](const Impact& i) { return i.hit; }))
        .def_property_readonly("answers", impact_column<std::uint8_t>(
                                              [](const Impact& i) { return static_cast<int>(i.answer); }))
        .def_property_readonly("lower", impact_column<double>([](const Impact& i) { return i.time.lower; }))
        .def_property_readonly("upper", impact_column<double>([](const Impact& i) { return i.time.upper; }))
        .def_property_readonly("points", impact_vectors([](const Impact& i) { return i.point; }))
        .def_property_readonly("normals", impact_vectors([](const Impact& i) { return i.normal; }))
        .def_property_readonly("status", impact_column<std::uint8_t>(
                                             [](const Impact& i) { return static_cast<int>(i.status); }));
}

}  // namespace

void bind_impacts(py::module_& module) {
    bind_impact(module);
    bind_impacts_class(module);
    module.def("impacts", &impacts_verb);
    module.def("impacts_again", &impacts_again);
}

}  // namespace graze::python
