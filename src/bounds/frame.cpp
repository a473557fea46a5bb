#include "graze/bounds/frame.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace graze {
namespace {

// As in the orientation signs: the determinant of three vectors is off by at most 8 roundings of the sum of
// its absolute products, of two vectors by 3; one more covers the bound's own rounding.
constexpr double kVolumeError[] = {0, 0, 4 * kEps, 10 * kEps};

template <class V> V absolute(V v, int d) noexcept {
    for (std::size_t i = 0; i < static_cast<std::size_t>(d); ++i) v[i] = std::abs(v[i]);
    return v;
}

/// The vector perpendicular to all components but j, and the sums of its absolute products.
struct Cofactor2 {
    Vec2 normal;
    Vec2 size;
};
Cofactor2 cofactor(const std::array<Vec2, 2>& c, std::size_t j) noexcept {
    const Vec2 n = j == 0 ? Vec2{c[1].y, -c[1].x} : Vec2{-c[0].y, c[0].x};
    return {n, absolute(n, 2)};
}
struct Cofactor3 {
    Vec3 normal;
    Vec3 size;
};
Cofactor3 cofactor(const std::array<Vec3, 3>& c, std::size_t j) noexcept {
    const Vec3& u = c[(j + 1) % 3];
    const Vec3& v = c[(j + 2) % 3];
    const Vec3 plus{u.y * v.z, u.z * v.x, u.x * v.y};
    const Vec3 minus{u.z * v.y, u.x * v.z, u.y * v.x};
    return {plus - minus, abs(plus) + abs(minus)};
}

/// D additions of D + 1 numbers: off by less than D eps of the sum of their magnitudes, or exact.
struct RoundedSum {
    double value = 0;
    bool exact = true;
};
template <std::size_t N> RoundedSum sum(double first, const std::array<double, N>& others) noexcept {
    RoundedSum total{first, true};
    for (const double other : others) {
        const double next = total.value + other;
        const double added = next - total.value;
        total.exact = total.exact && (total.value - (next - added)) + (other - added) == 0;
        total.value = next;
    }
    return total;
}

template <int D> std::string flat_text() {
    return D == 2 ? "the two components are parallel up to rounding: give edges that span an area"
                  : "the three components lie in a plane up to rounding: give edges that span a volume";
}

}  // namespace

template <int D> Frame<D>::Frame() noexcept {
    std::array<Vec, kSize> unit{};
    for (std::size_t i = 0; i < kSize; ++i) unit[i][i] = 1;
    *this = Frame(FrameKind::cuboid, Vec{}, unit);
}

template <int D>
Frame<D>::Frame(FrameKind kind, const Vec& origin, const std::array<Vec, kSize>& components) noexcept
    : kind_(kind), origin_(origin), components_(components) {
    bool served = in_served_range(origin);
    for (const Vec& component : components) served = served && in_served_range(component);
    if (!served) return;
    for (std::size_t j = 0; j < kSize; ++j) {
        const auto [normal, size] = cofactor(components, j);
        normals_[j] = normal;
        for (std::size_t i = 0; i < kSize; ++i) normal_sizes_[j] += size[i];
        if (j == 0) volume_error_ = kVolumeError[D] * dot(size, absolute(components[0], D));
        span_ = span_ + absolute(components[j], D);
    }
    const double volume = dot(normals_[0], components[0]);
    // The sign of the determinant must be certain: otherwise no coordinate inside the frame has a correct
    // digit.
    if (!(std::abs(volume) > volume_error_)) return;
    volume_ = std::abs(volume);
    mirrored_ = volume < 0;
    if (mirrored_) {
        for (Vec& normal : normals_) normal = -normal;
    }
    for (std::size_t axis = 0; axis < kSize; ++axis) {
        std::array<double, kSize> low{}, high{};
        for (std::size_t i = 0; i < kSize; ++i) {
            const std::size_t at =
                kind == FrameKind::cuboid ? i : 0;  // a tetrahedron has the one that reaches farthest
            low[at] = std::min(low[at], components[i][axis]);
            high[at] = std::max(high[at], components[i][axis]);
        }
        const double doubt = 2 * D * kEps * (std::abs(origin[axis]) + span_[axis]);
        const RoundedSum lowest = sum(origin[axis], low);
        const RoundedSum highest = sum(origin[axis], high);
        bounds_.min[axis] = lowest.exact ? lowest.value : lowest.value - doubt;
        bounds_.max[axis] = highest.exact ? highest.value : highest.value + doubt;
    }
}

template <int D>
expected<Frame<D>, BuildError> Frame<D>::make(FrameKind kind, const Vec& origin,
                                              const std::array<Vec, kSize>& components) {
    Frame frame(kind, origin, components);
    if (auto ok = check(frame); !ok) return unexpected<BuildError>(std::move(ok.error()));
    return frame;
}

template <int D> auto Frame<D>::corners() const noexcept -> std::array<Vec, (std::size_t{1} << D)> {
    std::array<Vec, (std::size_t{1} << D)> corners{};
    corners.fill(origin_);
    if (kind_ == FrameKind::tetrahedron) {
        for (std::size_t i = 0; i < kSize; ++i) corners[i + 1] = origin_ + components_[i];
        return corners;
    }
    for (std::size_t bits = 1; bits < corners.size(); ++bits) {
        for (std::size_t i = 0; i < kSize; ++i) {
            if ((bits >> i & 1U) != 0) corners[bits] = corners[bits] + components_[i];
        }
    }
    return corners;
}

