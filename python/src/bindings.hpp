// One function for each group of bindings; module.cpp calls them in this order.
#pragma once

#include <pybind11/pybind11.h>

namespace graze::python {

void bind_poses(pybind11::module_& module);
void bind_shapes(pybind11::module_& module);
void bind_separations(pybind11::module_& module);
void bind_verdicts(pybind11::module_& module);
void bind_contacts(pybind11::module_& module);
void bind_rays(pybind11::module_& module);
void bind_motions(pybind11::module_& module);
void bind_impacts(pybind11::module_& module);
void bind_casts(pybind11::module_& module);
void bind_steady(pybind11::module_& module);
void bind_features(pybind11::module_& module);
void bind_solids(pybind11::module_& module);
void bind_oriented_trees(pybind11::module_& module);
void bind_frames(pybind11::module_& module);
void bind_frame_trees(pybind11::module_& module);
void bind_scenes(pybind11::module_& module);
void bind_responses(pybind11::module_& module);
void bind_files(pybind11::module_& module);
void bind_robots(pybind11::module_& module);
void bind_joint_paths(pybind11::module_& module);
void bind_robot_cells(pybind11::module_& module);
void bind_robot_paths(pybind11::module_& module);
void bind_self_collision(pybind11::module_& module);
void bind_robot_files(pybind11::module_& module);

}  // namespace graze::python
