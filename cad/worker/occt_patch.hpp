// Bounds of the derivatives of Open CASCADE's surfaces and of curves in their parameter planes.
#pragma once

#include <Adaptor2d_Curve2d.hxx>
#include <Adaptor3d_Surface.hxx>
#include <Geom2d_BSplineCurve.hxx>

#include <array>
#include <optional>
#include <vector>

#include "deviation.hpp"

namespace graze::cad {

/// A face's surface. Prepared once, then asked for many boxes.
class Patch {
public:
    explicit Patch(const Adaptor3d_Surface& surface);
    /// Empty where no bound is known.
    [[nodiscard]] std::optional<PatchBounds> over(const UvBox& box) const;
    /// The surface's kind in words: "offset surface".
    [[nodiscard]] const char* kind() const { return kind_; }
    /// Whether both first derivatives are orthogonal everywhere.
    [[nodiscard]] bool orthogonal() const { return form_ != Form::pieces && form_ != Form::unknown; }

    /// Bounds that hold over a rectangle of the parameter plane.
    struct Piece {
        UvBox box;
        PatchBounds bounds;
    };

private:
    enum class Form { plane, cylinder, cone, sphere, torus, pieces, unknown };
    Form form_ = Form::unknown;
    double large_ = 0;  ///< Radius, or the torus' large one.
    double small_ = 0;  ///< The torus' small radius, or the cone's half angle.
    std::vector<Piece> pieces_;
    const char* kind_ = "other surface";
};

/// Bounds of a plane curve's second derivative by its parameter: of each coordinate, and of the vector.
struct CurveBounds {
    std::array<double, 2> second{};
    double second_norm = 0;
};

/// An edge's curve in the parameter plane of a face. Prepared once, then asked for many intervals.
class PlaneCurve {
public:
    explicit PlaneCurve(const Adaptor2d_Curve2d& curve);
    /// Empty where no bound is known.
    [[nodiscard]] std::optional<CurveBounds> over(const Interval& parameter) const;

private:
    struct Piece {
        Interval range;
        CurveBounds bounds;
    };
    void add(const Geom2d_BSplineCurve& given);
    std::vector<Piece> pieces_;
};

}  // namespace graze::cad
