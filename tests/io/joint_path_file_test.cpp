// Paths of joints as files: columns by name and by order, times, velocities, JSON in three forms, texts that
// read as the same path, and what is wrong with bad ones, with the place.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/io/robot_file.hpp"
#include "io/temporary_folder.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// Joints "a" (revolute), "b" (prismatic, from 0.5 on), "c" (continuous), "d" that follows "a", and "e"
/// fixed.
graze::Robot three_joints() {
    RobotDescription d;
    for (const char* name : {"base", "one", "two", "three", "four", "five"}) d.links.push_back({name});
    const auto add = [&](const char* name, JointType type, const char* parent, const char* child) {
        RobotJoint joint;
        joint.name = name, joint.type = type, joint.parent = parent, joint.child = child;
        d.joints.push_back(joint);
    };
    add("a", JointType::revolute, "base", "one");
    add("b", JointType::prismatic, "one", "two");
    add("c", JointType::continuous, "two", "three");
    add("d", JointType::revolute, "three", "four");
    add("e", JointType::fixed, "four", "five");
    d.joints[1].limits = {0.5, 2};
    d.joints[3].mimic = JointMimic{"a"};
    return *graze::Robot::build(d);
}

class JointPathFiles : public testing::Test {
protected:
    io::JointPathFile read(const std::string& name, const std::string& text) const {
        auto path = io::read_joint_path(folder_.write(name, text), robot_, options_);
        EXPECT_TRUE(path.has_value()) << path.error().message() << '\n' << text;
        return path ? *path : io::JointPathFile{};
    }
    io::FileError error_of(const std::string& name, const std::string& text) const {
        const auto path = io::read_joint_path(folder_.write(name, text), robot_, options_);
        EXPECT_FALSE(path.has_value()) << text;
        if (path) return {};
        EXPECT_EQ(path.error().file, (folder_ / name).string());
        EXPECT_FALSE(path.error().reason.empty());
        EXPECT_FALSE(path.error().hint.empty()) << path.error().message();
        EXPECT_EQ(path.error().message().find('\n'), std::string::npos);
        return path.error();
    }
    static std::vector<std::vector<double>> values(const io::JointPathFile& file) {
        std::vector<std::vector<double>> rows;
        for (const Waypoint& w : file.waypoints) rows.push_back(w.values);
        return rows;
    }
    using Rows = std::vector<std::vector<double>>;
    graze::Robot robot_ = three_joints();
    TemporaryFolder folder_;
    io::PathReadOptions options_;
};

TEST_F(JointPathFiles, ColumnsByName) {
    const io::JointPathFile file =
        read("p.csv", "time, c ,a,b\r\n1,0.3,0.1,0.6\r\n\r\n# half way\n3,0.4,-1e-3,1\n");
    EXPECT_EQ(values(file), (Rows{{0.1, 0.6, 0.3}, {-1e-3, 1, 0.4}}));
    EXPECT_EQ(file.waypoints[0].time, 1);
    EXPECT_EQ(file.waypoints[1].time, 3);
    EXPECT_EQ(file.interpolation, io::PathInterpolation::linear);
    EXPECT_TRUE(file.notes.empty());
    ASSERT_TRUE(file.path.valid());
    EXPECT_EQ(file.path.at(0.5), (std::vector<double>{0.5 * (0.1 - 1e-3), 0.8, 0.35}));
    EXPECT_EQ(file.path.duration(), 2);
}

TEST_F(JointPathFiles, ColumnsByOrder) {
    for (const char* text : {"0,1,2\n3,2,5\n", "0;1;2\n3;2;5", "0\t1\t2\n3\t2\t5\n", " 0 1  2\n3 2 5\n"}) {
        const io::JointPathFile file = read("p.csv", text);
        EXPECT_EQ(values(file), (Rows{{0, 1, 2}, {3, 2, 5}})) << text;
        EXPECT_EQ(file.waypoints[1].time, 1);
    }
}

TEST_F(JointPathFiles, JointsThatAreNotNamedStay) {
    const io::JointPathFile file = read("p.csv", "c\n1\n2\n");
    EXPECT_EQ(values(file), (Rows{{0, 0.5, 1}, {0, 0.5, 2}}));
    EXPECT_EQ(file.notes,
              std::vector<std::string>{"'p.csv': joints that it does not name stay: 'a' at 0, 'b' at 0.5"});
    options_.joints = {{"a", 0.75}, {"c", 9}};
    EXPECT_EQ(values(read("p.csv", "c\n1\n2\n")), (Rows{{0.75, 0.5, 1}, {0.75, 0.5, 2}}));
    options_.joints = {{"aa", 1}};
    EXPECT_EQ(error_of("p.csv", "c\n1\n2\n").element, "joint aa");
    options_.joints = {{"a", INFINITY}};
    EXPECT_EQ(error_of("p.csv", "c\n1\n2\n").element, "joint a");
}

