#include "rays.hpp"

#include <limits>

namespace graze::python {

Rays rays_of(py::handle origin, py::handle direction) {
    bool many_origins = false, many_directions = false;
    const Doubles origins = points_of(origin, "origin", many_origins);
    const Doubles directions = points_of(direction, "direction", many_directions);
    const auto origin_count = static_cast<std::size_t>(origins.size()) / 3;
    const auto direction_count = static_cast<std::size_t>(directions.size()) / 3;
    if (many_origins && many_directions && origin_count != direction_count)
        refuse_value("direction: " + std::to_string(direction_count) + " directions for " +
                     std::to_string(origin_count) + " origins");
    Rays rays;
    rays.many = many_origins || many_directions;
    rays.items.resize(many_origins ? origin_count : direction_count);
    for (std::size_t i = 0; i < rays.items.size(); ++i) {
        const double* o = origins.data() + (many_origins ? 3 * i : 0);
        const double* d = directions.data() + (many_directions ? 3 * i : 0);
        rays.items[i] = {{o[0], o[1], o[2]}, {d[0], d[1], d[2]}};
        if (rays.items[i].direction == Vec3{})
            refuse_value(named("direction", i, many_directions) + ": a direction of length 0");
    }
    return rays;
}

double reach_of(py::handle max_t) {
    if (max_t.is_none()) return std::numeric_limits<double>::infinity();
    const double t = number_of(max_t, "max_t");
    if (t < 0) refuse_value("max_t: below 0");
    return t;
}

}  // namespace graze::python
