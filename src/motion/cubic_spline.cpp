#include "motion/cubic_spline.hpp"

#include <cmath>
#include <cstddef>

namespace graze {

std::vector<std::vector<double>> spline_velocities(std::span<const Waypoint> waypoints) {
    const std::size_t count = waypoints.size(), values = waypoints.front().values.size();
    std::vector<std::vector<double>> v(count, std::vector<double>(values, 0.0));
    if (count < 3) return v;
    // At each inner waypoint, with the durations h before and k after it, second derivatives agree when
    // k v[i-1] + 2 (h + k) v[i] + h v[i+1] = 3 (k (q[i] - q[i-1]) / h + h (q[i+1] - q[i]) / k).
    // The matrix is diagonally dominant, so elimination without exchanges is stable. Rows are divided by
    // h + k, so that very different durations stay in range.
    std::vector<double> above(count, 0.0);
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const double h = waypoints[i].time - waypoints[i - 1].time,
                     k = waypoints[i + 1].time - waypoints[i].time;
        const double before = k / (h + k), after = h / (h + k);
        const double pivot = 2 - before * above[i - 1];
        above[i] = after / pivot;
        for (std::size_t j = 0; j < values; ++j) {
            const double rise = waypoints[i].values[j] - waypoints[i - 1].values[j],
                         next = waypoints[i + 1].values[j] - waypoints[i].values[j];
            const double right = 3 * (before * (rise / h) + after * (next / k));
            v[i][j] = (right - before * v[i - 1][j]) / pivot;
        }
    }
    for (std::size_t i = count - 2; i > 0; --i)
        for (std::size_t j = 0; j < values; ++j) v[i][j] -= above[i] * v[i + 1][j];
    return v;
}

}  // namespace graze
