#include "answers/verify_answers.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <graze/core/function_ref.hpp>
#include <graze/mesh/compound.hpp>
#include <graze/mesh/height_field.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/verify/verify.hpp>

#include "check_document.hpp"

namespace graze::cli {
namespace {

/// How many parts a proof about the shape walks through.
std::size_t parts_of(const Shape& shape) {
    if (const MeshData* mesh = mesh_data(shape)) return mesh->triangles.size();
    if (const HeightFieldData* field = height_field_data(shape)) return field->triangle_count();
    if (const CompoundData* compound = compound_data(shape)) return compound->parts.size();
    return 1;
}

/// The checks of one claim about a pair, with the names of its parts.
class PairReport {
public:
    template <class Finding>
    PairReport(const Finding& finding, const io::Document& document)
        : names_(document.parts[finding.a].name + " / " + document.parts[finding.b].name) {}

    void proof(bool holds, const char* what) { holds ? void(++report.proofs) : fault(what); }
    void again(bool same, const char* what) { same ? void(++report.again) : fault(what); }
    void fault(const char* what) { report.faults.push_back(names_ + ": " + what); }

    VerifyReport report;

private:
    std::string names_;
};

/// The used terms: entries after the last of them are undefined, and files do not contain them.
bool same_terms(const Separation& claimed, const Separation& fresh) {
    const auto count = static_cast<std::ptrdiff_t>(std::min<std::size_t>(fresh.terms, fresh.weights.size()));
    return claimed.terms == fresh.terms && claimed.terms_from_b == fresh.terms_from_b &&
           std::equal(fresh.directions.begin(), fresh.directions.begin() + count,
                      claimed.directions.begin()) &&
           std::equal(fresh.weights.begin(), fresh.weights.begin() + count, claimed.weights.begin());
}

/// The same parts, where the file names any.
bool same_parts(const Separation& claimed, const Separation& fresh) {
    const bool unnamed = claimed.part_a == kNoPart && claimed.part_b == kNoPart;
    return unnamed || (claimed.part_a == fresh.part_a && claimed.part_b == fresh.part_b);
}

/// The same answer, but for bounds that may be wider and what the search cost.
bool same(const Separation& claimed, const Separation& fresh) {
    return claimed.distance.contains(fresh.distance) && claimed.point_a == fresh.point_a &&
           claimed.point_b == fresh.point_b && claimed.normal == fresh.normal && same_terms(claimed, fresh) &&
           same_parts(claimed, fresh);
}

/// The same answer, but for bounds that may be wider.
bool same(const Interference& claimed, const Interference& fresh) {
    return claimed.depth.contains(fresh.depth) && claimed.point == fresh.point &&
           claimed.exit == fresh.exit && claimed.in_a == fresh.in_a;
}

bool same(const ContactPoint& x, const ContactPoint& y) {
    return x.position == y.position && x.depth == y.depth && x.feature == y.feature && x.part_a == y.part_a &&
           x.part_b == y.part_b;
}

bool same(const ContactManifold& claimed, const ContactManifold& fresh) {
    return claimed.normal == fresh.normal && claimed.distance.contains(fresh.distance) &&
           std::equal(claimed.points.begin(), claimed.points.end(), fresh.points.begin(), fresh.points.end(),
                      [](const ContactPoint& x, const ContactPoint& y) { return same(x, y); });
}

bool same(const std::vector<ContactManifold>& claimed, const std::vector<ContactManifold>& fresh) {
    return std::ranges::equal(claimed, fresh,
                              [](const ContactManifold& x, const ContactManifold& y) { return same(x, y); });
}

bool same_time(const Impact& claimed, const Impact& fresh) {
    return claimed.hit == fresh.hit && claimed.answer == fresh.answer && claimed.proof == fresh.proof &&
           claimed.time.contains(fresh.time);
}

/// The place of contact: no proof covers it.
bool same_place(const Impact& claimed, const Impact& fresh) {
    return claimed.point == fresh.point && claimed.normal == fresh.normal && claimed.part_a == fresh.part_a &&
           claimed.part_b == fresh.part_b;
}

struct ClaimedDistance {
    const Separation& separation;
    const DepthCertificate& certificate;
};

bool holds(const ClaimedDistance& claim, const Placed& a, const Placed& b) {
    if (claim.certificate.vertices.empty()) return verify(claim.separation, a, b);
    return verify(CertifiedSeparation{claim.separation, claim.certificate}, a, b);
}

/// The two parts that a claim is about, and how much work checking it may take.
struct CheckedPair {
    const Placed& a;
    const Placed& b;
    const VerifyOptions& options;
};

/// A distance is checked by its proof. Where even the new answer has none that holds, or the search for one
/// takes too long, the two must agree.
void check_distance(const ClaimedDistance& claimed, const ClaimedDistance& fresh, const CheckedPair& placed,
                    PairReport& pair) {
    const auto& [a, b, options] = placed;
    const bool convex = a.shape.convex() && b.shape.convex();
    // Depths of sets of parts rarely have a proof, and searching for one takes longer than computing the
    // depth again.
    const bool unverifiable = !convex && fresh.separation.distance.lower < 0;
    const bool large = parts_of(a.shape) + parts_of(b.shape) > options.proof_triangles;
    const char* what = "its distance, points and normal are not proven";
    if ((unverifiable || large) && same(claimed.separation, fresh.separation)) return pair.again(true, what);
    if (holds(claimed, a, b)) return pair.proof(true, what);
    pair.again(!holds(fresh, a, b) && same(claimed.separation, fresh.separation), what);
}

/// Names of parts and features: a proof covers the position alone. The names of a contact that is found again
/// at the same position must be the same.
bool same_names(const std::vector<ContactManifold>& claimed, const std::vector<ContactManifold>& fresh) {
    for (const ContactManifold& manifold : claimed) {
        for (const ContactPoint& point : manifold.points) {
            const auto here = [&](const ContactPoint& other) { return other.position == point.position; };
            const auto agrees = [&](const ContactPoint& other) { return here(other) && same(point, other); };
            const auto any = [&](const auto& test) {
                return std::ranges::any_of(fresh, [&](const ContactManifold& m) {
                    return std::any_of(m.points.begin(), m.points.end(), test);
                });
            };
            if (any(here) && !any(agrees)) return false;
        }
    }
    return true;
}

void check_contacts(const Clash& claimed, const Clash& fresh, const CheckedPair& placed, PairReport& pair) {
    const Placed &a = placed.a, &b = placed.b;
    pair.again(contact_count(claimed) == contact_count(fresh),
               "the number of its contacts is not what is found again");
    if (claimed.manifolds.empty()) return;
    const std::size_t work = (parts_of(a.shape) + parts_of(b.shape)) * claimed.manifolds.size();
    const char* what = "its contacts are not proven";
    if (work > placed.options.proof_triangles && same(claimed.manifolds, fresh.manifolds))
        return pair.again(true, what);
    const auto shown = [&](const ContactManifold& manifold) { return verify(manifold, a, b); };
    if (!same_names(claimed.manifolds, fresh.manifolds)) return pair.fault(what);
    if (std::ranges::all_of(claimed.manifolds, shown)) return pair.proof(true, what);
    pair.again(same(claimed.manifolds, fresh.manifolds) && !std::ranges::all_of(fresh.manifolds, shown),
               what);
}

/// What is claimed about parts that deviate from their shapes is computed again.
void check_meant(const Meant& claimed, const Meant& fresh, PairReport& pair) {
    if (claimed.deviation == 0 && fresh.deviation == 0) return;
    pair.again(claimed.deviation == fresh.deviation && claimed.estimated == fresh.estimated &&
                   claimed.distance.contains(fresh.distance) && claimed.common == fresh.common,
               "its bounds for the parts, with the deviation of their meshes, are not what is found again");
}

using PairKey = std::pair<std::uint32_t, std::uint32_t>;

template <class Finding> PairKey key_of(const Finding& finding) { return {finding.a, finding.b}; }

void add(VerifyReport& to, const VerifyReport& from) {
    to.proofs += from.proofs;
    to.again += from.again;
    std::ranges::copy(from.faults, std::back_inserter(to.faults));
}

/// Compares each claim of a list with the new finding of the same pair, and reports those that are in one of
/// the lists only.
template <class Finding, class Compare>
VerifyReport check_list(const std::vector<Finding>& claimed, const std::vector<Finding>& fresh,
                        const io::Document& document, unsigned threads, const Compare& compare) {
    VerifyReport report;
    std::map<PairKey, const Finding*> found;
    for (const Finding& each : fresh) found.emplace(key_of(each), &each);
    std::vector<const Finding*> fresh_findings;
    for (const Finding& each : claimed) {
        const auto match = found.find(key_of(each));
        fresh_findings.push_back(match == found.end() ? nullptr : match->second);
        if (match != found.end()) found.erase(match);  // a second claim about the pair has no counterpart
    }
    std::vector<VerifyReport> reports(claimed.size());
    parallel_for(claimed.size(), threads, [&](std::size_t i) {
        if (fresh_findings[i] != nullptr) reports[i] = compare(claimed[i], *fresh_findings[i]);
    });
    for (std::size_t i = 0; i < claimed.size(); ++i) {
        PairReport pair(claimed[i], document);
        if (fresh_findings[i] == nullptr) pair.fault("is in the list twice, or does not belong there");
        add(report, pair.report);
        add(report, reports[i]);
    }
    for (const auto& [key, missing] : found) {
        PairReport pair(*missing, document);
        pair.fault("is missing in the list");
        add(report, pair.report);
    }
    return report;
}

/// Whether a note is the one that is made now. On the terminal a command with the name of a file follows it.
bool same_note(const std::string& claimed, const std::string& fresh) {
    return claimed == fresh || claimed.starts_with(fresh + ": graze doctor ");
}

void check_head(const SceneHead& claimed, const io::Document& document, VerifyReport& report) {
    const SceneHead fresh = head_of(document);
    const auto compare = [&](const char* what, const std::string& given, const std::string& is) {
        if (given != is)
            report.faults.push_back(
                fmt::format("the scene's {} is claimed to be '{}': it is '{}'", what, given, is));
    };
    compare("unit", claimed.unit, fresh.unit);
    compare("title", claimed.title, fresh.title);
    if (!std::ranges::equal(claimed.notes, fresh.notes, same_note))
        report.faults.emplace_back("the notes about the scene are not those that are made again");
}

/// Shares out what is done. Finding all pairs again is the smaller part of it: 0.3 s of 12 s for an assembly
/// of meshes.
class Shares {
public:
    Shares(const Answers& answers, const std::function<void(double)>& progress)
        : progress_(progress),
          claims_(answers.result.clashes.size() + answers.result.allowed.size() +
                  answers.result.near_misses.size() + answers.result.possibly_inside.size() +
                  answers.result.undecided.size() + answers.impacts.impacts.size()) {}

