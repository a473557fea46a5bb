#include "part_answers.hpp"

#include <cstring>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "simd/instruction_sets.hpp"

namespace graze::test {
namespace {

void add(std::vector<double>& out, const Vec3& v) { out.insert(out.end(), {v.x, v.y, v.z}); }

void add(std::vector<double>& out, const Separation& s) {
    out.insert(out.end(), {s.distance.lower, s.distance.upper, static_cast<double>(s.status)});
    add(out, s.point_a);
    add(out, s.point_b);
    add(out, s.normal);
}

void add(std::vector<double>& out, const std::optional<RayHit>& hit) {
    out.push_back(hit ? hit->t : -1);
    if (!hit) return;
    out.insert(out.end(), {hit->bounds.lower, hit->bounds.upper});
    add(out, hit->normal);
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// Batches of the case in both orders, with so many threads.
std::vector<double> batch_answers(const PartCase& parts, unsigned threads) {
    const std::vector<PlacedPair> pairs{
        {&parts.a, &parts.b}, {&parts.b, &parts.a}, {&parts.a, &parts.b}, {&parts.b, &parts.a}};
    std::vector<Separation> gaps(pairs.size());
    std::vector<unsigned char> overlap(pairs.size());
    separations_of(pairs, gaps, {threads});
    overlaps_of(pairs, overlap, {threads});
    std::vector<double> out(overlap.begin(), overlap.end());
    for (const Separation& s : gaps) add(out, s);
    return out;
}

}  // namespace

std::vector<double> part_answers(const PartCase& parts, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> out;
    const bool overlap = overlaps(parts.a, parts.b);
    out.push_back(overlap);
    out.push_back(static_cast<double>(decide(parts.a, parts.b).answer));
    if (!overlap) add(out, separation(parts.a, parts.b));
    for (const TrianglePair& pair : intersecting_triangles(parts.a, parts.b)) {
        out.insert(out.end(),
                   {static_cast<double>(pair.triangle_a), static_cast<double>(pair.triangle_b), pair.error});
        add(out, pair.segment.a);
        add(out, pair.segment.b);
    }
    const Vec3 origin = parts.b.pose.position,
               aim = parts.a.pose * parts.a.shape.centre() + random.in_cube(1);
    if (length_sq(aim - origin) > 0) add(out, raycast({origin, aim - origin}, parts.a));
    if (overlap) return out;
    const auto cast = translational_cast(parts.a, parts.b, parts.a.pose.position - parts.b.pose.position);
    out.push_back(cast ? cast->time.lower : -1);
    if (cast) add(out, cast->normal);
    return out;
}

std::vector<std::string> instruction_set_faults(const PartCase& parts, std::uint64_t seed) {
    std::vector<std::string> faults;
    const std::vector<double> usual = part_answers(parts, seed);
    on_every_instruction_set([&](const std::string& name) {
        if (!same_bits(part_answers(parts, seed), usual))
            faults.push_back("instruction set " + name + " answers differently");
    });
    return faults;
}

std::vector<std::string> thread_faults(const PartCase& parts) {
    // Depths of overlaps take too long to be asked for eight times.
    if (overlaps(parts.a, parts.b) || same_bits(batch_answers(parts, 1), batch_answers(parts, 2))) return {};
    return {"batches with 1 and 2 threads answer differently"};
}

}  // namespace graze::test
