// Robots, paths and proofs damaged at random: words taken out, doubled, exchanged, and numbers replaced by
// nonsense; and every text that once failed.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "fuzz/check_robot_files.hpp"
#include "graze/io/robot_file.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Check = std::string (*)(std::span<const std::uint8_t>);

std::string fault_of_text(Check check, const std::string& text) {
    return check({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

const std::string kMjcf = R"(<mujoco model="m"><compiler angle="radian" eulerseq="zyx" autolimits="true"/>
<option timestep="0.1"/>
<default><geom size="0.1 0.2 0.3" type="capsule" contype="1"/><joint range="-2 2" damping="1"/>
<default class="slim"><geom size="0.05 0.5" rgba="1 0 0 1"/></default></default>
<asset><mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1" scale="1 2 3" refquat="1 0 0 1"/></asset>
<worldbody><light pos="0 0 1"/><geom name="floor" type="plane" size="0 0 1"/>
<body name="table" pos="3 0 0"><geom type="box" axisangle="1 0 0 2"/><geom type="mesh" mesh="tetra"/></body>
<body name="base" pos="0 0 1"><geom name="foot" type="cylinder" conaffinity="2"/>
<frame pos="0 0 1" xyaxes="1 0 0 0 1 1"><body name="upper" euler="0 0.5 1" childclass="slim">
<joint name="shoulder" axis="0 1 0" pos="0 0 -0.5"/><geom pos="0 0 1" quat="1 2 3 4"/>
<body name="hand" zaxis="0 1 1"><joint name="lift" type="slide" axis="0 0 2" range="-1 3"/>
<joint name="roll" axis="1 0 0" limited="false" ref="0.25"/><geom class="main" fromto="0 0 0 0 0 3"/>
<body><joint type="ball" pos="1 0 0"/><geom type="ellipsoid" contype="0"/></body></body></body></frame></body>
<body name="cup"><freejoint/><geom type="sphere"/></body></worldbody>
<contact><exclude body1="base" body2="hand"/><pair geom1="foot" geom2="floor"/></contact>
<equality><joint joint1="roll" joint2="shoulder" polycoef="0.1 2 0 0 0"/></equality></mujoco>)";

const std::string kUrdf =
    R"(<?xml version="1.0"?><robot name="r"><link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<link name="arm"><collision><origin xyz="0 0 1" rpy="0.1 0 0"/><geometry><capsule radius="0.1" length="1"/></geometry></collision></link>
<link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link><link name="cart"/>
<joint name="j" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/><limit lower="0.5" upper="1" effort="1" velocity="1"/><safety_controller k_velocity="1" soft_lower_limit="0.6" soft_upper_limit="0.9"/></joint>
<joint name="k" type="prismatic"><parent link="arm"/><child link="hand"/><limit lower="-1" upper="1"/><mimic joint="j" multiplier="-2" offset="0.5"/></joint>
<joint name="p" type="planar"><parent link="base"/><child link="cart"/><axis xyz="0 1 1"/></joint></robot>)";

const std::vector<std::string> kPaths{
    "\x01[[0, 1, 2, 3, 4], [1, 1, 0, 0, 1], [0, 0, 0, 0, 0]]",
    "\x03{\"joints\": [\"b\", \"cart x\"], \"times\": [0, 1.5, 2], \"points\": [[1, 2], [3, 4], [5, 6]]}",
    "\x01{\"joint_names\": [\"b\", \"a\"], \"points\": [{\"positions\": [1, 2], \"velocities\": [0, 0], "
    "\"time_from_start\": 0.5}, {\"positions\": [3, 4], \"velocities\": [1, 0], \"time_from_start\": "
    "{\"sec\": "
    "1, \"nanosec\": 7}}]}",
    std::string(1, '\0') + "time, a ,cart angle\n0,1,2\n1,3,4\n# half\n\n2.5,5,6e-3\n",
    "\x02# interpolation: linear\n\"cart x\";a;a_velocity;\"cart x_velocity\"\n0;1;2;3\n1;2;3;4\n",
    "\x02 0 1 2 3 4\n1 0 1 2 3\n"};

std::string proof_text() {
    io::PathProof proof;
    proof.inputs.robot = "r.urdf", proof.inputs.path = "p.csv", proof.inputs.scenes = {"s.json"};
    proof.inputs.reading.joints = {{"a", 0.5}};
    proof.certificate.digest = 77;
    proof.certificate.contact = Crossing{};
    proof.bodies = {"one", "two"};
    PathPair pair{{0, 1}, {{{0, 0.5}, {1, 0, 0}}, {{0.5, 1}, {0, 1, 0}}}, {}};
    pair.stills.push_back(
        {{0.2, 0.3}, 0.0, SeparatingCover{{SeparatingCover::Step::plane}, {{1, 2, 3}}, {}}});
    pair.stills.push_back({{0.3, 0.4}, 0.0, CloseParts{}});
    proof.certificate.pairs = {pair};
    return io::to_json(proof);
}

/// Pieces of a text: words and numbers, and single other characters.
std::vector<std::string> pieces_of(const std::string& text) {
    std::vector<std::string> pieces;
    const auto joins = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_';
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i > 0 && joins(text[i]) && joins(text[i - 1]))
            pieces.back() += text[i];
        else
            pieces.emplace_back(1, text[i]);
    }
    return pieces;
}

std::string damaged(const std::string& text, Random& random) {
    static const std::vector<std::string> kOther{
        "nan",  "-1",     "1e300", "0", "",  "\"", "inf",
        ",",    "1e-320", "\n",    "x", "<", "[",  "99999999999999999999",
        "\xff", "base",   "a"};
    std::vector<std::string> pieces = pieces_of(text);
    for (std::size_t n = 1 + random.index(3); n > 0; --n) {
        const std::size_t i = random.index(pieces.size()), k = random.index(pieces.size());
        switch (random.index(5)) {
            case 0: pieces[i].clear(); break;
            case 1: pieces[i] += pieces[i]; break;
            case 2: std::swap(pieces[i], pieces[k]); break;
            case 3: pieces[i] = pieces[k]; break;
            default: pieces[i] = kOther[random.index(kOther.size())];
        }
    }
    std::string all;
    for (const std::string& piece : pieces) all += piece;
    return random.chance(0.02) ? all.substr(0, random.index(all.size() + 1)) : all;
}

void expect_no_fault(Check check, const std::string& text, std::uint64_t seed) {
    Random random(seed);
    ASSERT_EQ(fault_of_text(check, text), "");
    for (int i = 0; i < 1500; ++i) {
        const std::string changed = damaged(text, random);
        ASSERT_EQ(fault_of_text(check, changed), "") << changed;
    }
}

TEST(FuzzFiles, DamagedMjcf) { expect_no_fault(fault_of_mjcf, kMjcf, 101); }
TEST(FuzzFiles, DamagedUrdf) { expect_no_fault(fault_of_urdf, kUrdf, 102); }
TEST(FuzzFiles, DamagedProofs) { expect_no_fault(fault_of_path_proof, proof_text(), 103); }

TEST(FuzzFiles, DamagedPaths) {
    std::uint64_t seed = 104;
    for (const std::string& path : kPaths) expect_no_fault(fault_of_joint_path, path, seed++);
}

TEST(FuzzFiles, EmptyInputIsFine) {
    for (const Check check : {fault_of_mjcf, fault_of_urdf, fault_of_joint_path, fault_of_path_proof})
        EXPECT_EQ(check({}), "");
}

}  // namespace
}  // namespace graze::test
