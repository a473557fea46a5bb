#include "report/clearance_svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/report_text.hpp"

namespace graze::cli {
namespace {

constexpr double kWidth = 760, kHeight = 260, kLeft = 64, kRight = 16, kTop = 34, kBottom = 40;
constexpr double kMostTicks = 5;

constexpr const char* kStyle =
    "<style>.clearance{font:12px system-ui,sans-serif;--ink:#1b1f24;--soft:#8a939e;--line:#dfe3e8;"
    "--bound:#2f6fd0;--area:#e3edfb;--wanted:#b06f00;--hit:#8a3fc0;--paper:#fff}"
    "@media(prefers-color-scheme:dark){.clearance{--ink:#e8ebef;--soft:#98a2ad;--line:#2f353d;"
    "--bound:#6aa5f5;--area:#1f2f47;--wanted:#e8ad4b;--hit:#c78df0;--paper:#1b1f24}}"
    ".clearance text{fill:var(--soft)}.clearance .word{fill:var(--ink)}"
    ".clearance .grid{stroke:var(--line)}.clearance .bound{fill:none;stroke:var(--bound)}"
    ".clearance .area{fill:var(--area)}.clearance .measured{fill:none;stroke:var(--ink);stroke-width:1.6}"
    ".clearance .wanted{stroke:var(--wanted);stroke-dasharray:5 4}.clearance .hit{stroke:var(--hit)}"
    ".clearance .worst{fill:var(--paper);stroke:var(--ink);stroke-width:2}"
    ".clearance .paper{fill:var(--paper)}</style>";

/// 1, 2 or 5 times a power of ten: at most `kMostTicks` of them fit.
double tick_step(double length) {
    const double least = length / kMostTicks;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) return factor * power;
    }
    return 10 * power;
}

/// From values to the picture.
class Frame {
public:
    explicit Frame(const ReportClearance& clearance) : clearance_(clearance) {
        highest_ = clearance.wanted;
        for (const ReportClearance::Stretch& s : clearance.stretches) {
            if (!std::isfinite(s.distance)) continue;
            lowest_ = std::min(lowest_, s.distance);
            highest_ = std::max(highest_, s.distance);
        }
        if (!(highest_ > lowest_)) highest_ = lowest_ + 1;
        highest_ += 0.06 * (highest_ - lowest_);
    }
    [[nodiscard]] double x(double t) const { return kLeft + t * (kWidth - kLeft - kRight); }
    [[nodiscard]] double y(double value) const {
        const double share = (highest_ - std::clamp(value, lowest_, highest_)) / (highest_ - lowest_);
        return kTop + share * (kHeight - kTop - kBottom);
    }
    [[nodiscard]] double bottom() const { return kHeight - kBottom; }
    [[nodiscard]] double lowest() const { return lowest_; }
    [[nodiscard]] double highest() const { return highest_; }
    [[nodiscard]] const ReportClearance& data() const { return clearance_; }

private:
    const ReportClearance& clearance_;
    double lowest_ = 0;
    double highest_ = 1;
};

std::string svg_line(const char* name, double x1, double y1, double x2, double y2) {
    return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>", name,
                       x1, y1, x2, y2);
}

std::string svg_text(double x, double y, const char* anchor, const std::string& text, const char* name = "") {
    return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", name, x,
                       y, anchor, escape_html(text));
}

std::string axes(const Frame& frame, const std::string& unit) {
    std::string svg;
    const double step = tick_step(frame.highest() - frame.lowest());
    for (double value = std::ceil(frame.lowest() / step) * step; value <= frame.highest(); value += step) {
        svg += svg_line("grid", kLeft, frame.y(value), kWidth - kRight, frame.y(value));
        svg += svg_text(kLeft - 8, frame.y(value) + 4, "end",
                        fmt::format("{:.4g}", std::abs(value) < 1e-9 * step ? 0 : value));
    }
    const ReportClearance& data = frame.data();
    const double seconds = tick_step(data.duration);
    for (double time = std::ceil(data.start / seconds) * seconds;
         time <= data.start + data.duration * (1 + 1e-12); time += seconds) {
        const double at = frame.x((time - data.start) / data.duration);
        svg += svg_line("grid", at, frame.bottom(), at, frame.bottom() + 5);
        svg += svg_text(at, frame.bottom() + 19, "middle",
                        fmt::format("{:.4g}", std::abs(time) < 1e-9 * seconds ? 0 : time));
    }
    return svg + svg_text(kLeft, 20, "start", "clearance, " + unit, "word") +
           svg_text(kWidth - kRight, kHeight - 4, "end", "time");
}

/// The proven bound as steps with the area under them, the measured distance as a line.
std::string curves(const Frame& frame) {
    std::string bound, measured;
    for (const ReportClearance::Stretch& s : frame.data().stretches) {
        const double y = frame.y(std::isfinite(s.at_least) ? s.at_least : frame.lowest());
        bound += fmt::format("{}{:.1f} {:.1f}H{:.1f}", bound.empty() ? "M" : "L", frame.x(s.time.lower), y,
                             frame.x(s.time.upper));
        if (std::isfinite(s.distance))
            measured += fmt::format("{}{:.1f} {:.1f}", measured.empty() ? "M" : "L", frame.x(s.time.middle()),
                                    frame.y(s.distance));
    }
    const std::string area = fmt::format("{}V{:.1f}H{:.1f}Z", bound, frame.y(frame.lowest()), frame.x(0));
    return fmt::format(
        "<path class=\"area\" d=\"{}\"/><path class=\"bound\" d=\"{}\"/><path class=\"measured\" d=\"{}\"/>",
        area, bound, measured);
}

double distance_at(const ReportClearance& clearance, double t) {
    for (const ReportClearance::Stretch& s : clearance.stretches) {
        if (t <= s.time.upper) return s.distance;
    }
    return clearance.stretches.back().distance;
}

/// What is wanted, and the moment to show.
std::string marks(const Frame& frame) {
    const ReportClearance& data = frame.data();
    std::string svg;
    if (data.wanted > 0) {
        const double y = frame.y(data.wanted);
        svg += svg_line("wanted", kLeft, y, kWidth - kRight, y);
    }
    const double x = frame.x(data.worst);
    if (data.answer != "free") svg += svg_line("hit", x, kTop, x, frame.bottom());
    const double y = frame.y(data.answer == "hit" ? data.wanted : distance_at(data, data.worst));
    svg += fmt::format("<circle class=\"worst\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>", x, y);
    return svg;
}

std::string legend(const ReportClearance& data) {
    double at = kWidth - kRight - (data.wanted > 0 ? 250 : 172);
    std::string svg;
    const auto entry = [&](const char* name, const char* word, double width) {
        svg += svg_line(name, at, 16, at + 18, 16) + svg_text(at + 24, 20, "start", word);
        at += width;
    };
    entry("measured", "measured", 94);
    entry("bound", "proven", 78);
    if (data.wanted > 0) entry("wanted", "wanted", 78);
    return svg;
}

}  // namespace

std::string clearance_svg(const ReportClearance& clearance, const std::string& unit) {
    const Frame frame(clearance);
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"clearance\" viewBox=\"0 0 {0} {1}\" "
               "width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"Clearance over time\">{2}"
               "<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>",
               kWidth, kHeight, kStyle) +
           axes(frame, unit) + curves(frame) + marks(frame) + legend(clearance) + "</svg>\n";
}

}  // namespace graze::cli
