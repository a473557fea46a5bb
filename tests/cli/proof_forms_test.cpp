// Proofs and separations have one form in JSON: in the tool's files of answers, and in proofs about paths.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "answers/answers_json.hpp"
#include "graze/io/robot_file.hpp"
#include "io/all_proofs.hpp"
#include "io/temporary_folder.hpp"

namespace graze::test {
namespace {

using nlohmann::json;

/// Without the order of keys.
json plain_json(const cli::Json& ordered) { return json::parse(ordered.dump()); }

json written_json(const io::PathProof& proof) { return json::parse(io::to_json(proof)); }

TEST(ProofForms, OfProofsAreTheSame) {
    Random random(5);
    for (const Proof& one : all_proofs(random)) {
        io::PathProof proof;
        proof.certificate.contact = one;
        EXPECT_EQ(written_json(proof)["contact"], plain_json(cli::json_of(one)));
        proof.certificate.pairs = {{{0, 1}, {}, {{{0, 1}, 0.5, one}}}};
        EXPECT_EQ(written_json(proof)["pairs"][0]["stills"][0]["proof"], plain_json(cli::json_of(one)));
    }
}

/// What either writes the other reads: the same once more.
TEST(ProofForms, AreReadByBoth) {
    Random random(6);
    const TemporaryFolder folder;
    for (const Proof& one : all_proofs(random)) {
        io::PathProof proof;
        json file = written_json(proof);
        file["contact"] = plain_json(cli::json_of(one));
        const auto again = io::read_path_proof(folder.write("p.json", file.dump()));
        ASSERT_TRUE(again.has_value()) << again.error().message();
        EXPECT_EQ(plain_json(cli::json_of(again->certificate.contact)), file["contact"]);
        const auto form = cli::Json::parse(written_json(*again)["contact"].dump());
        EXPECT_EQ(plain_json(cli::json_of(cli::proof_from(cli::Field(form)))), file["contact"]);
    }
}

TEST(ProofForms, OfSeparationsAreTheSame) {
    Random random(7);
    io::PathProof proof;
    Separation& s = proof.certificate.path.contact;
    for (std::uint32_t terms = 0; terms <= 3; ++terms) {
        s.distance = {random.uniform(0, 1), 2};
        s.point_a = any_vector(random), s.point_b = any_vector(random), s.normal = any_vector(random);
        s.directions = {Vec3{-0.0, 0, 1}, any_vector(random), any_vector(random)};
        s.weights = {0.25, 0.5, 0.25};
        s.terms = terms, s.terms_from_b = terms == 2;
        s.part_a = terms, s.part_b = terms == 0 ? kNoPart : 7;
        EXPECT_EQ(written_json(proof)["answer"]["contact"], plain_json(cli::json_of(s, {})));
    }
}

}  // namespace
}  // namespace graze::test
