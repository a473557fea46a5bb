// Qhull (Barber, Dobkin, Huhdanpaa: The Quickhull algorithm for convex hulls) behind one function. It never prints and never
// ends the process: its messages go to a buffer, and after `qh_new_qhull`, which catches its own long jumps before any of our
// objects with destructors are made, only plain data is read: nothing called here can jump.
#include <libqhull_r/qhull_ra.h>

#include <cstdio>
#include <cstring>

#include "shape/hull_build.hpp"

namespace graze::hull {
namespace {

/// The plain part: returns Qhull's exit code. No C++ object with a destructor lives in here.
int run_qhull(qhT* qh, double* coordinates, int count, const char* command, FILE* messages) {
    char arguments[64];
    std::snprintf(arguments, sizeof arguments, "%s", command);
    qh_zero(qh, messages);
    return qh_new_qhull(qh, 3, count, coordinates, False, arguments, nullptr, messages);
}

std::vector<TriangleIndices> read_triangles(qhT* qh, const double* coordinates) {
    std::vector<TriangleIndices> triangles;
    triangles.reserve(static_cast<std::size_t>(qh->num_facets));
    for (facetT* facet = qh->facet_list; facet && facet->next; facet = facet->next) {
        TriangleIndices corners{};
        std::size_t count = 0;
        vertexT* vertex = nullptr;
        vertexT** vertexp = nullptr;
        FOREACHvertex_(facet->vertices) {
            if (count < 3) corners[count] = static_cast<std::uint32_t>((vertex->point - coordinates) / 3);
            ++count;
        }
        if (count != 3) return {};
        if (facet->toporient ^ qh_ORIENTclock) std::swap(corners[0], corners[1]);
        triangles.push_back(corners);
    }
    return triangles;
}

}  // namespace

Proposal propose_surface(std::vector<double>& coordinates, Precision precision) {
    Proposal proposal;
    char text[512] = {};
    FILE* messages = fmemopen(text, sizeof text - 1, "w");
    if (messages == nullptr) {
        proposal.failure = "no memory for Qhull's messages";
        return proposal;
    }
    qhT state;
    const char* command = precision == Precision::merged ? "qhull Qt Pp Q12" : "qhull QJ Pp";
    const int code = run_qhull(&state, coordinates.data(), static_cast<int>(coordinates.size() / 3), command, messages);
    // Joggled input is a copy inside Qhull: points are then counted from that copy.
    if (code == 0) proposal.triangles = read_triangles(&state, state.first_point);
    qh_freeqhull(&state, qh_ALL);
    std::fclose(messages);
    if (proposal.triangles.empty()) proposal.failure = std::string(text, strcspn(text, "\n"));
    return proposal;
}

}  // namespace graze::hull
