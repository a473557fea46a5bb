// Pictures of findings.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "exports/camera.hpp"
#include "exports/export_context.hpp"
#include "exports/picture.hpp"
#include "exports/raster.hpp"

namespace graze::cli {

/// The size of a picture of one of so many findings: 640 x 480, of more than 200 findings 400 x 300. A
/// thousand large ones would take 37 MB, and half a minute of a core.
struct PictureSize {
    std::size_t width = 640;
    std::size_t height = 480;
};
PictureSize picture_size(std::size_t findings);

/// Draws findings of one assembly. What the pictures of several findings share is kept. `view` and `picture`
/// may be called by several threads at a time; `prepare` before the pictures.
class SnapshotStudio {
public:
    /// The context must outlive it.
    explicit SnapshotStudio(const ExportContext& context);

    [[nodiscard]] FindingView view(const Finding& finding) const;
    /// Makes the triangles of all parts that pictures from these views show: one view for each finding of the
    /// context.
    void prepare(const std::vector<FindingView>& views);
    /// The pair in orange and blue; other parts in view faint, the nearest first, up to
    /// `kMostAroundTriangles`; the curve in which surfaces cross, or the gap; and a ring at the place.
    /// Triangles must be prepared.
    [[nodiscard]] Image picture(const Finding& finding, const FindingView& view) const;

private:
    [[nodiscard]] std::vector<PartIndex> parts_in_view(const Finding& finding, const FindingView& view) const;
    /// Of a part without any area, as a segment is; empty for every other one.
    [[nodiscard]] std::vector<std::array<Vec3, 2>> thin_edges(PartIndex part) const;
    void draw_part(Layer& layer, const Projection& projection, PartIndex part, std::uint8_t number) const;

    const ExportContext& context_;
    Assembly assembly_;
    std::vector<Aabb> boxes_;
    std::vector<std::uint32_t> geometry_of_;
    std::vector<PartIndex> first_part_;
    std::vector<std::unique_ptr<DrawnGeometry>> geometries_;
    PictureSize size_{};
    double reach_ = 1;
};

/// A picture shows no more triangles of other parts: they are its background, and may not take its time.
inline constexpr std::size_t kMostAroundTriangles = 50'000;

}  // namespace graze::cli
