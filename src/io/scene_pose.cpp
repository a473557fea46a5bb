#include "io/scene_pose.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "io/formats/read_context.hpp"
#include "io/text/fault.hpp"
#include "io/text/scene_keys.hpp"
#include "shape/pose_check.hpp"

namespace graze::io {

bool is_rotation(const Mat3& matrix) {
    return orthonormality_defect(matrix) <= kRigidTolerance && determinant(matrix) > 0;
}

Placement placement_of(const Affine& map) {
    if (is_rotation(map.linear)) return {{map.linear, map.offset}, {}};
    return {Pose::translation(map.offset), map.linear};
}

Affine map_of(const Placement& placement) {
    const Mat3& r = placement.pose.rotation;
    return {placement.distortion ? r * *placement.distortion : r, placement.pose.position};
}

Affine read_affine(const JsonCursor& cursor) {
    const JsonRows rows = cursor.rows();
    const std::size_t width = rows.width;
    const std::size_t height = width == 0 ? 0 : rows.numbers.size() / width;
    const bool fits = (width == 3 && height == 3) || (width == 4 && (height == 3 || height == 4));
    if (!fits)
        cursor.fail("a matrix has rows that do not make 3 x 3, 3 x 4 or 4 x 4 numbers",
                    "Write it row by row, the offset in the last column.");
    for (const double x : rows.numbers) {
        if (!(std::abs(x) <= 1e100))
            cursor.fail("the matrix has a number beyond 1e100", "Choose another unit of length.");
    }
    const auto at = [&](std::size_t i, std::size_t j) { return rows.numbers[i * width + j]; };
    if (height == 4 && !(at(3, 0) == 0 && at(3, 1) == 0 && at(3, 2) == 0 && at(3, 3) == 1))
        cursor.fail("the last row of the matrix is not 0 0 0 1",
                    "Perspective is not known here; is the matrix transposed?");
    Affine map;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) map.linear(i, j) = at(i, j);
        if (width == 4) map.offset[i] = at(i, 3);
    }
    return map;
}

namespace {

Quat read_quaternion(const JsonCursor& cursor) {
    const std::vector<double> q = cursor.numbers();
    if (q.size() != 4) cursor.fail("a quaternion has four numbers", "Write w, x, y, z.");
    if (q == std::vector<double>(4, 0.0))
        cursor.fail("the quaternion is zero", "No rotation is [1, 0, 0, 0].");
    return {q[0], q[1], q[2], q[3]};
}

/// About an axis of coordinates, to the last bit: who writes 90 degrees means faces that are flush. Empty for
/// other turns.
std::optional<Mat3> quarter_turns(const Vec3& axis, double degrees) {
    if (std::fmod(degrees, 90) != 0) return std::nullopt;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        if (axis[j] != 0 || axis[k] != 0) continue;
        const double quarters = std::fmod(degrees, 360) / 90 * (axis[i] > 0 ? 1 : -1);  // whole, from -3 to 3
        const auto turns = static_cast<std::size_t>(quarters < 0 ? quarters + 4 : quarters);
        const double sine = std::array{0.0, 1.0, 0.0, -1.0}[turns],
                     cosine = std::array{1.0, 0.0, -1.0, 0.0}[turns];
        Mat3 rotation = Mat3::identity();
        rotation(j, j) = rotation(k, k) = cosine;
        rotation(k, j) = sine;
        rotation(j, k) = 0 - sine;  // never -0
        return rotation;
    }
    return std::nullopt;
}

Pose read_axis_angle(const JsonCursor& cursor, const JsonCursor& axis, const Vec3& position) {
    const Vec3 direction = axis.vector();
    if (direction == Vec3{}) axis.fail("the axis is zero", "Give its direction, as in [0, 0, 1].");
    const auto degrees = cursor.find("degrees");
    const auto angle = cursor.find("angle");
    if (degrees && angle)
        degrees->fail("there is an angle in radians too", "Keep one of 'angle' and 'degrees'.");
    const auto exact = degrees ? quarter_turns(direction, degrees->number()) : std::nullopt;
    if (exact) return {*exact, position};
    const double radians =
        degrees ? degrees->number() * (std::numbers::pi / 180) : cursor.need("angle").number();
    return Pose::from(Quat::from_axis_angle(direction, radians), position);
}

/// Per axis; one number applies to all three.
Vec3 read_scale(const JsonCursor& cursor) {
    if (!cursor.is_number()) return cursor.vector();
    const double factor = cursor.number();
    return {factor, factor, factor};
}

}  // namespace

