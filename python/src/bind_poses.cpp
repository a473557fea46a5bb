// Poses, placed shapes and intervals.
#include <graze/query/query.hpp>

#include "arguments.hpp"
#include "bindings.hpp"
#include "motions.hpp"
#include "objects.hpp"
#include "poses.hpp"
#include "robots.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

/// Equal poses have equal hashes: -0 counts as 0.
std::size_t hash_of(const Pose& pose) {
    Doubles numbers = array_of(pose);
    double* const data = numbers.mutable_data();
    for (py::ssize_t i = 0; i < numbers.size(); ++i) data[i] += 0.0;
    return py::hash(numbers.attr("tobytes")());
}

/// The rotation as the shortest text that makes the same pose again.
std::string pose_text(const Pose& pose) {
    if (pose.rotation == Mat3::identity()) return "Pose(position=" + text(pose.position) + ")";
    return "Pose(rotation=" + text(pose.rotation) + ", position=" + text(pose.position) + ")";
}

Pose make_pose(py::handle rotation, py::handle position) {
    Pose pose;
    if (!rotation.is_none()) {
        const Doubles r = doubles_of(rotation, "rotation");
        if (r.ndim() == 1 && r.shape(0) == 4) {
            const double* q = r.data();
            const Quat quaternion{q[0], q[1], q[2], q[3]};
            if (length_sq(quaternion) == 0) refuse_value("rotation: a quaternion of length 0");
            pose = Pose::from(quaternion, {});
        } else if (r.ndim() == 2 && r.shape(0) == 3 && r.shape(1) == 3) {
            const double* m = r.data();
            pose.rotation = Mat3::from_rows({m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]});
        } else {
            refuse_value("rotation: shape " + extents_of(r) +
                         "; a rotation is (3, 3), or a quaternion (4,) w, x, y, z");
        }
    }
    if (const std::string fault = fault_of(pose); !fault.empty()) refuse_value("rotation: " + fault);
    if (!position.is_none()) pose.position = vector_of(position, "position");
    if (const std::string fault = fault_of(pose); !fault.empty()) refuse_value("position: " + fault);
    return pose;
}

void bind_pose(py::module_& module) {
    py::class_<Pose>(module, "PoseBase")
        .def(py::init([](const py::object& rotation, const py::object& position) {
            return make_pose(rotation, position);
        }))
        .def_static("_of",
                    [](const py::object& value, const std::string& name) { return pose_of(value, name); })
        .def_static("_about",
                    [](const py::object& axis, const py::object& angle, const py::object& position) {
                        const Vec3 direction = vector_of(axis, "axis");
                        if (direction == Vec3{}) refuse_value("axis: a direction of length 0");
                        const Pose pose =
                            Pose::from(Quat::from_axis_angle(direction, number_of(angle, "angle")),
                                       position.is_none() ? Vec3{} : vector_of(position, "position"));
                        if (const std::string fault = fault_of(pose); !fault.empty())
                            refuse_value("axis: " + fault);
                        return pose;
                    })
        .def_property_readonly("rotation", [](const Pose& pose) { return fixed(array_of(pose.rotation)); })
        .def_property_readonly("position", [](const Pose& pose) { return fixed(array_of(pose.position)); })
        .def_property_readonly("matrix", [](const Pose& pose) { return array_of(pose); })
        .def_property_readonly("quaternion",
                               [](const Pose& pose) {
                                   const Quat q = quaternion_of(pose.rotation);
                                   Doubles array(4);
                                   double* out = array.mutable_data();
                                   out[0] = q.w, out[1] = q.x, out[2] = q.y, out[3] = q.z;
                                   return fixed(std::move(array));
                               })
        .def("_inverse", [](const Pose& pose) { return inverse(pose); })
        .def("_times", [](const Pose& pose, const Pose& other) { return pose * other; })
        .def("_apply",
             [](const Pose& pose, const py::object& points) {
                 bool many = false;
                 const Doubles given = points_of(points, "points", many);
                 Doubles moved(std::vector<py::ssize_t>(given.shape(), given.shape() + given.ndim()));
                 const double* in = given.data();
                 double* out = moved.mutable_data();
                 for (py::ssize_t i = 0; i + 2 < given.size(); i += 3) {
                     const Vec3 x = pose * Vec3{in[i], in[i + 1], in[i + 2]};
                     out[i] = x.x, out[i + 1] = x.y, out[i + 2] = x.z;
                 }
                 return moved;
             })
        .def("__eq__",
             [](const Pose& pose, const py::object& other) -> py::object {
                 const Pose* that = as_pose(other);
                 if (that == nullptr) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 return py::bool_(pose == *that);
             })
        .def("__hash__", &hash_of)
        .def("__repr__", printable<Pose>(&pose_text));
}

void bind_placed(py::module_& module) {
    py::class_<Placed>(module, "PlacedBase")
        .def(py::init([](const py::object& shape, const py::object& pose) {
            return Placed{shape_of(shape, "shape"), pose_of(pose, "pose")};
        }))
        .def_property_readonly("shape", [](const Placed& placed) { return wrapped(placed.shape); })
        .def_property_readonly("pose", [](const Placed& placed) { return wrapped(placed.pose); })
        .def_property_readonly("bounds", [](const Placed& placed) {
            const Aabb box = box_of(placed);
            return py::make_tuple(array_of(box.min), array_of(box.max));
        });
}

}  // namespace

/// Whether a pose, shape, placed shape, motion, robot, path or cell was initialised.
bool was_initialised(py::handle value) noexcept {
    return as_pose(value) != nullptr || as_shape(value) != nullptr || as_placed(value) != nullptr ||
           as_motion(value) != nullptr || is_robot_object(value);
}

/// Checked numbers for the half of the package that is Python.
void bind_numbers(py::module_& module) {
    module.def("initialised", &was_initialised);
    module.def("number",
               [](const py::object& value, const std::string& name) { return number_of(value, name); });
    module.def("numbers", [](const py::object& value, const std::string& name) {
        const Doubles array = doubles_of(value, name);
        if (array.ndim() != 1) refuse_value(name + ": shape " + extents_of(array) + "; (N,) is needed");
        return array;
    });
    module.def("copied", [](const py::object& value, const std::string& name) {
        const Doubles array = doubles_of(value, name);
        Doubles copy(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()));
        std::copy_n(array.data(), array.size(), copy.mutable_data());
        return copy;
    });
    module.def("interval", [](const py::object& value, const std::string& name) {
        return tuple_of(interval_of(value, name));
    });
    module.def("three", [](const py::object& value, const std::string& name) {
        return array_of(vector_of(value, name));
    });
    module.def("poses", [](const py::object& value, const std::string& name) {
        const Poses poses(value, name);
        py::list rotations, positions;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            Pose pose;
            if (!poses.read(i, pose)) poses.refuse(i);
            rotations.append(array_of(pose.rotation));
            positions.append(array_of(pose.position));
        }
        return py::make_tuple(rotations, positions);
    });
}

void bind_poses(py::module_& module) {
    bind_pose(module);
    bind_placed(module);
    bind_numbers(module);
}

}  // namespace graze::python
