#include "report/cast_report.hpp"

namespace graze::cli {
namespace {

/// Steps of a motion that are drawn: between two of them a body that makes a whole turn is off its path by a
/// thousandth of the circle's radius.
constexpr int kSteps = 72;

ReportMotion sampled(std::uint32_t part, const Motion& motion) {
    ReportMotion sampled{.part = part, .samples = {}};
    for (int i = 0; i <= kSteps; ++i) {
        const double time = static_cast<double>(i) / kSteps;
        sampled.samples.push_back({time, pose_at(motion, time)});
    }
    return sampled;
}

}  // namespace

void add_cast(ReportData& report, const io::Document& document, const CastAnswer& answer,
              const CastOptions& options) {
    report.asked_motion = report.asked_motion || !answer.moving.empty();
    for (const std::uint32_t part : answer.moving)
        report.motions.push_back(sampled(part, io::motion_of(document.parts[part])));
    for (const PartImpact& impact : answer.impacts) {
        const Impact& hit = impact.certified.impact;
        ReportImpact row{.a = impact.a, .b = impact.b};
        row.time = hit.time;
        row.answer = answer_text(hit);
        row.point = hit.point;
        row.normal = hit.normal;
        if (options.verify) {
            row.proof = {"planes through time", impact_words(impact),
                         impact.verified ? ReportCheck::verified : ReportCheck::not_shown};
            row.proof.claim = hit.answer == ImpactAnswer::contact
                                  ? "the time of contact is between the bounds"
                                  : "nothing touches before";
        }
        report.impacts.push_back(std::move(row));
    }
}

}  // namespace graze::cli
