#include "edges.hpp"

namespace graze::bench {
namespace {

using test::Random;

std::vector<double> near(const std::vector<double>& start, std::vector<double> end, double longest) {
    double length_sq = 0;
    for (std::size_t i = 0; i < start.size(); ++i) length_sq += (end[i] - start[i]) * (end[i] - start[i]);
    const double share = std::min(1.0, longest / std::sqrt(length_sq));
    for (std::size_t i = 0; i < start.size(); ++i) end[i] = start[i] + share * (end[i] - start[i]);
    return end;
}

/// Whether a certificate of the edge's answer is verified.
bool proven(const ArmCell& cell, const Edge& edge) {
    const PathCertificate certificate = certify_path(cell.cell, edge.path);
    return certificate.path.answer == edge.truth.answer && verify(certificate, cell.cell, edge.path);
}

}  // namespace

EdgeSet make_edges(LinkKind kind, std::size_t count, double clearance, double longest) {
    constexpr std::size_t kOfCell = 4;
    EdgeSet set;
    Random random(7);
    const Arm arm = make_arm(kind);
    while (set.free.size() < count || set.hits.size() < count) {
        const auto cell = std::make_shared<const ArmCell>(make_cell(arm, random));
        set.cells.push_back(cell);
        std::size_t frees = 0, hits = 0;
        for (int i = 0; i < 40; ++i) {
            Edge edge;
            edge.cell = set.cells.size() - 1;
            edge.start = random_configuration(arm.robot, random);
            edge.end = near(edge.start, random_configuration(arm.robot, random), longest);
            if (overlaps(cell->cell, edge.start) || overlaps(cell->cell, edge.end)) continue;
            edge.path = JointPath::linear(edge.start, edge.end);
            ++set.drawn;
            edge.truth = path_clearance(cell->cell, edge.path);
            const bool hit = edge.truth.answer == PathAnswer::hit;
            set.unknown += edge.truth.answer == PathAnswer::open ? 1 : 0;
            set.drawn_hits += hit ? 1 : 0;
            const bool wide =
                edge.truth.answer == PathAnswer::free && edge.truth.clearance.lower >= clearance;
            if (hit && hits < kOfCell && set.hits.size() < count && proven(*cell, edge)) {
                ++hits;
                set.hits.push_back(edge);
            }
            if (wide && frees < kOfCell && set.free.size() < count && proven(*cell, edge)) {
                ++frees;
                set.free.push_back(edge);
            }
        }
    }
    return set;
}

}  // namespace graze::bench