Placement read_placement(const JsonCursor& cursor) {
    cursor.object("pose");
    const auto matrix = cursor.find("matrix");
    const auto rotation = cursor.find("rotation");
    const auto quaternion = cursor.find("quaternion");
    const auto axis = cursor.find("axis");
    const auto scale = cursor.find("scale");
    const int forms = static_cast<int>(matrix.has_value()) + static_cast<int>(rotation.has_value()) +
                      static_cast<int>(quaternion.has_value()) + static_cast<int>(axis.has_value());
    if (forms > 1)
        cursor.fail("the orientation is given more than once",
                    "Keep one of 'matrix', 'rotation', 'quaternion' and 'axis'.");
    if (!axis && (cursor.find("angle") || cursor.find("degrees")))
        cursor.fail("there is an angle without an axis", "Add 'axis', as in [0, 0, 1].");
    if (matrix && (scale || cursor.find("position")))
        cursor.fail("a matrix has a position and a scale of its own", "Put them into the matrix.");
    if (matrix) return placement_of(read_affine(*matrix));
    Pose pose;
    if (const auto position = cursor.find("position")) pose.position = position->vector();
    Placement placement{pose, {}};
    if (quaternion) placement.pose = Pose::from(read_quaternion(*quaternion), pose.position);
    if (axis) placement.pose = read_axis_angle(cursor, *axis, pose.position);
    if (rotation) {
        Affine map = read_affine(*rotation);
        if (map.offset != Vec3{})
            rotation->fail("a rotation has three columns", "Give the offset as 'position'.");
        map.offset = pose.position;
        placement = placement_of(map);
    }
    if (scale) {
        const Mat3 factors = Mat3::diagonal(read_scale(*scale));
        placement.distortion = placement.distortion ? *placement.distortion * factors : factors;
    }
    return placement;
}

Pose read_pose(const JsonCursor& cursor) {
    const Placement placement = read_placement(cursor);
    if (placement.distortion)
        cursor.fail(
            "a scale, a shear, a mirror image or a matrix that is not a rotation within 1e-6 cannot move",
            "Give a rotation here, and scale the shape by the part's 'pose' or an affine_image.");
    return placement.pose;
}

namespace {

std::vector<Pose> read_poses(const JsonCursor& cursor) {
    std::vector<Pose> poses;
    const std::vector<JsonCursor> items = cursor.need("poses").items();
    poses.reserve(items.size());
    for (const JsonCursor& item : items) poses.push_back(read_pose(item));
    return poses;
}

std::vector<double> read_times(const JsonCursor& cursor) {
    const auto times = cursor.find("times");
    return times ? times->numbers() : std::vector<double>{};
}

Vec3 vector_or(const JsonCursor& cursor, std::string_view key, const Vec3& otherwise) {
    const auto found = cursor.find(key);
    return found ? found->vector() : otherwise;
}

double number_or(const JsonCursor& cursor, std::string_view key, double otherwise) {
    const auto found = cursor.find(key);
    return found ? found->number() : otherwise;
}

MotionForm motion_of_kind(const JsonCursor& cursor, std::string_view kind, const Pose& start) {
    if (kind == "linear") return LinearMotion{start, cursor.need("displacement").vector()};
    if (kind == "in_between") return InBetweenMotion{start, read_pose(cursor.need("end"))};
    if (kind == "twist")
        return TwistMotion{start, vector_or(cursor, "velocity", {}),
                           vector_or(cursor, "angular_velocity", {}), vector_or(cursor, "pivot", {})};
    if (kind == "screw")
        return ScrewMotion{start, vector_or(cursor, "axis_point", {}), cursor.need("axis_direction").vector(),
                           number_or(cursor, "angle", 0), number_or(cursor, "advance", 0)};
    if (kind == "sampled")
        return SampledMotion{read_poses(cursor), read_times(cursor), number_or(cursor, "deviation", 0)};
    return SplineMotion{read_poses(cursor), read_times(cursor)};
}

std::optional<BuildError> fault_of(const MotionForm& form) {
    return std::visit(
        [](const auto& motion) -> std::optional<BuildError> {
            if constexpr (std::is_same_v<std::decay_t<decltype(motion)>, std::monostate>)
                return std::nullopt;
            else
                return Motion(motion).fault();
        },
        form);
}

}  // namespace

MotionForm read_motion(const JsonCursor& cursor, const Pose& initial) {
    const JsonCursor type = cursor.need("type");
    const std::string& kind = type.text();
    std::vector<std::string_view> kinds;
    kinds.reserve(scene_motions().size());
    for (const SceneObject& motion : scene_motions()) kinds.push_back(motion.kind);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
        type.fail("there is no motion '" + printable(kind, 60) + "'",
                  nearest_name(printable(kind, 60), kinds));
    cursor.object(kind);
    const auto start = cursor.find("start");
    const MotionForm form = motion_of_kind(cursor, kind, start ? read_pose(*start) : initial);
    if (const auto fault = fault_of(form)) fail_build(cursor.file(), cursor.path(), *fault);
    return form;
}

MotionForm moved(const MotionForm& motion, const Pose& frame) {
    MotionForm result = motion;
    const auto move = [&frame](Pose& pose) { pose = frame * pose; };
    const Mat3& rotation = frame.rotation;
    if (auto* linear = std::get_if<LinearMotion>(&result))
        move(linear->start), linear->displacement = rotation * linear->displacement;
    if (auto* between = std::get_if<InBetweenMotion>(&result)) move(between->start), move(between->end);
    if (auto* twist = std::get_if<TwistMotion>(&result)) {
        move(twist->start);
        twist->velocity = rotation * twist->velocity;
        twist->angular_velocity = rotation * twist->angular_velocity;
    }
    if (auto* screw = std::get_if<ScrewMotion>(&result)) {
        move(screw->start);
        screw->axis_point = frame * screw->axis_point;
        screw->axis_direction = rotation * screw->axis_direction;
    }
    if (auto* sampled = std::get_if<SampledMotion>(&result))
        std::for_each(sampled->poses.begin(), sampled->poses.end(), move);
    if (auto* spline = std::get_if<SplineMotion>(&result))
        std::for_each(spline->poses.begin(), spline->poses.end(), move);
    return result;
}

}  // namespace graze::io
