// Qhull (Barber, Dobkin, Huhdanpaa: The Quickhull algorithm for convex hulls) behind one function. It never
// prints and never ends the process: its messages go to a buffer, and after `qh_new_qhull`, which catches its
// own long jumps before any of our objects with destructors are made, only plain data is read: nothing called
// here can jump.
#include <libqhull_r/qhull_ra.h>

#include <cstdio>
#include <utility>

#include "shape/hull/hull_build.hpp"

namespace graze::hulls {
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

std::vector<TriangleIndices> propose_surface(std::vector<double>& coordinates) {
    std::vector<TriangleIndices> triangles;
    char text[256];
    FILE* messages = fmemopen(text, sizeof text, "w");
    if (messages == nullptr) return triangles;
    qhT state;
    // Triangulated output, no warnings, and wide facets accepted rather than given up on.
    const int code = run_qhull(&state, coordinates.data(), static_cast<int>(coordinates.size() / 3),
                               "qhull Qt Pp Q12", messages);
    if (code == 0) triangles = read_triangles(&state, coordinates.data());
    // Long blocks first, then the pool of short ones with everything in it.
    int blocks_left = 0, bytes_left = 0;
    qh_freeqhull(&state, !qh_ALL);
    qh_memfreeshort(&state, &blocks_left, &bytes_left);
    std::fclose(messages);
    return triangles;
}

}  // namespace graze::hulls
