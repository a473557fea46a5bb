// Certificates of paths: those of random cells and paths of every kind are accepted, claim what the answer
// claims, and no more than samples allow. GRAZE_ROBOT_CERTIFICATES makes it a long run.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "graze/robot/robot_cell.hpp"
#include "oracle/judge_path.hpp"
#include "oracle/random_cells.hpp"
#include "oracle/run_size.hpp"

namespace graze::test {
namespace {

struct CertificateCounts {
    std::array<std::size_t, 3> answers{};
    std::size_t stills = 0;
    std::size_t unshown = 0;
    std::size_t other_answer = 0;
};

void expect_consistent(const PathCase& given, const PathCertificate& certificate) {
    const PathClearance& path = certificate.path;
    EXPECT_TRUE(path_faults(given, path).empty()) << path_faults(given, path).front();
    EXPECT_EQ(certificate.digest, digest_of(given.cell.model(), given.path));
    EXPECT_EQ(certificate.until, path.time.lower);
    if (path.answer == PathAnswer::free) {
        EXPECT_EQ(certificate.until, 1);
        EXPECT_EQ(certificate.clearance, path.clearance.lower);
    } else {
        EXPECT_EQ(certificate.clearance, given.options.wanted);
    }
}

/// Of a hit without its contact, the cells alone: that nothing is closer before.
bool start_verifies(PathCertificate certificate, const RobotCell& cell, const JointPath& path) {
    certificate.path.answer = PathAnswer::open;
    certificate.contact = {};
    return verify(certificate, cell, path);
}

void certify(const PathCase& given, CertificateCounts& counts, const std::string& where) {
    const PathCertificate certificate = certify_path(given.cell, given.path, given.options);
    SCOPED_TRACE(where);
    expect_consistent(given, certificate);
    const PathAnswer answer = certificate.path.answer;
    if (answer != PathAnswer::open || !between_doubles(given.path, certificate.path))
        ++counts.answers[static_cast<std::size_t>(answer)];
    for (const PathPair& pair : certificate.pairs) counts.stills += pair.stills.size();
    const PathClearance plain = path_clearance(given.cell, given.path, given.options);
    counts.other_answer += answer != plain.answer;
    if (answer == PathAnswer::free && plain.answer == PathAnswer::hit) ADD_FAILURE() << "free, and a hit";
    if (answer == PathAnswer::hit && plain.answer == PathAnswer::free) ADD_FAILURE() << "a hit, and free";
    if (answer == PathAnswer::hit) {
        counts.unshown += !verify(certificate, given.cell, given.path);
        EXPECT_TRUE(start_verifies(certificate, given.cell, given.path));
    } else {
        EXPECT_TRUE(verify(certificate, given.cell, given.path));
    }
}

TEST(VerifyPath, AcceptsWhatIsCertified) {
    Random random(61);
    const std::size_t paths = run_size("GRAZE_ROBOT_CERTIFICATES", 45);
    CertificateCounts counts;
    for (std::size_t i = 0; i < paths; ++i) {
        const DrawnCell drawn = drawn_cell(random, i);
        const RobotCell cell = drawn.input.cell();
        const JointPath path = drawn_path(random, drawn, cell);
        for (const PathGoal goal : {PathGoal::decide, PathGoal::measure}) {
            const double wanted = i % 2 == 0 ? 0 : random.uniform(0, 0.05) * drawn.scale;
            const PathOptions options{
                .wanted = wanted, .goal = goal, .absolute_accuracy = 1e-4 * drawn.scale};
            const PathCase given{drawn.input, cell, path, options, 2 * drawn.scale, 60};
            certify(given, counts, std::to_string(i) + (goal == PathGoal::decide ? " decide" : " measure"));
        }
    }
    if (std::getenv("GRAZE_ROBOT_CERTIFICATES") != nullptr)
        std::printf("free %zu hit %zu open %zu, stills %zu, contacts not shown %zu, other answers %zu\n",
                    counts.answers[0], counts.answers[1], counts.answers[2], counts.stills, counts.unshown,
                    counts.other_answer);
    EXPECT_GT(counts.answers[0], paths / 2);
    EXPECT_GT(counts.answers[1], paths / 5);
    EXPECT_LE(counts.answers[2], paths / 50);
    EXPECT_GT(counts.stills, 0U);
    EXPECT_EQ(counts.unshown, 0U);
    EXPECT_LE(counts.other_answer, paths / 50);
}

}  // namespace
}  // namespace graze::test
