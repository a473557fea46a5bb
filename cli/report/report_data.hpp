// What a report shows, as plain structs that commands fill in. World frame, lengths in the report's unit,
// unless a field states otherwise. Names and texts may hold anything. Numbers that are not finite are shown
// as "unbounded".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"
#include "graze/mesh/generate.hpp"

namespace graze::cli {

struct ReportPart {
    std::string name{};          ///< A '/' in it makes levels, as in paths.
    std::string group{};         ///< Empty for none.
    std::string source{};        ///< The file it came from; empty for shapes written in the scene.
    std::string kind{};          ///< For people: "solid mesh", "capsule".
    std::uint32_t geometry = 0;  ///< Index into ReportData::geometries; parts of one shape share it.
    Pose pose{};                 ///< World from local.
    double margin = 0;           ///< Belongs to the part, but may be missing in its triangles. >= 0.
    bool endless = false;  ///< Reaches beyond every picture, as a half-space does: drawn, but not framed.
    /// Red, green, blue in [0, 1], linear; empty for the colour of its group.
    std::optional<std::array<float, 3>> colour{};
};

/// The result of the independent check of an answer.
enum class ReportCheck : std::uint8_t { not_run, verified, not_shown };

struct ReportProof {
    std::string kind{};  ///< "separating plane", "common point"; empty when there is no proof to show.
    std::vector<std::string> lines{};  ///< In words and numbers, one fact each.
    ReportCheck check = ReportCheck::not_run;
    std::string claim{};  ///< The proven and checked claim: "they overlap"; empty for the claim of the kind.
    ReportCheck measure = ReportCheck::not_run;  ///< Of the depth, where that is a claim of its own.
};

struct ReportContact {
    Vec3 position{};
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b.
    double depth = 0;      ///< >= 0.
};

/// Two parts that intersect.
struct ReportClash {
    std::uint32_t a = 0;     ///< Index into ReportData::parts, like b.
    std::uint32_t b = 0;     ///< Not a.
    std::string relation{};  ///< "touching", "overlapping", "a inside b", "b inside a", "identical".
    /// Contains how far b must move to be free, the escape distance. >= 0. Empty when not asked, or for
    /// surfaces that cross.
    std::optional<Interval> depth{};
    /// Contains how far the surfaces pass through each other. >= 0. Empty where `depth` is.
    std::optional<Interval> interference{};
    Vec3 point{};  ///< A point to show.
    /// Unit, from a to b: along it b moves to be free. Empty when there is none.
    std::optional<Vec3> normal{};
    std::vector<ReportContact> contacts{};
    std::uint64_t contact_count = 0;           ///< As found; at least contacts.size().
    Aabb region{};                             ///< Contains the intersection; empty when unknown.
    std::vector<std::array<Vec3, 2>> curve{};  ///< Segments in which the surfaces cross; may be a selection.
    ReportProof proof{};
    /// Further remarks: "the interval is wide because the budget was reached".
    std::vector<std::string> notes{};
    std::string state{};  ///< "new", "worse" or "accepted", compared with a baseline; empty without one.
};

/// Two disjoint parts that are close.
struct ReportNearMiss {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Interval distance{};  ///< Contains the true distance.
    /// The requested one; 0 when all distances are requested. A smaller distance is a finding.
    double clearance = 0;
    Vec3 point_a{};  ///< Nearest points.
    Vec3 point_b{};
    ReportProof proof{};
    std::vector<std::string> notes{};
    std::string state{};  ///< As that of a clash.
    /// When in a motion, in [0, 1], the parts are that close; empty for parts as they are placed.
    std::optional<double> moment{};
};

/// Two disjoint parts, one of which is surrounded by the other, an open mesh, by more than a half.
struct ReportPossible {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::string relation{};  ///< "a inside b", "b inside a": what it would be if the mesh around were closed.
    Interval winding{};      ///< Contains how often that mesh winds around the point.
    Vec3 point{};            ///< Of the part inside.
    std::vector<std::string> notes{};
    std::string state{};  ///< As that of a clash.
};

/// Two parts of which one moves into the other.
struct ReportImpact {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Interval time{};       ///< In [0, 1]: nothing touches before the lower end.
    std::string answer{};  ///< "contact", "within tolerance", "not decided".
    Vec3 point{};          ///< At time.upper.
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b.
    ReportProof proof{};
    std::vector<std::string> notes{};
};

struct ReportMotion {
    struct Sample {
        double time = 0;  ///< In [0, 1], growing; the first is 0, the last is 1.
        Pose pose{};      ///< World from local.
    };
    std::uint32_t part = 0;
    std::vector<Sample> samples{};  ///< Between two of them the view turns and moves evenly. Not empty.
};

/// The clearance of a motion over its time, as a plot.
struct ReportClearance {
    struct Stretch {
        Interval time{};      ///< In [0, 1].
        double at_least = 0;  ///< Proven for all of it; -inf where nothing is.
        double distance = 0;  ///< Measured in its middle; < 0: a depth.
        std::uint32_t a = 0;  ///< The nearest parts then.
        std::uint32_t b = 0;
    };
    double start = 0;  ///< The time of the motion is start + t * duration, in its own unit.
    double duration = 1;
    double wanted = 0;                 ///< 0: contact is what counts.
    std::string answer{};              ///< "free", "hit", "open".
    double at_least = 0;               ///< Of the whole motion, when it is free.
    std::string verdict{};             ///< In a few words: "Free by at least 12 mm".
    std::string detail{};              ///< One more sentence: which parts, and when.
    double worst = 0;                  ///< The moment to show, in [0, 1].
    std::vector<Stretch> stretches{};  ///< By growing time. Not empty.
};

/// One number or word for the head of the report: {"pairs checked", "12 403"}.
struct ReportFact {
    std::string label{};
    std::string value{};
    std::string detail{};  ///< Shown when one points at it; may be empty.
};

struct ReportData {
    std::string title{};    ///< The assembly's name, or the file's.
    std::string command{};  ///< Which command made it, with its files.
    std::string unit = "m";
    Vec3 up{0, 0, 1};
    std::vector<ReportFact> facts{};
    std::vector<std::string> warnings{};  ///< What the reader should know before trusting the rest: idle
                                          ///< exclusions, skipped files.
    std::vector<ReportPart> parts{};
    std::vector<TriangleSoup> geometries{};  ///< Local frames.
    bool asked_clashes = true;               ///< Clashes were searched for: without any the report states it.
    bool asked_clearance = false;            ///< The same for near misses.
    bool asked_motion = false;               ///< The same for impacts.
    std::vector<ReportClash> clashes{};      ///< In the order of importance, which is that of the list.
    std::vector<ReportNearMiss> near_misses{};
    std::vector<ReportPossible> possible{};
    std::vector<ReportImpact> impacts{};
    std::vector<ReportMotion> motions{};
    std::optional<ReportClearance> clearance{};  ///< Of the motions together.
};

}  // namespace graze::cli