TEST_F(JointPathFiles, VelocitiesMakeCubics) {
    const io::JointPathFile file = read("p.csv", "a,time,a_velocity,b,b_velocity\n0,0,1,0.5,0\n1,2,-1,1,0\n");
    EXPECT_EQ(file.interpolation, io::PathInterpolation::hermite);
    EXPECT_EQ(file.velocities, (Rows{{1, 0, 0}, {-1, 0, 0}}));
    ASSERT_EQ(file.path.degree(), 3U);
    // Half way: (0 + 1) / 2 + 2 * (1 - -1) / 8.
    EXPECT_DOUBLE_EQ(file.path.at(0.5)[0], 1);
    options_.interpolation = io::PathInterpolation::linear;
    EXPECT_EQ(read("p.csv", "a,a_velocity\n0,1\n1,-1\n").path.degree(), 1U);
    options_.interpolation.reset();
    EXPECT_NE(error_of("p.csv", "a,b,a_velocity\n0,1,0\n").reason.find("'b' has no column of velocities"),
              std::string::npos);
    EXPECT_NE(error_of("p.csv", "a,b_velocity,a_velocity\n0,1,0\n").reason.find("no column of values"),
              std::string::npos);
}

TEST_F(JointPathFiles, Splines) {
    options_.interpolation = io::PathInterpolation::spline;
    const std::vector<Waypoint> waypoints{{0, {0, 1, 2}}, {1, {1, 1, 0}}, {2, {0, 2, 0}}};
    EXPECT_EQ(read("p.csv", "0,1,2\n1,1,0\n0,2,0\n").path, JointPath::spline(waypoints));
    options_.interpolation.reset();
    EXPECT_EQ(read("p.csv", "# interpolation: spline\n0,1,2\n1,1,0\n0,2,0\n").path,
              JointPath::spline(waypoints));
    EXPECT_EQ(error_of("p.csv", "#interpolation: splin\n0,1,2\n").hint, "Did you mean 'spline'?");
    EXPECT_EQ(error_of("p.csv", "#interpolation: splin\n0,1,2\n").element, "line 1");
    options_.interpolation = io::PathInterpolation::hermite;
    EXPECT_NE(error_of("p.csv", "0,1,2\n1,1,0\n").reason.find("velocities"), std::string::npos);
}

TEST_F(JointPathFiles, Json) {
    const Rows rows{{0, 1, 2}, {1, 1, 0}};
    EXPECT_EQ(values(read("p.json", "[[0, 1, 2], [1, 1, 0]]")), rows);
    const io::JointPathFile table =
        read("p.json", R"({"joints": ["c", "a"], "times": [5, 7.5], "points": [[2, 0], [0, 1]]})");
    EXPECT_EQ(values(table), (Rows{{0, 0.5, 2}, {1, 0.5, 0}}));
    EXPECT_EQ(table.waypoints[1].time, 7.5);
    EXPECT_EQ(table.notes.size(), 1U);
    const io::JointPathFile moving = read(
        "p.json",
        R"({"points": [[0, 1, 2], [1, 1, 0]], "velocities": [[1, 0, 0], [0, 0, 0]], "interpolation": "hermite"})");
    EXPECT_EQ(moving.velocities, (Rows{{1, 0, 0}, {0, 0, 0}}));
    EXPECT_EQ(moving.path.degree(), 3U);
    const std::string trajectory =
        R"({"header": {"frame_id": "x"}, "joint_names": ["b", "a", "c"], "points": [
            {"positions": [1, 0, 2], "time_from_start": 0.5},
            {"positions": [1, 1, 0], "velocities": [], "accelerations": [0, 0, 0], "time_from_start": {"sec": 2, "nanosec": 250000000}}]})";
    const io::JointPathFile ros = read("p.json", trajectory);
    EXPECT_EQ(values(ros), rows);
    EXPECT_EQ(ros.waypoints[0].time, 0.5);
    EXPECT_EQ(ros.waypoints[1].time, 2.25);
    EXPECT_EQ(
        read("p.json", R"({"joint_trajectory": )" + trajectory + R"(, "multi_dof_joint_trajectory": {}})")
            .path,
        ros.path);
}

