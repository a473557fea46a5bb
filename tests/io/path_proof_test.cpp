// Proofs about paths as files: every field of every kind of proof survives to the last bit, damaged files are
// refused with the place; and SRDF files of what is proven about links.
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "graze/io/robot_file.hpp"
#include "io/all_proofs.hpp"
#include "io/temporary_folder.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

io::PathProof any_proof(Random& random) {
    io::PathProof proof;
    proof.inputs.robot = "arm \"1\".urdf";
    proof.inputs.path = "motion.csv";
    proof.inputs.scenes = {"cell.json", "floor.stl"};
    proof.inputs.reading.semantic = "arm.srdf";
    proof.inputs.reading.packages = {"/a", "b c"};
    proof.inputs.reading.files_anywhere = true;
    proof.inputs.reading.unit_scale = 0.001;
    proof.inputs.reading.up = 'y';
    proof.inputs.reading.solids = io::SolidChoice::never;
    proof.inputs.reading.weld = 1e-9;
    proof.inputs.reading.joints = {{"grip", 0.1}, {"lift", -0.0}};
    proof.inputs.interpolation = io::PathInterpolation::spline;
    proof.inputs.default_padding = 0.1;
    proof.inputs.padding = {{"hand", 0.3}};
    proof.inputs.allowed = {{"base", "table"}};
    proof.inputs.self_collision = false;
    proof.inputs.leave_out_resting = false;
    proof.inputs.wanted = 1.0 / 3;
    proof.inputs.checksums = {{"floor.stl", 0}, {"motion.csv", 0x8123456789abcdefU}};
    PathCertificate& c = proof.certificate;
    c.path.answer = PathAnswer::hit;
    c.path.clearance = {-std::numeric_limits<double>::infinity(), -0.1};
    c.path.time = {0.1, 0.2};
    c.path.nearest_time = 0.3;
    c.path.pair = {3, 4};
    c.path.contact.distance = Interval::everything();
    c.path.contact.point_a = any_vector(random), c.path.contact.point_b = any_vector(random);
    c.path.contact.normal = any_vector(random);
    c.path.contact.status = Status::budget_reached;
    c.path.contact.iterations = 17;
    for (Vec3& d : c.path.contact.directions) d = any_vector(random);
    c.path.contact.weights = {0.1, 0.2, 0.7};
    c.path.contact.terms = 3, c.path.contact.terms_from_b = true;
    c.path.contact.part_a = 5, c.path.contact.part_b = kNoPart;
    c.path.status = Status::unsupported;
    c.path.work = {1, 2, 3};
    c.clearance = std::nextafter(0.1, 1);
    c.until = 0.1;
    c.digest = 0xfedcba9876543210ULL;
    c.contact = all_proofs(random)[4];
    proof.bodies = {"base", "upper", "post \x01 <&>", "lower", "wall"};
    proof.resting = {{0, 2}, {1, 77}};
    for (std::uint32_t k = 0; k < 3; ++k) {
        PathPair pair;
        pair.pair = {k, k + 1};
        for (std::uint32_t i = 0; i < 5 * k; ++i) {
            const double t = random.uniform(0, 1);
            pair.cells.push_back({{t, std::nextafter(t, 2)}, any_vector(random)});
        }
        c.pairs.push_back(pair);
    }
    for (const Proof& one : all_proofs(random)) c.pairs[1].stills.push_back({{0.25, 0.5}, 0.0625, one});
    c.pairs.push_back({{9, 11}, {}, {}});  // bodies without names
    return proof;
}

/// Everything as text, exact but for the sign of NaN: equal texts are equal bits.
class PathProofs : public testing::Test {
protected:
    expected<io::PathProof, io::FileError> read(const std::string& text) const {
        return io::read_path_proof(folder_.write("p.json", text));
    }
    TemporaryFolder folder_;
    Random random_{11};
};

void expect_same(const Vec3& a, const Vec3& b) {
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i]));
}

