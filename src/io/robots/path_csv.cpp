// Paths as tables: a row for each waypoint, in columns that a first row names or that are the robot's values
// in their order. Lines that begin with # are comments; "# interpolation: spline" is one that counts.
#include <algorithm>

#include "io/robots/path_rows.hpp"
#include "io/text/fault.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

std::string_view trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(kBlanks);
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

/// The character between values: the first of these that the line has outside of quotes; blanks, where there
/// are several words and none of these.
char separator_of(std::string_view line) {
    for (const char c : {',', ';', '\t'}) {
        bool in_quotes = false;
        for (const char x : line) {
            in_quotes = in_quotes != (x == '"');
            if (x == c && !in_quotes) return c;
        }
    }
    const bool one = line.find('"') != std::string_view::npos || Words(line).count() < 2;
    return one ? ',' : ' ';
}

/// Fields without their quotes; a quote in quotes is written twice.
std::vector<std::string> split(std::string_view line, char separator) {
    std::vector<std::string> fields;
    if (separator == ' ') {
        Words words(line);
        for (std::string_view word = words.next(); !word.empty(); word = words.next())
            fields.emplace_back(word);
        return fields;
    }
    for (std::size_t at = 0;; ++at) {
        std::string field;
        bool in_quotes = false, had_quotes = false;
        for (; at < line.size() && (in_quotes || line[at] != separator); ++at) {
            if (line[at] != '"')
                field += line[at];
            else if (in_quotes && at + 1 < line.size() && line[at + 1] == '"')
                field += line[++at];
            else
                in_quotes = !in_quotes, had_quotes = true;
        }
        fields.emplace_back(had_quotes ? field : trimmed(field));
        if (at >= line.size()) return fields;
    }
}

struct Table {
    const TextLines& lines;
    const Robot& robot;
    std::string file;
    char separator = ',';
    std::vector<PathColumn> columns{};
    bool named = false;  ///< By a first row.

    [[nodiscard]] std::string place(std::size_t column) const {
        return "line " + std::to_string(lines.number()) + ", column " + std::to_string(column + 1);
    }
};

/// Whether the first row holds names: nothing but known ones, or no number.
bool is_header(const std::vector<std::string>& fields, const PathNames& names) {
    double ignored = 0;
    return std::all_of(fields.begin(), fields.end(),
                       [&](const std::string& f) { return names.find(f).has_value(); }) ||
           std::none_of(fields.begin(), fields.end(),
                        [&](const std::string& f) { return parse_number(f, ignored); });
}

/// Each value has a velocity, or none has.
void check_velocities(const Table& table, const std::vector<std::string>& fields) {
    using Kind = PathColumn::Kind;
    const auto has = [&](Kind kind, std::size_t coordinate) {
        return std::any_of(table.columns.begin(), table.columns.end(),
                           [&](const PathColumn& c) { return c.kind == kind && c.coordinate == coordinate; });
    };
    const bool any = std::any_of(table.columns.begin(), table.columns.end(),
                                 [](const PathColumn& c) { return c.kind == Kind::velocity; });
    for (std::size_t i = 0; i < table.columns.size() && any; ++i) {
        const PathColumn& column = table.columns[i];
        if (column.kind == Kind::time) continue;
        const bool value = column.kind == Kind::value;
        if (has(value ? Kind::velocity : Kind::value, column.coordinate)) continue;
        fail({table.file, table.place(i),
              "'" + printable(fields[i], 60) + "' has no column of " + (value ? "velocities" : "values"),
              "Give all joints that are named both, or no velocities."});
    }
}

void read_header(Table& table, const std::vector<std::string>& fields, const PathNames& names) {
    table.named = true;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto column = names.find(fields[i]);
        if (!column) names.fail(fields[i], table.file, table.place(i));
        for (std::size_t k = 0; k < i; ++k) {
            const PathColumn& other = table.columns[k];
            if (other.kind == column->kind && other.coordinate == column->coordinate)
                fail({table.file, table.place(i),
                      "'" + printable(fields[i], 60) + "' is column " + std::to_string(k + 1) + " too",
                      "Remove one of the two."});
        }
        table.columns.push_back(*column);
    }
    check_velocities(table, fields);
}

