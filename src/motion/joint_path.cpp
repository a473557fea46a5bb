// Paths in Bernstein form: the coefficients of a piece enclose its values, their differences its derivatives,
// and halving by de Casteljau's scheme makes both tight over a part of the piece.
#include "graze/motion/joint_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "motion/cubic_spline.hpp"

namespace graze {
namespace {

/// Bernstein coefficients of a polynomial of degree 3 or less.
struct Polynomial {
    std::array<Interval, 4> c{};
    std::size_t degree = 0;

    explicit Polynomial(std::span<const double> given) noexcept : degree(given.size() - 1) {
        for (std::size_t i = 0; i < given.size(); ++i) c[i] = given[i];
    }

    [[nodiscard]] Polynomial derivative() const noexcept {
        Polynomial d = *this;
        d.degree = degree > 0 ? degree - 1 : 0;
        d.c[0] = 0;
        for (std::size_t i = 0; i < degree; ++i)
            d.c[i] = Interval(static_cast<double>(degree)) * (c[i + 1] - c[i]);
        return d;
    }

    /// Contains the values between two fractions, each of which is known up to rounding. By de Casteljau's
    /// scheme: first the part before the later one, of that the part behind the earlier one.
    [[nodiscard]] Interval between(const Interval& from, const Interval& to) const noexcept {
        std::array<Interval, 4> part = c;
        const auto mix = [](const Interval& a, const Interval& b, const Interval& u) {
            return a + u * (b - a);
        };
        if (!(to == Interval(1)))
            for (std::size_t k = 1; k <= degree; ++k)
                for (std::size_t i = degree; i >= k; --i) part[i] = mix(part[i - 1], part[i], to);
        if (from.upper > 0 && to.lower > 0) {
            const Interval u = from / to;
            for (std::size_t k = 1; k <= degree; ++k)
                for (std::size_t i = 0; i + k <= degree; ++i) part[i] = mix(part[i], part[i + 1], u);
        }
        Interval all = part[0];
        for (std::size_t i = 1; i <= degree; ++i) all = hull(all, part[i]);
        return all;
    }
};

double size_of(const Interval& x) noexcept { return std::max(std::abs(x.lower), std::abs(x.upper)); }

BuildError wrong(Rule rule, std::size_t waypoint, std::string text) {
    return {rule, Element::waypoint, waypoint, std::move(text)};
}

std::optional<BuildError> fault_of(std::span<const Waypoint> waypoints) {
    if (waypoints.size() < 2) return BuildError{Rule::too_few, {}, 0, "a path needs at least two waypoints"};
    const std::size_t values = waypoints.front().values.size();
    for (std::size_t i = 0; i < waypoints.size(); ++i) {
        const Waypoint& w = waypoints[i];
        if (w.values.size() != values)
            return wrong(Rule::too_few, i,
                         "it has " + std::to_string(w.values.size()) + " values, the first waypoint has " +
                             std::to_string(values) + "; give one for each joint");
        if (!std::isfinite(w.time)) return wrong(Rule::not_finite, i, "its time is NaN or infinite");
        for (const double value : w.values) {
            if (!std::isfinite(value))
                return wrong(Rule::not_finite, i, "it has a value that is NaN or infinite");
            if (std::abs(value) > 1e100) return wrong(Rule::out_of_range, i, "it has a value above 1e100");
        }
        if (i > 0 && !(waypoints[i - 1].time < w.time))
            return wrong(Rule::not_increasing, i,
                         "its time is not after that of the waypoint before; sort the waypoints, and remove "
                         "repeated ones");
    }
    if (values == 0) return BuildError{Rule::too_few, {}, 0, "the waypoints have no values"};
    return std::nullopt;
}

}  // namespace

JointPath::JointPath(Data data) : data_(std::make_shared<const Data>(std::move(data))) {}

/// Times and shape of a path through the waypoints, without coefficients.
JointPath::Data JointPath::checked(std::span<const Waypoint> waypoints) {
    Data data;
    data.fault = fault_of(waypoints);
    if (data.fault) return data;
    data.values = waypoints.front().values.size();
    data.start = waypoints.front().time;
    data.duration = waypoints.back().time - data.start;
    if (!std::isfinite(data.duration)) {
        data.fault = wrong(Rule::out_of_range, waypoints.size() - 1, "its time is too far from the first");
        return data;
    }
    for (std::size_t i = 0; i < waypoints.size(); ++i) {
        const bool last = i + 1 == waypoints.size();
        data.knots.push_back(last ? 1 : (waypoints[i].time - data.start) / data.duration);
        if (i > 0 && !(data.knots[i - 1] < data.knots[i]))
            data.fault =
                wrong(Rule::not_increasing, i, "its time is too close to that of the waypoint before");
    }
    return data;
}

JointPath JointPath::linear(std::span<const double> start, std::span<const double> end) {
    const std::array<Waypoint, 2> both{{{0, {start.begin(), start.end()}}, {1, {end.begin(), end.end()}}}};
    return polyline(both);
}

JointPath JointPath::polyline(std::span<const Waypoint> waypoints) {
    Data data = checked(waypoints);
    if (data.fault) return JointPath(std::move(data));
    data.coefficients.reserve(2 * data.values * (waypoints.size() - 1));
    for (std::size_t k = 1; k < waypoints.size(); ++k) {
        for (std::size_t i = 0; i < data.values; ++i) {
            data.coefficients.push_back(waypoints[k - 1].values[i]);
            data.coefficients.push_back(waypoints[k].values[i]);
        }
    }
    return JointPath(std::move(data));
}

JointPath JointPath::spline(std::span<const Waypoint> waypoints) {
    if (Data data = checked(waypoints); data.fault) return JointPath(std::move(data));
    return hermite(waypoints, spline_velocities(waypoints));
}

JointPath JointPath::hermite(std::span<const Waypoint> waypoints,
                             std::span<const std::vector<double>> velocities) {
    Data data = checked(waypoints);
    if (data.fault) return JointPath(std::move(data));
    data.degree = 3;
    data.coefficients.reserve(4 * data.values * (waypoints.size() - 1));
    for (std::size_t k = 0; k < waypoints.size() && !data.fault; ++k) {
        if (k >= velocities.size() || velocities[k].size() != data.values)
            data.fault = wrong(Rule::too_few, k, "it has no velocity for each of its values");
        else if (!std::ranges::all_of(velocities[k], [](double v) { return std::abs(v) <= 1e100; }))
            data.fault = wrong(Rule::not_finite, k, "it has a velocity that is NaN or above 1e100");
    }
    for (std::size_t k = 1; k < waypoints.size() && !data.fault; ++k) {
        const Waypoint &from = waypoints[k - 1], &to = waypoints[k];
        const double third = (to.time - from.time) / 3;
        for (std::size_t i = 0; i < data.values; ++i) {
            data.coefficients.push_back(from.values[i]);
            data.coefficients.push_back(from.values[i] + third * velocities[k - 1][i]);
            data.coefficients.push_back(to.values[i] - third * velocities[k][i]);
            data.coefficients.push_back(to.values[i]);
        }
    }
    if (!std::ranges::all_of(data.coefficients, [](double c) { return std::abs(c) <= 1e100; }))
        data.fault =
            BuildError{Rule::out_of_range, {}, 0, "the curve goes beyond 1e100; lower the velocities"};
    return JointPath(std::move(data));
}

std::optional<BuildError> JointPath::fault() const {
    if (!data_) return BuildError{Rule::too_few, {}, 0, "the path has no waypoints"};
    return data_->fault;
}

std::span<const double> JointPath::knots() const noexcept {
    return valid() ? std::span<const double>(data_->knots) : std::span<const double>();
}

std::span<const double> JointPath::coefficients() const noexcept {
    return valid() ? std::span<const double>(data_->coefficients) : std::span<const double>();
}

std::span<const double> JointPath::piece(std::size_t piece, std::size_t i) const noexcept {
    const std::size_t stride = data_->degree + 1;
    return std::span<const double>(data_->coefficients).subspan((piece * data_->values + i) * stride, stride);
}

/// The piece that has t; at a border the later one.
std::size_t JointPath::piece_at(double t) const noexcept {
    const std::vector<double>& knots = data_->knots;
    const auto after = std::upper_bound(knots.begin() + 1, knots.end() - 1, t);
    return static_cast<std::size_t>(after - knots.begin()) - 1;
}

std::vector<double> JointPath::at(double t) const {
    if (!valid()) return {};
    std::vector<double> values(data_->values);
    at(t, values);
    return values;
}

void JointPath::at(double t, std::span<double> configuration) const noexcept {
    if (!valid()) return;
    t = std::clamp(t, 0.0, 1.0);
    const std::size_t k = piece_at(t);
    const double first = data_->knots[k], last = data_->knots[k + 1];
    const double u = std::clamp((t - first) / (last - first), 0.0, 1.0), w = 1 - u;
    for (std::size_t i = 0; i < data_->values; ++i) {
        const std::span<const double> c = piece(k, i);
        configuration[i] = data_->degree == 1
                               ? w * c[0] + u * c[1]
                               : w * w * (w * c[0] + 3 * u * c[1]) + u * u * (3 * w * c[2] + u * c[3]);
    }
}

Interval JointPath::value_at(std::size_t i, double t) const noexcept { return over(i, Interval(t)).value; }

JointRates JointPath::over(std::size_t i, const Interval& time) const noexcept {
    if (!valid() || !(time.lower <= time.upper)) return {Interval::everything(), kInfinity, kInfinity};
    const double begin = std::clamp(time.lower, 0.0, 1.0), end = std::clamp(time.upper, 0.0, 1.0);
    JointRates all;
    const std::size_t first = piece_at(begin);
    for (std::size_t k = first; k == first || (k + 1 < data_->knots.size() && data_->knots[k] < end); ++k) {
        const JointRates part = over_piece(k, i, {begin, end});
        all.value = k == first ? part.value : hull(all.value, part.value);
        all.speed = std::max(all.speed, part.speed);
        all.acceleration = std::max(all.acceleration, part.acceleration);
    }
    return all;
}

JointRates JointPath::over_piece(std::size_t k, std::size_t i, const Interval& time) const noexcept {
    const double knot = data_->knots[k], next = data_->knots[k + 1];
    const Interval duration = Interval(next) - Interval(knot);
    const auto fraction = [&](double t) -> Interval {
        if (t <= knot) return 0;
        if (t >= next) return 1;
        return (Interval(t) - Interval(knot)) / duration;
    };
    const Interval from = fraction(time.lower), to = fraction(time.upper);
    const Polynomial value(piece(k, i)), slope = value.derivative();
    JointRates rates{value.between(from, to), 0, 0};
    rates.speed = rounding::divide_up(size_of(slope.between(from, to)), duration.lower);
    if (data_->degree > 1)
        rates.acceleration =
            rounding::divide_up(size_of(slope.derivative().between(from, to)), square(duration).lower);
    return rates;
}

bool operator==(const JointPath& a, const JointPath& b) noexcept {
    if (a.data_ == b.data_) return true;
    if (!a.data_ || !b.data_ || a.valid() != b.valid()) return false;
    return a.data_->degree == b.data_->degree && a.data_->values == b.data_->values &&
           a.data_->knots == b.data_->knots && a.data_->coefficients == b.data_->coefficients;
}

}  // namespace graze
