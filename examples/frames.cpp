// Frames: parallelograms, triangles, parallelepipeds and tetrahedra, given by a corner and edge vectors.
// Fourier- Motzkin elimination gives the box of what two have in common, the time interval in which moving
// ones overlap, and for those that do not, multipliers that prove it. Usage: example_frames [file], which
// receives a picture of the box.
#include <graze/graze.hpp>

#include <cstdio>

using namespace graze;

namespace {

// Pixels: 180 per unit, y up.
constexpr double kScale = 180;
double px(double x) { return 30 + kScale * x; }
double py(double y) { return 400 - kScale * y; }

void outline(std::FILE* out, const Frame<2>& frame, const char* style) {
    const auto corners =
        frame.corners();  // the origin, both ends of the edges, and of a cuboid the far corner
    std::fprintf(out, "<path d='M%.1f %.1fL%.1f %.1f", px(corners[0].x), py(corners[0].y), px(corners[1].x),
                 py(corners[1].y));
    if (frame.kind() == FrameKind::cuboid)
        std::fprintf(out, "L%.1f %.1f", px(corners[3].x), py(corners[3].y));
    std::fprintf(out, "L%.1f %.1fZ' %s/>\n", px(corners[2].x), py(corners[2].y), style);
}

/// Both frames with the smallest box of their intersection.
bool draw(const char* file, const Frame<2>& a, const Frame<2>& b, const FrameOverlap<2>& common) {
    std::FILE* out = std::fopen(file, "w");
    if (out == nullptr) return false;
    std::fprintf(out,
                 "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 330 420'>\n"
                 "<rect width='330' height='420' fill='#ffffff'/>\n");
    outline(out, a, "fill='#3b82c4' fill-opacity='.35' stroke='#1f5a91' stroke-width='2'");
    outline(out, b, "fill='#e0902f' fill-opacity='.35' stroke='#a8620f' stroke-width='2'");
    std::fprintf(out,
                 "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='none' stroke='#1b1b1b' "
                 "stroke-width='2' stroke-dasharray='6 4'/>\n",
                 px(common.box.min.x), py(common.box.max.y), kScale * (common.box.max.x - common.box.min.x),
                 kScale * (common.box.max.y - common.box.min.y));
    std::fprintf(out, "<circle cx='%.1f' cy='%.1f' r='4' fill='#1b1b1b'/>\n</svg>\n", px(common.witness.x),
                 py(common.witness.y));
    return std::fclose(out) == 0;
}

}  // namespace

int main(int count, char** arguments) {
    // [shown: box]
    const Frame<2> tile{FrameKind::cuboid, {0, 0}, {{{1, 0.5}, {0.5, 1}}}};
    const Frame<2> flag{FrameKind::tetrahedron, {1, 2}, {{{-0.5, -0.5}, {0, -1}}}};
    const FrameOverlap<2> common = intersect(tile, flag);
    std::printf("common points lie in [%.4f, %.4f] x [%.4f, %.4f], (%.3f, %.3f) is one\n", common.box.min.x,
                common.box.max.x, common.box.min.y, common.box.max.y, common.witness.x, common.witness.y);
    // [end]

    // [shown: time]
    const Frame<3> cube{};  // the unit cube at the origin
    const Frame<3> spike{FrameKind::tetrahedron, {0.25, 0.25, 3}, {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, -1}}}};
    const MovingFrame<3> still{cube, {0, 0, 0}}, falling{spike, {0, 0, -4}};
    const FrameOverlap<3> pass = intersect(still, falling);
    std::printf("the spike is in the cube from t = %.4f to %.4f\n", pass.time.lower, pass.time.upper);
    // [end]

    // [shown: farkas]
    const MovingFrame<3> beside{spike, {4, 0, -4}};
    const FrameOverlap<3> miss = intersect(still, beside);
    // The multipliers add up inequalities of both frames to 0 <= something negative: no point satisfies all
    // of them at any time. The check needs one pass over the rows.
    std::printf("beside it: %s, proof verified: %s\n", miss.hit ? "hit" : "miss",
                verify(miss.farkas, still, beside) ? "yes" : "no");
    // [end]

    // Touching counts except in the open mode.
    const Frame<3> neighbour{FrameKind::cuboid, {1, 0, 0}, cube.components()};
    const bool touch = intersect(cube, neighbour).hit,
               interiors = intersect(cube, neighbour, {.open = true}).hit;
    std::printf("cubes face to face: closed %s, open %s\n", touch ? "hit" : "miss",
                interiors ? "hit" : "miss");

    if (count > 1 && !draw(arguments[1], tile, flag, common)) return 1;
    const bool right = common.hit && pass.time.contains(0.25) && pass.time.contains(0.75) && !miss.hit;
    return right && touch && !interiors && verify(common, tile, flag) && verify(miss, still, beside) ? 0 : 1;
}
