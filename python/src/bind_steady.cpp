// Oriented boxes and triangles that move at constant velocity without turning: single pairs and many.
#include <cstdint>
#include <string>
#include <vector>

#include <graze/ccd/steady_contact.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "triangles.hpp"

namespace graze::python {

namespace {

bool is_box(const Shape& shape) { return shape.type() == ShapeType::box; }

Obb box_at(const Placed& placed) {
    const auto& v = placed.shape.values();
    return {placed.pose.position, placed.pose.rotation, {v[0], v[1], v[2]}};
}

Triangle triangle_at(const Placed& placed) {
    const auto& v = placed.shape.values();
    const auto corner = [&](std::size_t i) { return placed.pose * Vec3{v[i], v[i + 1], v[i + 2]}; };
    return {corner(0), corner(3), corner(6)};
}

SteadyContact swapped(SteadyContact contact) {
    contact.normal = -contact.normal;
    std::swap(contact.normal_a, contact.normal_b);
    return contact;
}

SteadyContact steady_of(const Placed& a, const Vec3& velocity_a, const Placed& b, const Vec3& velocity_b) {
    if (is_box(a.shape) && is_box(b.shape))
        return steady_contact(box_at(a), velocity_a, box_at(b), velocity_b);
    if (is_box(b.shape)) return steady_contact(triangle_at(a), velocity_a, box_at(b), velocity_b);
    if (is_box(a.shape)) return swapped(steady_contact(triangle_at(b), velocity_b, box_at(a), velocity_a));
    return steady_contact(triangle_at(a), velocity_a, triangle_at(b), velocity_b);
}

void require_boxes_or_triangles(const Side& side) {
    for (std::size_t i = 0; i < (side.listed() ? side.size() : 1); ++i) {
        const Shape& shape = side.listed() ? (*side.listed())[i].shape : side.first().shape;
        const std::string name = named(side.name(), i, side.listed() != nullptr);
        if (!is_box(shape) && shape.type() != ShapeType::triangle)
            refuse_type(name + ": a Box or a Triangle is needed, not " + class_name(shape.type()));
        if (shape.margin() > 0) refuse_value(name + ": a shape without a margin is needed");
    }
}

/// One velocity, or one for each pair.
struct Velocities {
    bool many = false;  // before the array, whose reading sets it
    Doubles array;
    std::size_t count = 1;

    Velocities(py::handle value, const std::string& name) : array(points_of(value, name, many)) {
        if (many) count = static_cast<std::size_t>(array.size()) / 3;
    }
    [[nodiscard]] Vec3 operator[](std::size_t i) const { return as_points(array)[many ? i : 0]; }
};

template <class Get> py::tuple interval_columns(const std::vector<SteadyContact>& all, const Get& get) {
    return py::make_tuple(column<double>(all, [&](const SteadyContact& c) { return get(c).lower; }),
                          column<double>(all, [&](const SteadyContact& c) { return get(c).upper; }));
}

py::tuple contact_columns(const std::vector<SteadyContact>& all) {
    using C = SteadyContact;
    return py::make_tuple(column<bool>(all, [](const C& c) { return c.hit; }),
                          interval_columns(all, [](const C& c) { return c.first; }),
                          interval_columns(all, [](const C& c) { return c.last; }),
                          vector_column(all, [](const C& c) { return c.point; }),
                          column<bool>(all, [](const C& c) { return c.unique; }),
                          vector_column(all, [](const C& c) { return c.normal; }),
                          vector_column(all, [](const C& c) { return c.normal_a; }),
                          vector_column(all, [](const C& c) { return c.normal_b; }),
                          column<std::uint8_t>(all, [](const C& c) { return static_cast<int>(c.status); }));
}

py::tuple contact_fields(const SteadyContact& c) {
    return py::make_tuple(c.hit, py::make_tuple(c.first.lower, c.first.upper),
                          py::make_tuple(c.last.lower, c.last.upper), array_of(c.point), c.unique,
                          array_of(c.normal), array_of(c.normal_a), array_of(c.normal_b),
                          static_cast<int>(c.status));
}

py::tuple steady_verb(const py::tuple& pair, const py::tuple& poses, const py::tuple& velocities,
                      const py::object& threads) {
    Pairs pairs(pair[0], pair[1], poses[0], poses[1]);
    require_boxes_or_triangles(pairs.a);
    require_boxes_or_triangles(pairs.b);
    const Velocities of_a(velocities[0], "velocity_a"), of_b(velocities[1], "velocity_b");
    for (const auto& [velocity, name] : {std::pair(&of_a, "velocity_a"), std::pair(&of_b, "velocity_b")}) {
        if (!velocity->many) continue;
        if (pairs.many && pairs.count != velocity->count)
            refuse_value(std::string(name) + ": " + std::to_string(velocity->count) + " velocities for " +
                         std::to_string(pairs.count) + " pairs");
        pairs.many = true, pairs.count = velocity->count;
    }
    if (!pairs.many) return contact_fields(steady_of(pairs.only_a(), of_a[0], pairs.only_b(), of_b[0]));
    std::vector<SteadyContact> all(pairs.count);
    pairs.run(threads_of(threads), [&](std::size_t i, const Placed& a, const Placed& b) {
        all[i] = steady_of(a, of_a[i], b, of_b[i]);
    });
    return contact_columns(all);
}

}  // namespace

void bind_steady(py::module_& module) { module.def("steady_contact", &steady_verb); }

}  // namespace graze::python