template <int D> expected<void, BuildError> check(const Frame<D>& frame) {
    const auto refused = [](const VecOf<D>& v, Element kind,
                            std::size_t element) -> expected<void, BuildError> {
        for (std::size_t i = 0; i < D; ++i) {
            if (!std::isfinite(v[i])) {
                return unexpected<BuildError>({Rule::not_finite, kind, element,
                                               "a coordinate is NaN or infinite: give finite numbers"});
            }
            if (!in_served_range(v[i])) {
                return unexpected<BuildError>(
                    {Rule::out_of_range, kind, element,
                     "a coordinate is neither 0 nor between 1e-100 and 1e100 in magnitude: change the unit"});
            }
        }
        return {};
    };
    if (auto ok = refused(frame.origin(), Element::whole, 0); !ok) return ok;
    for (std::size_t i = 0; i < D; ++i) {
        if (auto ok = refused(frame.components()[i], Element::component, i); !ok) return ok;
    }
    if (!frame.valid()) return unexpected<BuildError>({Rule::flat, Element::whole, 0, flat_text<D>()});
    return {};
}

template <int D> Frame<D> imported(const Frame<D>& inner, const Frame<D>& outer) noexcept {
    const auto coordinates = [&](const VecOf<D>& v) {
        VecOf<D> y{};
        for (std::size_t j = 0; j < D; ++j) y[j] = dot(outer.normals()[j], v) / outer.volume();
        return y;
    };
    std::array<VecOf<D>, static_cast<std::size_t>(D)> components{};
    for (std::size_t i = 0; i < D; ++i) components[i] = coordinates(inner.components()[i]);
    return Frame<D>(inner.kind(), coordinates(inner.origin() - outer.origin()), components);
}

template <int D> AabbOf<D> exported(const AabbOf<D>& local, const Frame<D>& frame) noexcept {
    AabbOf<D> world{};
    if (is_empty(local) || !frame.valid()) return world;
    for (std::size_t axis = 0; axis < D; ++axis) {
        Interval sum(frame.origin()[axis]);
        for (std::size_t i = 0; i < D; ++i)
            sum = sum + Interval(local.min[i], local.max[i]) * Interval(frame.components()[i][axis]);
        world.min[axis] = sum.lower;
        world.max[axis] = sum.upper;
    }
    return world;
}

namespace {

/// How a frame grows by a distance: the origin moves by -Σ back_j component_j, and the components are
/// multiplied by the factors.
template <int D> struct Growth {
    VecOf<D> back{};
    VecOf<D> factor{};
};

/// Face j at the origin recedes by back_j in coordinate j; so does the opposite one of a cuboid, and the
/// slanted one of a tetrahedron by its own share.
template <int D> Growth<D> growth_of(const Frame<D>& frame, double distance) noexcept {
    const bool cuboid = frame.kind() == FrameKind::cuboid;
    Growth<D> growth;
    VecOf<D> slanted{};
    double tip = 1;
    for (std::size_t j = 0; j < D; ++j) {
        growth.back[j] = distance * length(frame.normals()[j]) / frame.volume();
        tip += growth.back[j];
        slanted = slanted + frame.normals()[j];
    }
    if (!cuboid) tip += distance * length(slanted) / frame.volume();
    for (std::size_t j = 0; j < D; ++j) growth.factor[j] = cuboid ? 1 + 2 * growth.back[j] : tip;
    return growth;
}

template <int D>
Frame<D> apply(const Growth<D>& growth, FrameKind kind, VecOf<D> origin,
               std::array<VecOf<D>, static_cast<std::size_t>(D)> c) noexcept {
    for (std::size_t j = 0; j < D; ++j) {
        origin = origin - c[j] * growth.back[j];
        c[j] = c[j] * growth.factor[j];
    }
    return Frame<D>(kind, origin, c);
}

}  // namespace

template <int D> Frame<D> grown(const Frame<D>& frame, double distance) noexcept {
    return frame.valid() ? apply(growth_of(frame, distance), frame.kind(), frame.origin(), frame.components())
                         : frame;
}

Frame<3> placed(const Frame<3>& frame, const Pose& pose, double growth) noexcept {
    const auto& c = frame.components();
    const Vec3 origin = pose * frame.origin();
    const std::array<Vec3, 3> components{pose.rotation * c[0], pose.rotation * c[1], pose.rotation * c[2]};
    // Turning keeps lengths: the frame grows here as it would there.
    if (growth > 0 && frame.valid()) return apply(growth_of(frame, growth), frame.kind(), origin, components);
    return Frame<3>(frame.kind(), origin, components);
}

template class Frame<2>;
template class Frame<3>;
template Frame<2> grown(const Frame<2>&, double) noexcept;
template Frame<3> grown(const Frame<3>&, double) noexcept;
template expected<void, BuildError> check(const Frame<2>&);
template expected<void, BuildError> check(const Frame<3>&);
template Frame<2> imported(const Frame<2>&, const Frame<2>&) noexcept;
template Frame<3> imported(const Frame<3>&, const Frame<3>&) noexcept;
template AabbOf<2> exported(const AabbOf<2>&, const Frame<2>&) noexcept;
template AabbOf<3> exported(const AabbOf<3>&, const Frame<3>&) noexcept;

}  // namespace graze