TEST_F(PathProofs, SurviveToTheLastBit) {
    const io::PathProof proof = any_proof(random_);
    const auto again = read(io::to_json(proof));
    ASSERT_TRUE(again.has_value()) << again.error().message();
    const io::PathProofInputs &a = proof.inputs, &b = again->inputs;
    EXPECT_EQ(b.robot, a.robot);
    EXPECT_EQ(b.path, a.path);
    EXPECT_EQ(b.scenes, a.scenes);
    EXPECT_EQ(b.reading.semantic, a.reading.semantic);
    EXPECT_EQ(b.reading.packages, a.reading.packages);
    EXPECT_EQ(b.reading.files_anywhere, a.reading.files_anywhere);
    EXPECT_EQ(b.reading.unit_scale, a.reading.unit_scale);
    EXPECT_EQ(b.reading.up, a.reading.up);
    EXPECT_EQ(b.reading.solids, a.reading.solids);
    EXPECT_EQ(b.reading.weld, a.reading.weld);
    EXPECT_EQ(b.reading.joints, a.reading.joints);
    EXPECT_EQ(b.interpolation, a.interpolation);
    EXPECT_EQ(b.default_padding, a.default_padding);
    EXPECT_EQ(b.padding, a.padding);
    ASSERT_EQ(b.allowed.size(), 1U);
    EXPECT_EQ(b.allowed[0].link, "base");
    EXPECT_EQ(b.allowed[0].geometry, "table");
    EXPECT_EQ(b.self_collision, a.self_collision);
    EXPECT_EQ(b.leave_out_resting, a.leave_out_resting);
    EXPECT_EQ(again->resting, proof.resting);
    EXPECT_EQ(b.wanted, a.wanted);
    EXPECT_EQ(b.checksums, a.checksums);
    const PathCertificate &c = proof.certificate, &d = again->certificate;
    EXPECT_EQ(d.path.answer, c.path.answer);
    EXPECT_EQ(d.path.clearance, c.path.clearance);
    EXPECT_EQ(d.path.time, c.path.time);
    EXPECT_EQ(d.path.nearest_time, c.path.nearest_time);
    EXPECT_EQ(d.path.pair, c.path.pair);
    EXPECT_EQ(d.path.contact.distance, c.path.contact.distance);
    expect_same(d.path.contact.point_a, c.path.contact.point_a);
    expect_same(d.path.contact.point_b, c.path.contact.point_b);
    expect_same(d.path.contact.normal, c.path.contact.normal);
    EXPECT_EQ(d.path.contact.status, c.path.contact.status);
    EXPECT_EQ(d.path.contact.iterations, c.path.contact.iterations);
    EXPECT_EQ(d.path.contact.directions, c.path.contact.directions);
    EXPECT_EQ(d.path.contact.weights, c.path.contact.weights);
    EXPECT_EQ(d.path.contact.terms, c.path.contact.terms);
    EXPECT_EQ(d.path.contact.terms_from_b, c.path.contact.terms_from_b);
    EXPECT_EQ(d.path.contact.part_a, c.path.contact.part_a);
    EXPECT_EQ(d.path.contact.part_b, c.path.contact.part_b);
    EXPECT_EQ(d.path.status, c.path.status);
    EXPECT_EQ(d.path.work.cells, 1U);
    EXPECT_EQ(d.path.work.separations, 2U);
    EXPECT_EQ(d.path.work.planes, 3U);
    EXPECT_EQ(d.clearance, c.clearance);
    EXPECT_EQ(d.until, c.until);
    EXPECT_EQ(d.digest, c.digest);
    ASSERT_EQ(d.pairs.size(), c.pairs.size());
    for (std::size_t i = 0; i < c.pairs.size(); ++i) {
        EXPECT_EQ(d.pairs[i].pair, c.pairs[i].pair);
        ASSERT_EQ(d.pairs[i].cells.size(), c.pairs[i].cells.size());
        for (std::size_t k = 0; k < c.pairs[i].cells.size(); ++k) {
            EXPECT_EQ(d.pairs[i].cells[k].time, c.pairs[i].cells[k].time);
            expect_same(d.pairs[i].cells[k].normal, c.pairs[i].cells[k].normal);
        }
    }
}

