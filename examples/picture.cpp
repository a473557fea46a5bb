// Draws two answers as an SVG: a gap with its witness points and separating plane, and an overlap with the
// move that ends it. Usage: example_picture [file]. Without a file the picture goes to standard output.
#include <graze/graze.hpp>

#include <cmath>
#include <cstdio>
#include <variant>

using namespace graze;

namespace {

constexpr double kScale = 110;  // pixels per unit of length
constexpr double kWidth = 420;
constexpr double kHeight = 330;

/// World (x, y) to pixels of one panel, y up.
struct Panel {
    std::FILE* out;
    double left;

    [[nodiscard]] double x(const Vec3& p) const { return left + 0.36 * kWidth + kScale * p.x; }
    [[nodiscard]] double y(const Vec3& p) const { return 0.5 * kHeight - kScale * p.y; }

    void line(const Vec3& from, const Vec3& to, const char* style) const {
        std::fprintf(out, "<path d='M%.2f %.2fL%.2f %.2f' %s/>\n", x(from), y(from), x(to), y(to), style);
    }
    void dot(const Vec3& p) const {
        std::fprintf(out, "<circle cx='%.2f' cy='%.2f' r='4.5' fill='#1b1b1b'/>\n", x(p), y(p));
    }
    void name(const Placed& placed, const char* letter) const {
        std::fprintf(out, "<text x='%.1f' y='%.1f' font-style='italic' font-size='18'>%s</text>\n",
                     x(placed.pose.position) - 5, y(placed.pose.position) + 6, letter);
    }
    void text(double row, const char* words) const {
        std::fprintf(out, "<text x='%.1f' y='%.1f'>%s</text>\n", left + 16, kHeight - 34 + 18 * row, words);
    }
    /// The outline seen along z, from the support mapping alone.
    void outline(const Placed& placed, const char* style) const {
        constexpr int steps = 240;
        Vec3 last{};
        for (int i = 0; i < steps; ++i) {
            const double angle = 2 * 3.14159265358979 * i / steps;
            const Vec3 direction =
                transpose_times(placed.pose.rotation, Vec3{std::cos(angle), std::sin(angle), 0});
            const Vec3 p = placed.pose * support(placed.shape, direction);
            if (i == 0) {
                std::fprintf(out, "<path d='M%.1f %.1f", x(p), y(p));
            } else if (length(p - last) * kScale > 0.1) {  // a corner answers many directions
                std::fprintf(out, "L%.1f %.1f", x(p), y(p));
            }
            last = p;
        }
        std::fprintf(out, "Z' %s/>\n", style);
    }
};

constexpr const char* kShapeA = "fill='#3b82c4' fill-opacity='.35' stroke='#1f5a91' stroke-width='2'";
constexpr const char* kShapeB = "fill='#e0902f' fill-opacity='.35' stroke='#a8620f' stroke-width='2'";
constexpr const char* kMoved = "fill='none' stroke='#a8620f' stroke-width='1.5' stroke-dasharray='5 4'";
constexpr const char* kWitness = "stroke='#1b1b1b' stroke-width='2'";
constexpr const char* kPlane = "stroke='#2c8a4b' stroke-width='2' stroke-dasharray='9 5'";

bool draw_gap(const Panel& panel, const Placed& a, const Placed& b) {
    const Separation gap = separation(a, b);
    const Verdict verdict = decide(a, b);
    const auto* plane = std::get_if<SeparatingPlane>(&verdict.proof);
    if (plane == nullptr || !verify(gap, a, b) || !verify(verdict, a, b)) return false;
    panel.outline(a, kShapeA);
    panel.outline(b, kShapeB);
    panel.name(a, "a");
    panel.name(b, "b");
    // Where the plane crosses the line of the witness points, and the way it runs in the picture.
    const double share = (plane->offset - dot(plane->normal, gap.point_a - a.pose.position)) /
                         dot(plane->normal, gap.point_b - gap.point_a);
    const Vec3 middle = gap.point_a + share * (gap.point_b - gap.point_a);
    const Vec3 along = cross(Vec3{0, 0, 1}, plane->normal);
    panel.line(middle - 0.8 * along, middle + 0.8 * along, kPlane);
    panel.line(gap.point_a, gap.point_b, kWitness);
    panel.dot(gap.point_a);
    panel.dot(gap.point_b);
    char words[160];
    std::snprintf(words, sizeof words, "gap in [%.15f, %.15f]", gap.distance.lower, gap.distance.upper);
    panel.text(0, words);
    panel.text(1, "witness points and separating plane, verified");
    return true;
}

bool draw_overlap(const Panel& panel, const Placed& a, const Placed& b) {
    const CertifiedSeparation certified = certified_separation(a, b);
    const Separation& deep = certified.separation;
    if (!(deep.distance.upper < 0) || !verify(certified, a, b)) return false;
    Placed freed = b;
    freed.pose.position += -deep.distance.lower * deep.normal;
    panel.outline(a, kShapeA);
    panel.outline(b, kShapeB);
    panel.name(a, "a");
    panel.name(b, "b");
    panel.outline(freed, kMoved);
    panel.line(deep.point_b, deep.point_a, kWitness);
    panel.dot(deep.point_a);
    panel.dot(deep.point_b);
    char words[160];
    std::snprintf(words, sizeof words, "depth in [%.10f, %.10f]", -deep.distance.upper, -deep.distance.lower);
    panel.text(0, words);
    panel.text(1, "dashed: b moved by the depth along the normal");
    return true;
}

}  // namespace

int main(int count, char** arguments) {
    // All centres lie in z = 0 and every shape is its own mirror image there, so the flat picture shows the
    // true gap and depth.
    const Placed box{Box{{0.6, 0.45, 0.5}}, Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.35), {0, 0, 0})};
    const Shape drop = convex_hull_of(Sphere{0.45}, Point{{0, 1.1, 0}});
    const Placed far{drop, Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.9), {1.65, -0.15, 0})};
    const Placed close{drop, Pose::from(Quat::from_axis_angle({0, 0, 1}, -2.2), {0.78, 0.15, 0})};

    std::FILE* out = count > 1 ? std::fopen(arguments[1], "w") : stdout;
    if (out == nullptr) return 1;
    std::fprintf(out,
                 "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' font-family='sans-serif' "
                 "font-size='14'>\n",
                 2 * kWidth, kHeight + 10);
    std::fprintf(out, "<rect width='%.0f' height='%.0f' fill='#ffffff'/>\n", 2 * kWidth, kHeight + 10);
    const bool drawn = draw_gap({out, 0}, box, far) && draw_overlap({out, kWidth}, box, close);
    std::fprintf(out, "</svg>\n");
    if (out != stdout) std::fclose(out);
    return drawn ? 0 : 1;
}