    void found(double share) const {
        if (progress_) progress_(claims_ == 0 ? share : kFinding * share);
    }
    /// From any thread.
    void checked_one() {
        const std::size_t done = ++done_;
        if (progress_)
            progress_(kFinding + (1 - kFinding) * static_cast<double>(done) / static_cast<double>(claims_));
    }

private:
    static constexpr double kFinding = 0.1;
    const std::function<void(double)>& progress_;
    std::size_t claims_ = 0;
    std::atomic<std::size_t> done_ = 0;
};

void check_clashes(const Answers& answers, const io::Document& document, const VerifyOptions& options,
                   Shares& shares, VerifyReport& report) {
    io::Document asked = document;  // shapes are shared
    put_into_groups(asked, answers.groups);
    std::ranges::copy(answers.exclusions, std::back_inserter(asked.exclusions));
    AssemblyOptions again = answers.options;
    again.threads = options.threads;
    const AssemblyFindings fresh =
        check_document(asked, answers.files, again, [&](double share) { shares.found(share); });
    const AssemblyFindings& claimed = answers.result;
    const auto counted = [&](VerifyReport pair_report) {
        shares.checked_one();
        return pair_report;
    };
    const auto clash = [&](const Clash& x, const Clash& y) {
        return counted(verify_clash(x, y, document, options));
    };
    const auto near = [&](const NearMiss& x, const NearMiss& y) {
        return counted(verify_near_miss(x, y, document, options));
    };
    add(report, check_list(claimed.clashes, fresh.clashes, document, options.threads, clash));
    add(report, check_list(claimed.allowed, fresh.allowed, document, options.threads, clash));
    add(report, check_list(claimed.near_misses, fresh.near_misses, document, options.threads, near));
    const auto undecided = [&](const Undecided& x, const Undecided& y) {
        PairReport pair(x, document);
        check_meant(x.meant, y.meant, pair);
        pair.again(x.shapes.contains(y.shapes) && x.point == y.point,
                   "its distance is not what is found again");
        return counted(pair.report);
    };
    add(report, check_list(claimed.undecided, fresh.undecided, document, options.threads, undecided));
    const auto possible = [&](const PossiblyInside& x, const PossiblyInside& y) {
        return counted(verify_possible(x, y, document));
    };
    add(report,
        check_list(claimed.possibly_inside, fresh.possibly_inside, document, options.threads, possible));
    if (claimed.statistics.tested != fresh.statistics.tested ||
        claimed.statistics.excluded != fresh.statistics.excluded)
        report.faults.push_back(fmt::format(
            "{} pairs are claimed to be tested and {} excluded: {} and {} are", claimed.statistics.tested,
            claimed.statistics.excluded, fresh.statistics.tested, fresh.statistics.excluded));
}

void check_cast(const Answers& answers, const io::Document& document, const VerifyOptions& options,
                Shares& shares, VerifyReport& report) {
    CastOptions again = answers.cast_options;
    again.threads = options.threads;
    const CastAnswer fresh = first_impacts(document, again);
    const auto compare = [&](const PartImpact& x, const PartImpact& y) {
        VerifyReport pair_report = verify_impact(x, y, document);
        shares.checked_one();
        return pair_report;
    };
    add(report, check_list(answers.impacts.impacts, fresh.impacts, document, options.threads, compare));
    if (answers.impacts.moving != fresh.moving)
        report.faults.emplace_back("the parts that are claimed to move are not those that do");
}

}  // namespace

VerifyReport verify_clash(const Clash& claimed, const Clash& fresh, const io::Document& document,
                          const VerifyOptions& options) {
    PairReport pair(claimed, document);
    const Placed a = io::placed(document.parts[claimed.a]);
    const Placed b = io::placed(document.parts[claimed.b]);
    const bool overlapping = claimed.verdict.answer != Answer::disjoint;
    pair.proof(overlapping && verify(claimed.verdict, a, b), "the proof that the two overlap does not hold");
    pair.again(claimed.relation == fresh.relation, "its relation is not what is found again");
    check_distance({claimed.separation, claimed.certificate}, {fresh.separation, fresh.certificate},
                   {a, b, options}, pair);
    const bool claims = std::isfinite(claimed.interference.depth.upper);  // older files do not
    pair.again(!claims || same(claimed.interference, fresh.interference),
               "its interference is not what is found again");
    check_contacts(claimed, fresh, {a, b, options}, pair);
    const bool region =
        claimed.region.kind == fresh.region.kind && contains(claimed.region.box, fresh.region.box);
    pair.again(region, "its region does not hold what the two have in common");
    check_meant(claimed.meant, fresh.meant, pair);
    pair.again(claimed.triangle_pairs == fresh.triangle_pairs,
               "the number of its triangles that intersect is not what is found again");
    return pair.report;
}

VerifyReport verify_near_miss(const NearMiss& claimed, const NearMiss& fresh, const io::Document& document,
                              const VerifyOptions& options) {
    PairReport pair(claimed, document);
    const Placed a = io::placed(document.parts[claimed.a]);
    const Placed b = io::placed(document.parts[claimed.b]);
    check_distance({claimed.separation, {}}, {fresh.separation, {}}, {a, b, options}, pair);
    check_meant(claimed.meant, fresh.meant, pair);
    return pair.report;
}

VerifyReport verify_possible(const PossiblyInside& claimed, const PossiblyInside& fresh,
                             const io::Document& document) {
    PairReport pair(claimed, document);
    pair.again(claimed.relation == fresh.relation,
               "which of them is inside of the other is not what is found again");
    const bool same = claimed.winding.contains(fresh.winding) && claimed.point == fresh.point;
    pair.again(same, "its winding number is not what is found again");
    return pair.report;
}

VerifyReport verify_impact(const PartImpact& claimed, const PartImpact& fresh, const io::Document& document) {
    PairReport pair(claimed, document);
    const Moving a = moving_part(document.parts[claimed.a]);
    const Moving b = moving_part(document.parts[claimed.b]);
    const char* what = "the proof of its impact does not hold";
    if (claimed.certified.impact.hit && verify(claimed.certified, a, b))
        pair.proof(true, what);
    else
        pair.again(
            !verify(fresh.certified, a, b) && same_time(claimed.certified.impact, fresh.certified.impact),
            what);
    pair.again(same_place(claimed.certified.impact, fresh.certified.impact),
               "the place of its impact is not what is found again");
    return pair.report;
}

VerifyReport verify_answers(const Answers& answers, const io::Document& document,
                            const VerifyOptions& options, const std::function<void(double)>& progress) {
    VerifyReport report;
    Shares shares(answers, progress);
    check_head(answers.scene, document, report);
    if (answers.checked) check_clashes(answers, document, options, shares, report);
    if (answers.cast) check_cast(answers, document, options, shares, report);
    return report;
}

}  // namespace graze::cli