/// Controllers that are given accelerations interpolate by quintics.
TEST_F(JointPathFiles, AccelerationsAreNoted) {
    const auto notes = [&](const char* accelerations) {
        const std::string point = std::string(R"({"positions": [0, 1, 0], "velocities": [0, 0, 0], )") +
                                  R"("accelerations": )" + accelerations + R"(, "time_from_start": )";
        return read("a.json",
                    R"({"joint_names": ["a", "b", "c"], "points": [)" + point + "1}, " + point + "2}]}")
            .notes;
    };
    EXPECT_TRUE(notes("[]").empty());
    ASSERT_EQ(notes("[0, 5, 0]").size(), 1U);
    EXPECT_EQ(notes("[0, 5, 0]")[0],
              "'a.json': accelerations are not used: a controller that interpolates "
              "with them runs another path");
}

TEST_F(JointPathFiles, WrittenPathsReadTheSame) {
    Random random(5);
    for (const auto interpolation :
         {io::PathInterpolation::linear, io::PathInterpolation::spline, io::PathInterpolation::hermite}) {
        io::JointPathFile file;
        file.interpolation = interpolation;
        double time = random.uniform(-10, 10);
        for (int i = 0; i < 20; ++i, time += random.uniform(0.01, 1)) {
            file.waypoints.push_back({time, {random.uniform(-3, 3), random.uniform(-3, 3) * 1e-12, -0.0}});
            if (interpolation == io::PathInterpolation::hermite)
                file.velocities.push_back({random.uniform(-3, 3), 1e20 * random.uniform(-3, 3), 0});
        }
        for (const io::JointPathFile& again :
             {read("p.csv", io::to_csv(file, robot_)), read("p.json", io::to_json(file, robot_))}) {
            EXPECT_EQ(again.interpolation, interpolation);
            EXPECT_EQ(again.velocities, file.velocities);
            ASSERT_EQ(again.waypoints.size(), file.waypoints.size());
            for (std::size_t i = 0; i < file.waypoints.size(); ++i) {
                EXPECT_EQ(again.waypoints[i].time, file.waypoints[i].time);
                EXPECT_EQ(again.waypoints[i].values, file.waypoints[i].values);
            }
            EXPECT_TRUE(again.notes.empty());
        }
        EXPECT_EQ(read("p.csv", io::to_csv(file, robot_)).path,
                  read("p.json", io::to_json(file, robot_)).path);
    }
}

TEST_F(JointPathFiles, NamesThatNeedQuotes) {
    RobotDescription d;
    d.links = {{"base"}, {"cart"}, {"x"}, {"y"}};
    d.joints.resize(3);
    d.joints[0].name = "cart", d.joints[0].type = JointType::planar, d.joints[0].parent = "base";
    d.joints[0].child = "cart";
    d.joints[1].name = "say \"x, y\"; #1", d.joints[1].type = JointType::continuous;
    d.joints[1].parent = "cart", d.joints[1].child = "x";
    d.joints[2].name = "time", d.joints[2].type = JointType::continuous;
    d.joints[2].parent = "x", d.joints[2].child = "y";
    robot_ = *graze::Robot::build(d);
    io::JointPathFile file;
    file.waypoints = {{2, {1, 2, 3, 4, 5}}, {3, {5, 4, 3, 2, 1}}};
    for (const char* name : {"p.csv", "p.json"}) {
        const io::JointPathFile again =
            read(name, std::string(name) == "p.csv" ? io::to_csv(file, robot_) : io::to_json(file, robot_));
        EXPECT_EQ(values(again), values(file));
        EXPECT_EQ(again.waypoints[0].time, 2);
    }
    EXPECT_NE(error_of("p.csv", "cart\n1\n").hint.find("'cart x'"), std::string::npos);
}

