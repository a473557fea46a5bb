// Paths as JSON: an object with names and rows, rows alone, or a trajectory as ROS has it.
#include <algorithm>
#include <array>
#include <fstream>

#include "io/robots/path_rows.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_cursor.hpp"

namespace graze::io {

namespace {

constexpr std::array<std::string_view, 7> kPathKeys{"format",     "joints",        "times",  "points",
                                                    "velocities", "interpolation", "version"};
constexpr std::array<std::string_view, 3> kTrajectoryKeys{"header", "joint_names", "points"};
constexpr std::array<std::string_view, 5> kPointKeys{"positions", "velocities", "accelerations", "effort",
                                                     "time_from_start"};
constexpr std::array<std::string_view, 4> kDurationKeys{"sec", "secs", "nanosec", "nsecs"};

struct JsonPath {
    std::vector<std::size_t> coordinates;
    std::vector<std::vector<double>> points;
    std::vector<std::vector<double>> velocities;
    std::vector<double> times;
    std::vector<std::string> places;
    std::optional<PathInterpolation> interpolation;
    bool accelerations = false;  ///< Some points have some, which are not used.
};

std::vector<std::size_t> named_coordinates(const JsonCursor& names, const Robot& robot) {
    std::vector<std::size_t> coordinates;
    const PathNames known(robot);
    for (const JsonCursor& item : names.items()) {
        const auto column = known.find(item.text());
        if (!column || column->kind != PathColumn::Kind::value)
            known.fail(item.text(), item.file(), item.path());
        if (std::find(coordinates.begin(), coordinates.end(), column->coordinate) != coordinates.end())
            item.fail("'" + printable(item.text(), 60) + "' is named twice", "Remove one of the two.");
        coordinates.push_back(column->coordinate);
    }
    if (coordinates.empty()) names.fail("it names no joints", "Name those that the points have values of.");
    return coordinates;
}

std::vector<std::size_t> all_coordinates(const Robot& robot) {
    std::vector<std::size_t> coordinates(robot.joint_count());
    for (std::size_t i = 0; i < coordinates.size(); ++i) coordinates[i] = i;
    return coordinates;
}

void set_places(JsonPath& path, const std::string& list) {
    for (std::size_t i = 0; i < path.points.size(); ++i) path.places.push_back(list + bracketed(i));
}

void expect_count(const JsonCursor& cursor, std::size_t count, std::size_t wanted) {
    if (count == wanted) return;
    cursor.fail("it has " + std::to_string(count) + " entries for " + std::to_string(wanted) + " points",
                "Give one for each point.");
}

JsonPath read_table(const JsonCursor& root, const Robot& robot) {
    root.object_of(kPathKeys);
    JsonPath path;
    const auto names = root.find("joints");
    path.coordinates = names ? named_coordinates(*names, robot) : all_coordinates(robot);
    path.points = root.need("points").number_lists();
    set_places(path, "points");
    if (const auto times = root.find("times")) {
        path.times = times->any_numbers();
        expect_count(*times, path.times.size(), path.points.size());
    }
    if (const auto velocities = root.find("velocities")) {
        path.velocities = velocities->number_lists();
        expect_count(*velocities, path.velocities.size(), path.points.size());
    }
    if (const auto name = root.find("interpolation"))
        path.interpolation = interpolation_of(name->text(), {name->file(), name->path()});
    return path;
}

double duration_of(const JsonCursor& cursor) {
    if (!cursor.is_object()) return cursor.any_number();
    cursor.object_of(kDurationKeys);
    double seconds = 0;
    for (const char* key : {"sec", "secs"})
        if (const auto part = cursor.find(key)) seconds += part->any_number();
    for (const char* key : {"nanosec", "nsecs"})
        if (const auto part = cursor.find(key)) seconds += 1e-9 * part->any_number();
    return seconds;
}

JsonPath read_trajectory(const JsonCursor& root, const Robot& robot) {
    root.object_of(kTrajectoryKeys);
    JsonPath path;
    path.coordinates = named_coordinates(root.need("joint_names"), robot);
    for (const JsonCursor& point : root.need("points").items()) {
        point.object_of(kPointKeys);
        path.points.push_back(point.need("positions").any_numbers());
        path.times.push_back(duration_of(point.need("time_from_start")));
        if (const auto velocities = point.find("velocities")) {
            std::vector<double> row = velocities->any_numbers();
            if (!row.empty()) path.velocities.push_back(std::move(row));
        }
        if (const auto given = point.find("accelerations"))
            path.accelerations = path.accelerations || !given->any_numbers().empty();
        if (!path.velocities.empty() && path.velocities.size() != path.points.size())
            point.fail("some points have velocities and some have none", "Give all of them velocities.");
    }
    set_places(path, root.path().empty() ? "points" : root.path() + ".points");
    return path;
}

JsonPath read_any_form(const JsonCursor& root, const Robot& robot) {
    if (!root.is_object()) {
        JsonPath path;
        path.coordinates = all_coordinates(robot);
        path.points = root.number_lists();
        set_places(path, "");
        return path;
    }
    if (const auto inner = root.find("joint_trajectory")) return read_trajectory(*inner, robot);
    if (root.find("joint_names")) return read_trajectory(root, robot);
    return read_table(root, robot);
}

void expect_width(const std::string& file, const std::string& place, std::size_t width, std::size_t wanted) {
    if (width == wanted) return;
    fail({file, place,
          "it has " + std::to_string(width) + " values for " + std::to_string(wanted) + " joints",
          "Give one for each joint, in their order."});
}

}  // namespace

JointPathFile read_path_json(const std::filesystem::path& path, const Robot& robot,
                             const PathReadOptions& options) {
    const std::string file = path.string();
    std::ifstream stream(path, std::ios::binary);
    if (!stream) fail({file, "", "it cannot be opened", "Check that you may read it."});
    JsonValue value = parse_json(stream, file);
    const JsonPath read = read_any_form(JsonCursor(value, file), robot);
    PathRows rows(robot, options, file, read.coordinates);
    for (std::size_t i = 0; i < read.points.size(); ++i) {
        PathRow row;
        expect_width(file, read.places[i], read.points[i].size(), read.coordinates.size());
        row.values = read.points[i];
        if (!read.times.empty()) row.time = read.times[i];
        if (!read.velocities.empty()) {
            expect_width(file, "velocities" + bracketed(i), read.velocities[i].size(),
                         read.coordinates.size());
            row.velocities = read.velocities[i];
        }
        row.place = read.places[i];
        rows.add(row);
    }
    JointPathFile made = rows.finish(read.interpolation);
    if (read.accelerations)
        made.notes.push_back("'" + legible(path.filename().string()) +
                             "': accelerations are not used: a controller that interpolates with them runs "
                             "another path");
    return made;
}

}  // namespace graze::io
