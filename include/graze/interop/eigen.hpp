// Eigen's vectors and transformations from graze's and back: values are copied bit by bit, nothing is
// normalised. For users who have Eigen 3.3 or newer; graze's own headers do not include it.
#pragma once

#include <Eigen/Geometry>

#include "graze/math/pose.hpp"

namespace graze {

inline Eigen::Vector3d to_eigen(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Eigen::Quaterniond to_eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }
inline Eigen::Matrix3d to_eigen(const Mat3& m) {
    Eigen::Matrix3d out;
    out << to_eigen(m.columns[0]), to_eigen(m.columns[1]), to_eigen(m.columns[2]);
    return out;
}
inline Eigen::Isometry3d to_eigen(const Pose& pose) {
    Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
    out.linear() = to_eigen(pose.rotation);
    out.translation() = to_eigen(pose.position);
    return out;
}
inline Eigen::Affine3d to_eigen(const Affine& map) {
    Eigen::Affine3d out = Eigen::Affine3d::Identity();
    out.linear() = to_eigen(map.linear);
    out.translation() = to_eigen(map.offset);
    return out;
}

inline Vec3 from_eigen(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
inline Quat from_eigen(const Eigen::Quaterniond& q) { return {q.w(), q.x(), q.y(), q.z()}; }
inline Mat3 from_eigen(const Eigen::Matrix3d& m) {
    return {
        {Vec3{m(0, 0), m(1, 0), m(2, 0)}, Vec3{m(0, 1), m(1, 1), m(2, 1)}, Vec3{m(0, 2), m(1, 2), m(2, 2)}}};
}
/// A matrix that is not a rotation is copied unchanged; `check` reports whether it is one.
inline Pose from_eigen(const Eigen::Isometry3d& pose) {
    return {from_eigen(Eigen::Matrix3d(pose.linear())), from_eigen(Eigen::Vector3d(pose.translation()))};
}
inline Affine from_eigen(const Eigen::Affine3d& map) {
    return {from_eigen(Eigen::Matrix3d(map.linear())), from_eigen(Eigen::Vector3d(map.translation()))};
}

}  // namespace graze