/// Field by field, for every kind.
struct SameProof {
    void operator()(const std::monostate& /*a*/, const std::monostate& /*b*/) const {}
    void operator()(const SeparatingPlane& a, const SeparatingPlane& b) const {
        expect_same(a.normal, b.normal);
        EXPECT_EQ(a.offset, b.offset);
    }
    void operator()(const CommonPoint& a, const CommonPoint& b) const { expect_same(a.point, b.point); }
    void operator()(const CommonTetrahedron& a, const CommonTetrahedron& b) const {
        for (std::size_t i = 0; i < 4; ++i) {
            expect_same(a.directions_a[i], b.directions_a[i]);
            expect_same(a.directions_b[i], b.directions_b[i]);
        }
    }
    static void same(const Feature& a, const Feature& b) {
        EXPECT_EQ(a.kind, b.kind);
        EXPECT_EQ(a.first, b.first);
        EXPECT_EQ(a.second, b.second);
    }
    void operator()(const Crossing& a, const Crossing& b) const {
        same(a.feature_a, b.feature_a);
        same(a.feature_b, b.feature_b);
    }
    void operator()(const Closeness& a, const Closeness& b) const {
        EXPECT_EQ(a.delta, b.delta);
        expect_same(a.normal, b.normal);
        expect_same(a.point_a, b.point_a);
        expect_same(a.point_b, b.point_b);
        for (std::size_t i = 0; i < 4; ++i) {
            expect_same(a.directions[i], b.directions[i]);
            EXPECT_EQ(std::bit_cast<std::uint64_t>(a.weights[i]), std::bit_cast<std::uint64_t>(b.weights[i]));
        }
    }
    void operator()(const FarkasCertificate& a, const FarkasCertificate& b) const {
        for (std::size_t i = 0; i < a.rows.size(); ++i) {
            expect_same(a.rows[i].normal, b.rows[i].normal);
            EXPECT_EQ(a.rows[i].height, b.rows[i].height);
            EXPECT_EQ(a.rows[i].multiplier, b.rows[i].multiplier);
            EXPECT_EQ(a.rows[i].of_b, b.rows[i].of_b);
        }
    }
    static void same(const SolidProbe& a, const SolidProbe& b) {
        EXPECT_EQ(a.of_b, b.of_b);
        EXPECT_EQ(a.part, b.part);
        expect_same(a.target, b.target);
    }
    void operator()(const IntersectingParts& a, const IntersectingParts& b) const {
        EXPECT_EQ(a.part_a, b.part_a);
        EXPECT_EQ(a.part_b, b.part_b);
        ASSERT_EQ(a.proof.index(), b.proof.index());
        std::visit(*this, a.proof, b.proof);
    }
    void operator()(const EnclosedPart& a, const EnclosedPart& b) const { same(a.probe, b.probe); }
    void operator()(const SeparatingCover& a, const SeparatingCover& b) const {
        EXPECT_EQ(a.steps, b.steps);
        ASSERT_EQ(a.normals.size(), b.normals.size());
        for (std::size_t i = 0; i < a.normals.size(); ++i) expect_same(a.normals[i], b.normals[i]);
        ASSERT_EQ(a.outside.size(), b.outside.size());
        for (std::size_t i = 0; i < a.outside.size(); ++i) same(a.outside[i], b.outside[i]);
    }
    void operator()(const CloseParts& a, const CloseParts& b) const {
        EXPECT_EQ(a.part_a, b.part_a);
        EXPECT_EQ(a.part_b, b.part_b);
        (*this)(a.closeness, b.closeness);
        (*this)(a.cover, b.cover);
        expect_same(a.direction, b.direction);
    }
    template <class A, class B> void operator()(const A& /*a*/, const B& /*b*/) const {
        ADD_FAILURE() << "another kind of proof";
    }
};

TEST_F(PathProofs, AllKindsSurvive) {
    const io::PathProof proof = any_proof(random_);
    const auto again = read(io::to_json(proof));
    ASSERT_TRUE(again.has_value()) << again.error().message();
    const auto &from = proof.certificate.pairs[1].stills, &to = again->certificate.pairs[1].stills;
    ASSERT_EQ(to.size(), from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        EXPECT_EQ(to[i].time, from[i].time);
        ASSERT_EQ(to[i].proof.index(), from[i].proof.index());
        std::visit(SameProof{}, from[i].proof, to[i].proof);
    }
    ASSERT_EQ(again->certificate.contact.index(), proof.certificate.contact.index());
    std::visit(SameProof{}, proof.certificate.contact, again->certificate.contact);
}

TEST_F(PathProofs, NamePairsForPeople) {
    const std::string text = io::to_json(any_proof(random_));
    EXPECT_NE(text.find(R"("names":"base, upper")"), std::string::npos);
    EXPECT_NE(text.find(R"("digest":"0xfedcba9876543210")"), std::string::npos);
}

