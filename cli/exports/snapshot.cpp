#include "exports/snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <graze/core/function_ref.hpp>
#include <graze/query/query.hpp>

#include "drawn_parts.hpp"

namespace graze::cli {
namespace {

/// Parts in the background of one picture: those farther away would take time and show little.
constexpr std::size_t kMostPartsAround = 120;

/// Whether a ball may be in the picture: it is not wholly behind one of the planes through the camera and the
/// edges of the picture, nor behind the camera.
bool in_picture(const Camera& camera, const Vec3& centre, double radius) {
    const Vec3 right = cross(camera.forward, camera.up);
    const Vec3 to = centre - camera.position;
    const double depth = dot(to, camera.forward);
    if (depth < -radius) return false;
    const double up = std::tan(kFieldOfView * std::numbers::pi / 360), across = kPictureAspect * up;
    // Distance from a plane through the camera that opens by a slope: (x - slope * depth) / sqrt(1 +
    // slope^2).
    return std::abs(dot(to, right)) - across * depth <= radius * std::hypot(1, across) &&
           std::abs(dot(to, camera.up)) - up * depth <= radius * std::hypot(1, up);
}

}  // namespace

PictureSize picture_size(std::size_t findings) {
    return findings > 200 ? PictureSize{400, 300} : PictureSize{};
}

SnapshotStudio::SnapshotStudio(const ExportContext& context)
    : context_(context),
      assembly_(io::assembly_of(context.document)),
      size_(picture_size(context.findings.size())),
      reach_(drawn_reach(assembly_)) {
    for (const AssemblyPart& part : assembly_.parts) boxes_.push_back(box_of(part.placed));
    PartGeometries geometries = part_geometries(assembly_);
    geometry_of_ = std::move(geometries.of_part);
    first_part_ = std::move(geometries.first);
    geometries_.resize(first_part_.size());
}

FindingView SnapshotStudio::view(const Finding& finding) const {
    return view_of(finding, assembly_, boxes_, context_.document.up);
}

std::vector<PartIndex> SnapshotStudio::parts_in_view(const Finding& finding, const FindingView& view) const {
    std::vector<std::pair<double, PartIndex>> near;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (i == finding.a || i == finding.b || is_empty(boxes_[i])) continue;
        const Vec3 size = boxes_[i].max - boxes_[i].min;
        if (!is_finite(size)) continue;  // an endless floor would cover everything
        const Vec3 nearest = max(boxes_[i].min, min(view.centre, boxes_[i].max));
        const double away = length(nearest - view.centre);
        if (away > 5 * view.radius || !in_picture(view.camera, centre(boxes_[i]), 0.5 * length(size)))
            continue;
        near.emplace_back(away, static_cast<PartIndex>(i));
    }
    const std::size_t count = std::min(near.size(), kMostPartsAround);
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    std::vector<PartIndex> parts;
    for (std::size_t i = 0; i < count; ++i) parts.push_back(near[i].second);
    return parts;
}

void SnapshotStudio::prepare(const std::vector<FindingView>& views) {
    std::vector<bool> wanted(first_part_.size());
    for (std::size_t i = 0; i < views.size(); ++i) {
        const Finding& finding = context_.findings[i];
        wanted[geometry_of_[finding.a]] = wanted[geometry_of_[finding.b]] = true;
        for (const PartIndex part : parts_in_view(finding, views[i])) wanted[geometry_of_[part]] = true;
    }
    parallel_for(geometries_.size(), context_.threads, [&](std::size_t i) {
        if (!wanted[i] || geometries_[i]) return;
        geometries_[i] = std::make_unique<DrawnGeometry>(drawn_geometry(
            io::display_triangles(assembly_.parts[first_part_[i]].placed.shape, kDrawnSmoothness, reach_)));
    });
}

void SnapshotStudio::draw_part(Layer& layer, const Projection& projection, PartIndex part,
                               std::uint8_t number) const {
    draw(layer, projection, *geometries_[geometry_of_[part]], assembly_.parts[part].placed.pose, number);
}

std::vector<std::array<Vec3, 2>> SnapshotStudio::thin_edges(PartIndex part) const {
    const DrawnGeometry& geometry = *geometries_[geometry_of_[part]];
    const Pose& pose = assembly_.parts[part].placed.pose;
    std::vector<std::array<Vec3, 2>> edges;
    for (const auto& [i, j, k] : geometry.soup.triangles) {
        const Vec3 p = geometry.soup.vertices[i], q = geometry.soup.vertices[j],
                   r = geometry.soup.vertices[k];
        if (length_sq(cross(q - p, r - p)) > 0) return {};
        edges.push_back({pose * p, pose * q});
        edges.push_back({pose * q, pose * r});
    }
    return edges;
}

Image SnapshotStudio::picture(const Finding& finding, const FindingView& view) const {
    const std::size_t width = kSamplesAcross * size_.width, height = kSamplesAcross * size_.height;
    const Projection projection(view.camera, width, height);
    PictureLayers layers;
    layers.solid = Layer(width, height);
    if (view.veiled) layers.veiled = Layer(width, height);
    for (const auto& [part, number] : {std::pair{finding.a, kPartA}, std::pair{finding.b, kPartB}})
        draw_part(view.veiled == part ? layers.veiled : layers.solid, projection, part, number);
    std::size_t budget = kMostAroundTriangles;
    for (const PartIndex part : parts_in_view(finding, view)) {
        const std::size_t triangles = geometries_[geometry_of_[part]]->soup.triangles.size();
        if (triangles > budget) continue;
        budget -= triangles;
        if (layers.around.width == 0) layers.around = Layer(width, height);
        draw_part(layers.around, projection, part, kPartAround);
    }
    Image image = composed(layers, size_.width, size_.height);
    const double slack = 0.02 * view.radius;
    for (const auto& [part, colour] :
         {std::pair{finding.a, kPartAColour}, std::pair{finding.b, kPartBColour}})
        draw_strokes(image, layers.solid, view.camera, {thin_edges(part), colour, 3}, slack);
    draw_strokes(image, layers.solid, view.camera,
                 {{finding.curve.begin(), finding.curve.end()}, kCurveColour}, slack);
    if (finding.kind == FindingKind::clearance) {
        draw_strokes(image, layers.solid, view.camera, {{finding.gap}, kGapColour, 3}, slack);
        for (const Vec3& end : finding.gap) draw_mark(image, view.camera, end, kGapColour, 0);
    }
    draw_mark(image, view.camera, finding.location, kMarkColour, 15);
    return image;
}

}  // namespace graze::cli
