// Rows of a path's file, of whatever format, as waypoints of a robot.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/io/robot_file.hpp"
#include "io/formats/read_context.hpp"

namespace graze::io {

/// What a column holds.
struct PathColumn {
    enum class Kind : std::uint8_t { time, value, velocity };
    Kind kind = Kind::value;
    std::size_t coordinate = 0;  ///< Of the robot; not of times.
};

/// Columns that a robot's files may have.
class PathNames {
public:
    explicit PathNames(const Robot& robot) : robot_(robot) {}

    /// Empty for a name that is none.
    [[nodiscard]] std::optional<PathColumn> find(const std::string& name) const;
    /// What is wrong with such a name, and what to do about it.
    [[noreturn]] void fail(const std::string& name, const std::string& file, const std::string& place) const;

private:
    [[nodiscard]] std::optional<std::size_t> coordinate(std::string_view name) const;

    const Robot& robot_;
};

/// The name of the column of times in files that are written: one that no joint has.
std::string time_column(const Robot& robot);
/// What the name of a column of velocities ends in.
inline constexpr std::string_view kVelocitySuffix = "_velocity";

struct PathRow {
    std::optional<double> time{};      ///< Empty: one more than the row before.
    std::span<const double> values{};  ///< Of the named coordinates, in their order.
    std::span<const double> velocities{};
    std::string place{};  ///< "line 7".
};

/// Puts rows together. Throws Faults.
class PathRows {
public:
    /// `coordinates`: those that rows have values of.
    PathRows(const Robot& robot, const PathReadOptions& options, std::string file,
             std::vector<std::size_t> coordinates);

    void add(const PathRow& row);
    /// The path; `written` is the interpolation that the file names.
    JointPathFile finish(std::optional<PathInterpolation> written);

private:
    void note_others(const std::vector<bool>& named);

    const Robot& robot_;
    const PathReadOptions& options_;
    std::string file_;
    std::vector<std::size_t> coordinates_;
    std::vector<double> others_;  ///< A configuration with the values of joints that are not named.
    std::vector<std::string> places_;
    JointPathFile result_;
};

/// By its name; fails for others.
PathInterpolation interpolation_of(std::string_view name, const NamedIn& where);

/// The formats.
JointPathFile read_path_csv(const std::filesystem::path& path, const Robot& robot,
                            const PathReadOptions& options);
JointPathFile read_path_json(const std::filesystem::path& path, const Robot& robot,
                             const PathReadOptions& options);

}  // namespace graze::io
