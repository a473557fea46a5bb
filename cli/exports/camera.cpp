#include "exports/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <graze/query/query.hpp>

namespace graze::cli {
namespace {

constexpr std::size_t kTargets = 12;     // points of a finding that a camera tries to show
constexpr std::size_t kMostAround = 64;  // other parts that may hide it: the nearest
constexpr double kHidden =
    0.2;  // a smaller share of visible points shows nothing: the part in front is veiled

double degrees(double angle) { return angle * std::numbers::pi / 180; }

/// Half the diagonal; infinite for half-spaces.
double radius_of_box(const Aabb& box) { return 0.5 * length(box.max - box.min); }

/// What a camera shows and what may be in its way.
struct CameraScene {
    const Placed* a = nullptr;
    const Placed* b = nullptr;
    std::vector<const Placed*> around;  ///< Other parts near the pair.
    std::vector<Vec3> targets;
    Vec3 centre{};
    double radius = 1;
    double distance = 1;  ///< Of the camera from the centre.
    double slack = 0;     ///< A point is visible that far behind a surface.
};

/// Where the finding is, and how much around it makes the pair recognisable.
void frame_finding(const Finding& finding, std::span<const Aabb> boxes, CameraScene& scene) {
    const double first = radius_of_box(boxes[finding.a]), second = radius_of_box(boxes[finding.b]);
    double smaller = std::min(first, second), larger = std::max(first, second);
    if (!std::isfinite(smaller)) smaller = 1;
    if (!std::isfinite(larger)) larger = 2 * smaller;
    scene.centre = 0.5 * (finding.box.min + finding.box.max);
    if (finding.kind == FindingKind::clearance) {
        const double gap = length(finding.gap[1] - finding.gap[0]);
        scene.radius = std::max(1.5 * gap, 0.9 * smaller);
        scene.slack = 0.04 * scene.radius;
    } else {
        const double size = radius_of_box(finding.box);
        const double depth =
            finding.kind != FindingKind::possible && finding.measure && std::isfinite(finding.measure->upper)
                ? finding.measure->upper
                : 0;
        const bool inside = finding.relation.find("inside") != std::string::npos;
        scene.radius =
            std::max({1.8 * size, std::min(1.3 * smaller, 8 * size), 0.25 * smaller,
                      1.3 * std::min(depth, larger), inside ? std::min(1.1 * larger, 8 * smaller) : 0});
        // A contact is between the surfaces: inside of both parts, as deep as the region is wide at most.
        scene.slack = std::max(0.03 * scene.radius,
                               finding.curve.empty() ? std::min(1.2 * size, 0.35 * scene.radius) : 0);
    }
    if (!(scene.radius > 0)) scene.radius = 1;
    scene.distance = 1.08 * scene.radius / std::sin(degrees(kFieldOfView / 2));
}

/// Points of the curve, else contacts, else the point to show.
std::vector<Vec3> targets_of(const Finding& finding) {
    std::vector<Vec3> targets;
    if (!finding.curve.empty()) {
        const std::size_t count = std::min(kTargets, finding.curve.size());
        for (std::size_t i = 0; i < count; ++i) {
            const auto& [start, end] = finding.curve[i * finding.curve.size() / count];
            targets.push_back(0.5 * (start + end));
        }
    } else {
        for (std::size_t i = 0; i < std::min(kTargets, finding.contacts.size()); ++i)
            targets.push_back(finding.contacts[i]);
    }
    if (targets.empty()) targets.push_back(finding.location);
    return targets;
}

/// Other parts within reach of the camera, the nearest first.
std::vector<const Placed*> parts_around(const Finding& finding, const Assembly& assembly,
                                        std::span<const Aabb> boxes, const CameraScene& scene) {
    std::vector<std::pair<double, PartIndex>> near;
    const double reach = scene.distance * scene.distance;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (i == finding.a || i == finding.b) continue;
        const Vec3 nearest = max(boxes[i].min, min(scene.centre, boxes[i].max));
        const double gap = length_sq(nearest - scene.centre);
        if (gap < reach) near.emplace_back(gap, static_cast<PartIndex>(i));
    }
    const std::size_t count = std::min(near.size(), kMostAround);
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    std::vector<const Placed*> around;
    for (std::size_t i = 0; i < count; ++i) around.push_back(&assembly.parts[near[i].second].placed);
    return around;
}

/// Unit vectors from the finding to cameras, none along `up`: all around in steps of 30 degrees, and across
/// the normal, from where the place between two convex parts is visible.
std::vector<Vec3> directions_around(const Vec3& up, const std::optional<Vec3>& normal, Vec3& home) {
    const Vec3 side = std::abs(up.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
    const Vec3 right = unit(side - dot(side, up) * up);
    const Vec3 front = cross(right, up);  // z up: -y
    home = unit(0.6 * right + 0.8 * front);
    std::vector<Vec3> directions;
    for (const double height : {25., 50., 5., -25.}) {
        for (int step = 0; step < 12; ++step) {
            const double angle = degrees(30. * step + 10);
            const Vec3 level = std::cos(angle) * home + std::sin(angle) * cross(up, home);
            directions.push_back(std::cos(degrees(height)) * level + std::sin(degrees(height)) * up);
        }
    }
    if (!normal) return directions;
    const Vec3 across = cross(*normal, std::abs(dot(*normal, up)) < 0.9 ? up : right);
    const Vec3 first = unit(across), second = cross(*normal, first);
    for (int step = 0; step < 12; ++step) {
        const double angle = degrees(30. * step);
        const Vec3 direction = std::cos(angle) * first + std::sin(angle) * second;
        if (std::abs(dot(direction, up)) < 0.95) directions.push_back(direction);
    }
    return directions;
}

/// Whether a part is between the camera and the point.
bool hides(const Placed& part, const CameraScene& scene, const Vec3& camera, const Vec3& point) {
    const Vec3 ray = point - camera;
    const double away = length(ray);
    return away > 0 && raycast_any({camera, ray}, part, std::max(0., 1 - scene.slack / away));
}

struct Visibility {
    double share = 0;     ///< Of the targets.
    double behind_a = 0;  ///< Hidden by a, by b.
    double behind_b = 0;
};
Visibility visibility_from(const Vec3& camera, const CameraScene& scene) {
    Visibility visibility;
    const double share = 1 / static_cast<double>(scene.targets.size());
    for (const Vec3& target : scene.targets) {
        const bool a = hides(*scene.a, scene, camera, target), b = hides(*scene.b, scene, camera, target);
        if (a) visibility.behind_a += share;
        if (b) visibility.behind_b += share;
        if (!a && !b) visibility.share += share;
    }
    return visibility;
}

/// The smaller of the shares of the picture that show a and b first, by rays through a grid; at most a half.
double balance_from(const Vec3& camera, const Vec3& up, const CameraScene& scene) {
    const Vec3 forward = unit(scene.centre - camera);
    const Vec3 right = unit(cross(forward, up)), above = cross(right, forward);
    double a = 0, b = 0;
    constexpr int rows = 5;
    for (int i = 0; i < rows * rows; ++i) {
        const double x = 0.3 * (i % rows - rows / 2), y = 0.3 * (i / rows - rows / 2);
        const Vec3 ray = scene.centre + scene.radius * (x * right + y * above) - camera;
        const auto hit_a = raycast({camera, ray}, *scene.a), hit_b = raycast({camera, ray}, *scene.b);
        const double at_a = hit_a ? hit_a->t : kInfinity, at_b = hit_b ? hit_b->t : kInfinity;
        if (at_a < at_b) a += 1;
        if (at_b < at_a) b += 1;
    }
    return std::min(a, b) / (rows * rows);
}

Camera camera_at(const Vec3& direction, const CameraScene& scene, const Vec3& up) {
    Camera camera;
    camera.position = scene.centre + scene.distance * direction;
    camera.forward = -direction;
    camera.up = unit(up - dot(up, direction) * direction);
    camera.distance = scene.distance;
    return camera;
}

}  // namespace

FindingView view_of(const Finding& finding, const Assembly& assembly, std::span<const Aabb> boxes,
                    const Vec3& up) {
    CameraScene scene;
    scene.a = &assembly.parts[finding.a].placed;
    scene.b = &assembly.parts[finding.b].placed;
    frame_finding(finding, boxes, scene);
    scene.targets = targets_of(finding);
    scene.around = parts_around(finding, assembly, boxes, scene);
    const Vec3 above = length_sq(up) > 0 ? unit(up) : Vec3{0, 0, 1};
    Vec3 home;
    FindingView best;
    double best_score = -kInfinity;
    for (const Vec3& direction : directions_around(above, finding.normal, home)) {
        const Vec3 camera = scene.centre + scene.distance * direction;
        const Visibility visibility = visibility_from(camera, scene);
        const double flat = finding.normal ? std::abs(dot(*finding.normal, direction)) : 0.5;
        double score = visibility.share - 0.25 * flat + 0.12 * dot(direction, home) -
                       0.3 * std::abs(dot(direction, above) - std::sin(degrees(25)));
        if (score + 0.6 <= best_score) continue;  // even with the best of what follows
        score += 1.5 * std::min(balance_from(camera, above, scene), 0.4);
        const bool covered = std::ranges::any_of(
            scene.around, [&](const Placed* part) { return hides(*part, scene, camera, finding.location); });
        if (covered) score -= 0.7;  // viewers of BCF draw all parts, and these would hide everything
        if (score <= best_score) continue;
        best_score = score;
        best.camera = camera_at(direction, scene, above);
        best.visible = visibility.share;
        best.veiled.reset();
        if (visibility.share < kHidden)
            best.veiled = visibility.behind_a >= visibility.behind_b ? finding.a : finding.b;
    }
    best.centre = scene.centre;
    best.radius = scene.radius;
    return best;
}

}  // namespace graze::cli