void take_robot_columns(Table& table, std::size_t fields) {
    const std::size_t count = table.robot.joint_count();
    for (std::size_t i = 0; i < count; ++i) table.columns.push_back({PathColumn::Kind::value, i});
    if (fields == count) return;
    std::string names;
    for (std::size_t i = 0; i < count && names.size() < 300; ++i)
        names += (i > 0 ? "," : "") + table.robot.coordinate_name(i);
    fail({table.file, "line " + std::to_string(table.lines.number()),
          "it has " + std::to_string(fields) + " values, the robot takes " + std::to_string(count),
          "Begin with a row of names, or give these columns: " + printable(names, 300) + "."});
}

std::vector<std::size_t> coordinates_of(const Table& table) {
    std::vector<std::size_t> coordinates;
    for (const PathColumn& column : table.columns)
        if (column.kind == PathColumn::Kind::value) coordinates.push_back(column.coordinate);
    return coordinates;
}

void add_row(PathRows& rows, const Table& table, const std::vector<std::string>& fields,
             const std::vector<std::size_t>& coordinates) {
    if (fields.size() != table.columns.size())
        fail({table.file, "line " + std::to_string(table.lines.number()),
              "it has " + std::to_string(fields.size()) + " values, " +
                  (table.named ? "the row of names" : "the robot") + " has " +
                  std::to_string(table.columns.size()),
              "Give every row one value for each column."});
    PathRow row;
    std::vector<double> values(coordinates.size()), velocities(coordinates.size());
    bool moving = false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        double x = 0;
        if (!parse_number(fields[i], x))
            fail({table.file, table.place(i), "'" + printable(fields[i], 40) + "' is no number",
                  "Write numbers with a decimal point and no unit."});
        const PathColumn& column = table.columns[i];
        if (column.kind == PathColumn::Kind::time) {
            row.time = x;
            continue;
        }
        const auto at = std::find(coordinates.begin(), coordinates.end(), column.coordinate);
        const auto k = static_cast<std::size_t>(at - coordinates.begin());
        moving = moving || column.kind == PathColumn::Kind::velocity;
        (column.kind == PathColumn::Kind::value ? values : velocities)[k] = x;
    }
    row.values = values;
    if (moving) row.velocities = velocities;
    row.place = "line " + std::to_string(table.lines.number());
    rows.add(row);
}

/// The interpolation that a comment names.
std::optional<PathInterpolation> named_interpolation(std::string_view line, const NamedIn& where) {
    constexpr std::string_view kKey = "interpolation:";
    const std::string_view comment = trimmed(line.substr(1));
    if (!comment.starts_with(kKey)) return std::nullopt;
    return interpolation_of(trimmed(comment.substr(kKey.size())), where);
}

}  // namespace

JointPathFile read_path_csv(const std::filesystem::path& path, const Robot& robot,
                            const PathReadOptions& options) {
    const std::string file = path.string();
    TextLines lines(path, file);
    Table table{lines, robot, file};
    const PathNames names(robot);
    std::optional<PathInterpolation> interpolation;
    std::optional<PathRows> rows;
    std::vector<std::size_t> coordinates;
    for (std::string_view line; lines.next(line);) {
        line = trimmed(line);
        if (line.starts_with('#')) {
            const auto named = named_interpolation(line, {file, "line " + std::to_string(lines.number())});
            if (named) interpolation = named;
            continue;
        }
        if (line.empty()) continue;
        if (!rows) table.separator = separator_of(line);
        const std::vector<std::string> fields = split(line, table.separator);
        const bool header = !rows && is_header(fields, names);
        if (header)
            read_header(table, fields, names);
        else if (!rows)
            take_robot_columns(table, fields.size());
        if (!rows) rows.emplace(robot, options, file, coordinates = coordinates_of(table));
        if (!header) add_row(*rows, table, fields, coordinates);
    }
    if (!rows) fail({file, "", "it has no rows", "Give a row of joint names, and one for each waypoint."});
    return rows->finish(interpolation);
}

}  // namespace graze::io
