// What happens after a wrong answer: the capsule that the audit writes holds the input to the bit, and the
// program ends or goes on as the environment asks.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "graze/graze.hpp"
#include "query/audit/audit.hpp"

namespace graze::test {
namespace {

const Placed kSphere{Sphere{1}, Pose::translation({0.25, 0, 0})};
const Placed kBox{Box{{1, 1, 1}}, Pose::translation({4, 0.5, 0.25})};

std::string hexadecimal(const std::vector<std::byte>& bytes) {
    std::ostringstream text;
    for (const std::byte byte : bytes)
        text << std::hex << (std::to_integer<int>(byte) >> 4) << (std::to_integer<int>(byte) & 15);
    return text.str();
}

std::string capsule_in(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".capsule" &&
            entry.path().filename().string().starts_with("graze-audit-separation-")) {
            std::ifstream file(entry.path());
            return {std::istreambuf_iterator<char>(file), {}};
        }
    }
    return {};
}

class AuditFolder {
public:
    explicit AuditFolder(const char* name) : path_(std::filesystem::path(testing::TempDir()) / name) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
        setenv("GRAZE_AUDIT_FOLDER", path_.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): one thread
    }
    ~AuditFolder() {
        unsetenv("GRAZE_AUDIT_FOLDER");  // NOLINT(concurrency-mt-unsafe)
        std::filesystem::remove_all(path_);
    }
    AuditFolder(const AuditFolder&) = delete;
    AuditFolder& operator=(const AuditFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

TEST(AuditDeathTest, AbortsWithACapsuleThatHoldsTheInputToTheBit) {
    const AuditFolder folder("graze-audit-death");
    const TriangleSoup slab = box_mesh({1, 1, 0.1});
    const Placed a{*Mesh::build(slab.vertices, slab.triangles, {.kind = MeshKind::solid}),
                   Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {0.1, -1.0 / 3, 2})};
    const Placed b = kBox;
    Separation wrong = separation(a, b);
    wrong.distance = {-1, -1};
    EXPECT_EXIT(audit::check_separation(wrong, {a, b}, {}), testing::KilledBySignal(SIGABRT),
                "wrong answer of separation: ");
    const std::string capsule = capsule_in(folder.path());
    ASSERT_FALSE(capsule.empty());
    EXPECT_NE(capsule.find("\"format\": \"graze-audit-capsule\""), std::string::npos);
    EXPECT_NE(capsule.find("\"verb\": \"separation\""), std::string::npos);
    EXPECT_NE(capsule.find("\"distance\": [-1, -1]"), std::string::npos);
    for (const Placed& placed : {a, b})
        EXPECT_NE(capsule.find(hexadecimal(*to_bytes(placed.shape))), std::string::npos);
    // The pose of a, number by number.
    std::istringstream numbers(capsule.substr(capsule.find("\"pose\": [") + 9));
    for (const Vec3& v : {a.pose.rotation.columns[0], a.pose.rotation.columns[1], a.pose.rotation.columns[2],
                          a.pose.position}) {
        for (const double expected : {v.x, v.y, v.z}) {
            std::string text;
            std::getline(numbers, text, ',');
            EXPECT_EQ(std::strtod(text.c_str(), nullptr), expected);
        }
    }
}

TEST(Audit, GoesOnWhereTheEnvironmentSaysSo) {
    const AuditFolder folder("graze-audit-continue");
    setenv("GRAZE_AUDIT_CONTINUE", "1", 1);  // NOLINT(concurrency-mt-unsafe)
    const std::uint64_t before = audit_report().contradictions;
    Separation wrong = separation(kSphere, kBox);
    wrong.distance = {-1, -1};
    audit::check_separation(wrong, {kSphere, kBox}, {});
    unsetenv("GRAZE_AUDIT_CONTINUE");  // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(audit_report().contradictions, before + 1);
    EXPECT_FALSE(capsule_in(folder.path()).empty());
}

}  // namespace
}  // namespace graze::test
