// The same input gives the same bits, whatever was queried before, in whatever order and by however many
// threads.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "graze/query/query.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

class Hash {
public:
    void add(double x) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &x, sizeof bits);
        add(bits);
    }
    void add(std::uint64_t bits) { value_ = (value_ ^ bits) * 0x100000001b3ULL + (value_ >> 47); }
    void add(const Vec3& v) { add(v.x), add(v.y), add(v.z); }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

std::vector<PairCase> batch() {
    Random random(601);
    std::vector<PairCase> pairs;
    for (std::size_t i = 0; i < 1000; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        pairs.push_back(random_pair(random, ta, tb, static_cast<Arrangement>(i % kArrangementCount)));
    }
    return pairs;
}

std::uint64_t hash_of(const PairCase& pair) {
    Hash hash;
    const Separation s = separation(pair.a, pair.b);
    hash.add(s.distance.lower), hash.add(s.distance.upper);
    hash.add(s.point_a), hash.add(s.point_b), hash.add(s.normal);
    hash.add(static_cast<std::uint64_t>(s.status) * 1000 + s.iterations);
    for (std::uint32_t i = 0; i < s.terms; ++i) hash.add(s.directions[i]), hash.add(s.weights[i]);
    const Verdict v = decide(pair.a, pair.b);
    hash.add(static_cast<std::uint64_t>(v.answer) * 100 + v.proof.index());
    hash.add(static_cast<std::uint64_t>(overlaps(pair.a, pair.b)));
    const ContactManifold manifold = contacts(pair.a, pair.b);
    for (const ContactPoint& point : manifold.points)
        hash.add(point.position), hash.add(point.depth), hash.add(point.feature);
    return hash.value();
}

TEST(Determinism, RepeatedAndReorderedQueriesAgreeBitForBit) {
    const std::vector<PairCase> pairs = batch();
    std::vector<std::uint64_t> first;
    for (const PairCase& pair : pairs) first.push_back(hash_of(pair));
    for (std::size_t i = pairs.size(); i-- > 0;)
        EXPECT_EQ(hash_of(pairs[i]), first[i]) << literal(pairs[i].a) << literal(pairs[i].b);
    const std::vector<PairCase> again = batch();  // other objects, same numbers
    for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(hash_of(again[i]), first[i]) << i;
}

TEST(Determinism, ThreadsDoNotDisturbEachOther) {
    const std::vector<PairCase> pairs = batch();
    std::vector<std::uint64_t> alone;
    for (const PairCase& pair : pairs) alone.push_back(hash_of(pair));
    std::vector<std::vector<std::uint64_t>> together(3);
    std::vector<std::thread> threads;
    for (auto& hashes : together)
        threads.emplace_back([&] {
            for (const PairCase& pair : pairs) hashes.push_back(hash_of(pair));
        });
    for (std::thread& thread : threads) thread.join();
    for (const auto& hashes : together) EXPECT_EQ(hashes, alone);
}

}  // namespace
}  // namespace graze::test
