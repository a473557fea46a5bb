// Public queries of moving vertices with exact answers (Wang et al., "A large-scale benchmark and an
// inclusion-based algorithm for continuous collision detection", 2021), when a folder of them is there: the
// environment variable GRAZE_VERTEX_QUERIES, or ../shared/data/ccd beside the project. Eight rows a query:
// four points at t = 0, then at t = 1; numerators and denominators of x, y, z, then the answer.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "graze/ccd/feature_impact.hpp"

namespace graze::test {
namespace {

namespace fs = std::filesystem;

struct VertexQuery {
    std::array<Vec3, 4> start{};
    std::array<Vec3, 4> end{};
    bool touches = false;
    bool exact = true;  ///< All coordinates are doubles: the answer is about just these.
};

fs::path queries_folder() {
    if (const char* given = std::getenv("GRAZE_VERTEX_QUERIES")) return given;
    return fs::path(GRAZE_TEST_PROJECT_DIR) / ".." / "shared" / "data" / "ccd";
}

std::vector<VertexQuery> read(const fs::path& file) {
    std::vector<VertexQuery> queries;
    std::ifstream in(file);
    std::string line;
    VertexQuery query;
    for (std::size_t row = 0; std::getline(in, line); ++row) {
        std::stringstream fields(line);
        std::array<std::string, 7> text;
        for (std::string& field : text) std::getline(fields, field, ',');
        Vec3 point;
        for (std::size_t k = 0; k < 3; ++k) {
            mpq_class number{mpz_class(text[2 * k]), mpz_class(text[2 * k + 1])};
            number.canonicalize();
            point[k] = number.get_d();
            query.exact &= mpq_class(point[k]) == number;
        }
        (row % 8 < 4 ? query.start : query.end)[row % 4] = point;
        query.touches = text[6][0] == '1';
        if (row % 8 != 7) continue;
        queries.push_back(query);
        query = {};
    }
    return queries;
}

TEST(VertexQueries, NoneIsMissedAndNoContactIsInvented) {
    const fs::path folder = queries_folder();
    if (!fs::is_directory(folder)) GTEST_SKIP() << "no folder " << folder;
    int count = 0, touching = 0, open = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".csv") continue;
        const bool edges = entry.path().parent_path().filename() == "edge-edge";
        for (const VertexQuery& query : read(entry.path())) {
            const Impact impact =
                edges ? edge_edge_impact(query.start, query.end) : vertex_face_impact(query.start, query.end);
            ASSERT_TRUE(impact.hit || !query.touches) << "missed in " << entry.path();
            ASSERT_TRUE(impact.answer != ImpactAnswer::contact || query.touches || !query.exact)
                << "invented in " << entry.path();
            ++count;
            touching += query.touches;
            open += impact.hit && !query.touches;
        }
    }
    // What is left open touches up to rounding.
    EXPECT_LE(open, (count - touching) * 3 / 100) << "of " << count - touching;
    RecordProperty("queries", count);
    RecordProperty("open", open);
}

}  // namespace
}  // namespace graze::test