TEST_F(JointPathFiles, FaultsOfTables) {
    struct Case {
        const char* text;
        const char* place;
        const char* reason;
    };
    for (const Case& c : {
             Case{"a,bb\n1,2\n", "line 1, column 2", "the robot has no joint 'bb'"},
             Case{"a,b,a\n1,2,3\n", "line 1, column 3", "'a' is column 1 too"},
             Case{"a,d\n1,2\n", "line 1, column 2", "takes no value: it follows 'a'"},
             Case{"a,e\n1,2\n", "line 1, column 2", "takes no value: it is fixed"},
             Case{"a,b\n1,2\n1\n", "line 3", "it has 1 values, the row of names has 2"},
             Case{"a,b\n1,2\n1,2,3\n", "line 3", "it has 3 values"},
             Case{"1,2\n3,4\n", "line 1", "it has 2 values, the robot takes 3"},
             Case{"1,2,3\n4,5\n", "line 2", "it has 2 values, the robot has 3"},
             Case{"a\n1\n1m\n", "line 3, column 1", "'1m' is no number"},
             Case{"a\n1\n\"\"\n", "line 3, column 1", "'' is no number"},
             Case{"a\n1\nnan\n", "line 3", "NaN"},
             Case{"a\n1\n-inf\n", "line 3", "infinite"},
             Case{"a\n1\n1e101\n", "line 3", "above 1e100"},
             Case{"time,a\n1,1\n1,2\n", "line 3", "its time 1 is not after 1"},
             Case{"time,a\n1,1\n0.5,2\n", "line 3", "its time 0.5 is not after 1"},
             Case{"time,a\nnan,1\n", "line 2", "time is NaN"},
             Case{"a,a_velocity\n1,nan\n", "line 2", "the velocity of 'a'"},
             Case{"a\n", "", "no waypoints"},
             Case{"# nothing\n\n", "", "no rows"},
             Case{"a\n1\n", "", "at least two"},
         }) {
        const io::FileError error = error_of("p.csv", c.text);
        EXPECT_EQ(error.element, c.place) << error.message();
        EXPECT_NE(error.reason.find(c.reason), std::string::npos) << error.message();
    }
    EXPECT_EQ(error_of("p.csv", "a,c_velocty\n1,2\n").hint, "Known here: a, b, c.");
    options_.waypoints = 2;
    EXPECT_NE(error_of("p.csv", "a\n1\n2\n3\n").reason.find("more than 2 waypoints"), std::string::npos);
    EXPECT_FALSE(io::read_joint_path(folder_ / "none.csv", robot_).has_value());
}

TEST_F(JointPathFiles, FaultsOfJson) {
    struct Case {
        const char* text;
        const char* place;
        const char* reason;
    };
    for (
        const Case& c : {
            Case{"[[1, 2, 3], [1, 2]]", "[1]", "it has 2 values for 3 joints"},
            Case{"[1, 2, 3]", "", "a list of numbers"},
            Case{"[[1, 2, 3], [1, 2, \"x\"]]", "[1][2]", "text where a number"},
            Case{"7", "", "a number"},
            Case{R"({"joints": ["a", "x"], "points": [[1, 2]]})", "joints[1]", "no joint 'x'"},
            Case{R"({"joints": ["a", "a"], "points": [[1, 2]]})", "joints[1]", "named twice"},
            Case{R"({"joints": [], "points": [[1, 2]]})", "joints", "names no joints"},
            Case{R"({"joints": ["a"], "points": [[1], [2, 3]]})", "points[1]", "2 values for 1 joints"},
            Case{R"({"joints": ["a"], "points": [[1], [2]], "times": [1]})", "times", "1 entries for 2"},
            Case{R"({"joints": ["a"], "points": [[1], [2]], "times": [1, 0.5]})", "points[1]", "not after"},
            Case{R"({"joints": ["a"], "points": [[1], [2]], "times": [1, "nan"]})", "points[1]",
                 "time is NaN"},
            Case{R"({"joints": ["a"], "points": [[1], [2]], "velocities": [[1]]})", "velocities",
                 "1 entries"},
            Case{R"({"joints": ["a"], "points": [[1], [2]], "velocities": [[1], [1, 2]]})", "velocities[1]",
                 "2 values"},
            Case{R"({"joints": ["a"], "points": [[1], [2e101]]})", "points[1]", "above 1e100"},
            Case{R"({"joints": ["a"], "pionts": [[1]]})", "pionts", "not known"},
            Case{R"({"joints": ["a"]})", "", "'points' is missing"},
            Case{R"({"points": [[1, 2, 3], [4, 5, 6]], "interpolation": "cubic"})", "interpolation",
                 "no interpolation 'cubic'"},
            Case{R"({"points": [[1, 2, 3], [4, 5, 6]], "interpolation": "hermite"})", "", "no velocities"},
            Case{R"({"joint_names": ["a"], "points": [{"positions": [1]}]})", "points[0]",
                 "'time_from_start' is missing"},
            Case{
                R"({"joint_names": ["a"], "points": [{"positions": [1], "time_from_start": 0}, {"positions": [1], "velocities": [1], "time_from_start": 1}]})",
                "points[1]", "some points have velocities"},
        }) {
        const io::FileError error = error_of("p.json", c.text);
        EXPECT_EQ(error.element, c.place) << error.message();
        EXPECT_NE(error.reason.find(c.reason), std::string::npos) << error.message();
    }
    EXPECT_NE(error_of("p.json", "[[1, 2, 3],").reason.find("not valid JSON"), std::string::npos);
}

}  // namespace
}  // namespace graze::test