TEST_F(PathProofs, DamagedFilesAreRefused) {
    const std::string text = io::to_json(any_proof(random_));
    const auto with = [&](const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        std::string changed = text;
        return changed.replace(at, from.size(), to);
    };
    const auto place = [&](const std::string& changed) {
        const auto proof = read(changed);
        EXPECT_FALSE(proof.has_value());
        if (proof) return std::string("read");
        EXPECT_FALSE(proof.error().hint.empty()) << proof.error().message();
        EXPECT_EQ(proof.error().message().find('\n'), std::string::npos);
        return proof.error().element;
    };
    EXPECT_EQ(place(with("graze-path-proof", "graze-scene")), "format");
    EXPECT_EQ(place(with(R"("version":2)", R"("version":1)")), "version");
    EXPECT_EQ(place(with(R"("digest":"0xfedcba)", R"("digest":"0xfedcbax)")), "digest");
    EXPECT_EQ(place(with(R"("digest":"0xfedcba9876543210)", R"("digest":"0x)")), "digest");
    EXPECT_EQ(place(with(R"("answer":"hit")", R"("answer":"fre")")), "answer.answer");
    EXPECT_EQ(place(with(R"("kind":"crossing")", R"("kind":"crosing")")), "contact.kind");
    EXPECT_EQ(place(with(R"("until":)", R"("untl":)")), "untl");
    EXPECT_EQ(place(with(R"("until":0.1,)", "")), "");
    EXPECT_EQ(place(with(R"("first":3)", R"("first":-3)")), "contact.feature_a.first");
    EXPECT_EQ(place(with(R"("first":3,)", R"("first":3,"third":1,)")), "contact.feature_a.third");
    EXPECT_EQ(place(with(R"("time":[0.1,0.2])", R"("time":[0.1])")), "answer.time");
    EXPECT_EQ(place(with(R"("time":[0.1,0.2])", R"("time":[[0.1,0.2]])")), "answer.time");
    EXPECT_EQ(place(with(R"("wanted":)", R"("wantd":)")), "inputs.wantd");
    EXPECT_EQ(place(with(R"("up":"y")", R"("up":"yy")")), "inputs.up");
    EXPECT_EQ(place(with(R"("solids":"never")", R"("solids":"nevr")")), "inputs.solids");
    EXPECT_EQ(place(with(R"("interpolation":"spline")", R"("interpolation":"x")")), "inputs.interpolation");
    EXPECT_EQ(place(with(R"({"a":0,"b":1)", R"({"a":0.5,"b":1)")), "pairs[0].a");
    EXPECT_EQ(place(with(R"("cells":[])", R"("cells":[[0,1,0,0]])")), "pairs[0].cells");
    EXPECT_EQ(place(text.substr(0, text.size() / 2)).substr(0, 4), "line");
    EXPECT_FALSE(io::read_path_proof(folder_ / "none.json").has_value());
}

TEST(Srdf, DisablesWhatIsProven) {
    RobotDescription d;
    d.name = "r & d";
    for (const char* name : {"a", "b", "c \"<\"", "d"}) d.links.push_back({name, {{Sphere{0.1}, Pose{}}}});
    for (std::size_t i = 0; i < 3; ++i) {
        RobotJoint joint;
        joint.name = "j" + std::to_string(i), joint.type = JointType::continuous;
        joint.parent = d.links[i].name, joint.child = d.links[i + 1].name;
        d.joints.push_back(joint);
    }
    d.attached.push_back({"cup", "d", {{Sphere{0.1}, Pose{}}}});
    const auto robot = Robot::build(d);
    ASSERT_TRUE(robot.has_value());
    std::vector<SelfCollisionPair> pairs(7);
    const auto set = [&](std::size_t i, std::uint32_t a, std::uint32_t b, LinkContact contact) {
        pairs[i].link_a = a, pairs[i].link_b = b, pairs[i].contact = contact;
    };
    set(0, 0, 1, LinkContact::adjacent);
    set(1, 0, 2, LinkContact::never);
    set(2, 0, 3, LinkContact::unknown);
    set(3, 1, 2, LinkContact::sometimes);
    set(4, 1, 3, LinkContact::always);
    set(5, 0, 4, LinkContact::never);  // the file knows no attached bodies
    set(6, 0, 9, LinkContact::never);  // nor links that are not there
    const std::string text = io::to_srdf(*robot, pairs);
    EXPECT_EQ(text, R"(<?xml version="1.0"?>
<robot name="r &amp; d">
  <disable_collisions link1="a" link2="b" reason="Adjacent"/>
  <disable_collisions link1="a" link2="c &quot;&lt;&quot;" reason="Never"/>
  <disable_collisions link1="b" link2="d" reason="Always"/>
</robot>
)");
}

}  // namespace
}  // namespace graze::test
