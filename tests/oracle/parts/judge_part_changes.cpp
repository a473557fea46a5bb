// Splits and motions of cases on a grid are exact, so that decisions must stay; elsewhere coordinates are
// rounded, and distances may move by as much.
#include "oracle/parts/judge_part_changes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"
#include "oracle/parts/part_soups.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

std::string text(const std::string& what, const Interval& before, const Interval& after) {
    char buffer[200];
    std::snprintf(buffer, sizeof buffer, " ([%.17g, %.17g] before, [%.17g, %.17g] after)", before.lower,
                  before.upper, after.lower, after.upper);
    return what + buffer;
}

class Changes {
public:
    Changes(const PartCase& parts, const Separation& s, std::uint64_t seed, CallClock& timed)
        : parts_(parts),
          before_(s.distance),
          random_(seed),
          timed_(timed),
          slack_(64 * 0x1p-52 * pair_extent(parts.a, parts.b)) {}

    std::vector<std::string> run() {
        const bool mesh_a = parts_.recipe_a.type == ShapeType::mesh && !parts_.recipe_a.map;
        const bool surface = mesh_a && parts_.recipe_a.options.kind == MeshKind::surface;
        switch (random_.index(7)) {
            case 0: rigid_motion(); break;
            case 1: warm_start(); break;
            case 2:
                if (mesh_a) split();
                break;
            case 3:
                if (surface) doubled();
                break;
            case 4:
                if (mesh_a) permuted();
                break;
            case 5:
                if (mesh_a) refitted();
                break;
            default:
                if (surface) added();
                break;
        }
        return std::move(faults_);
    }

private:
    /// The distance is the same: exactly, or up to what rounded coordinates change.
    void expect_same(const std::string& what, const Placed& a, const Placed& b, bool exact) {
        const Interval after = timed_(Verb::separation, [&] { return separation(a, b); }).distance;
        const double slack = exact ? 0 : slack_;
        if (!(after.lower <= before_.upper + slack && before_.lower <= after.upper + slack))
            faults_.push_back(text(what, before_, after));
        if (!exact) return;
        const bool was = overlaps(parts_.a, parts_.b), is = overlaps(a, b),
                   close = before_.lower <= slack_ && before_.upper >= -slack_;
        if (was != is && (parts_.on_grid || !close))
            faults_.push_back(what + ": overlaps changes to " + (is ? "true" : "false"));
    }

    void rigid_motion() {
        Placed a = parts_.a, b = parts_.b;
        const bool exact = parts_.on_grid;
        const Pose motion = exact ? Pose{quarter_turns(random_),
                                         parts_.grid * Vec3{static_cast<double>(random_.index(100)), 7, -3}}
                                  : random_.pose(pair_extent(a, b));
        a.pose = motion * a.pose;
        b.pose = motion * b.pose;
        // The moved poses are rounded, each position in the world's coordinates.
        slack_ = 4 * slack_ +
                 16 * 0x1p-52 *
                     (length(a.pose.position) + length(b.pose.position) + length(parts_.a.pose.position));
        expect_same("a rigid motion changes the distance", a, b, exact);
    }

    void warm_start() {
        PairCache cache;
        Placed near = parts_.b;
        near.pose.position += 0.01 * larger_reach(parts_.a, parts_.b) * random_.direction();
        if (random_.chance(0.7)) separation(parts_.a, near, {}, &cache);
        if (random_.chance(0.3)) overlaps(parts_.a, near, &cache);
        const Interval after =
            timed_(Verb::separation, [&] { return separation(parts_.a, parts_.b, {}, &cache); }).distance;
        if (!(after.lower <= before_.upper && before_.lower <= after.upper))
            faults_.push_back(text("a warm start changes the distance", before_, after));
        const bool cold = overlaps(parts_.a, parts_.b),
                   warm = timed_(Verb::overlaps, [&] { return overlaps(parts_.a, parts_.b, &cache); });
        const bool close = before_.lower <= slack_ && before_.upper >= -slack_;
        if (cold != warm && (parts_.on_grid || !close)) faults_.push_back("a warm start changes overlaps");
    }

    void rebuilt(const std::string& what, const PartRecipe& recipe, bool exact) {
        const Shape shape = make_shape(recipe);
        if (!shape.valid()) return faults_.push_back(what + ": the builder refuses it");
        expect_same(what, {shape, parts_.a.pose}, parts_.b, exact);
    }

    /// Every triangle cut in four at the middles of its edges, so that closed surfaces stay closed.
    void split() {
        PartRecipe recipe = parts_.recipe_a;
        TriangleSoup finer;
        finer.vertices = recipe.soup.vertices;
        const auto middle = [&](std::uint32_t i, std::uint32_t j) {
            const Vec3 &p = recipe.soup.vertices[std::min(i, j)], &q = recipe.soup.vertices[std::max(i, j)];
            finer.vertices.push_back(0.5 * (p + q));
            return static_cast<std::uint32_t>(finer.vertices.size() - 1);
        };
        for (const auto& [i, j, k] : recipe.soup.triangles) {
            const std::uint32_t ij = middle(i, j), jk = middle(j, k), ki = middle(k, i);
            finer.triangles.insert(finer.triangles.end(),
                                   {{i, ij, ki}, {ij, j, jk}, {ki, jk, k}, {ij, jk, ki}});
        }
        recipe.soup = std::move(finer);
        rebuilt("split triangles change the distance", recipe, parts_.on_grid);
    }

    void doubled() {
        PartRecipe recipe = parts_.recipe_a;
        const std::size_t count = recipe.soup.triangles.size();
        for (std::size_t i = 0, n = 1 + random_.index(count); i < n; ++i) {
            auto copy = recipe.soup.triangles[random_.index(count)];
            if (random_.chance(0.5)) std::swap(copy[0], copy[1]);
            recipe.soup.triangles.push_back(copy);
        }
        rebuilt("doubled triangles change the distance", recipe, true);
    }

    void permuted() {
        PartRecipe recipe = parts_.recipe_a;
        auto& triangles = recipe.soup.triangles;
        for (std::size_t i = triangles.size(); i > 1; --i)
            std::swap(triangles[i - 1], triangles[random_.index(i)]);
        for (auto& t : triangles) std::rotate(t.begin(), t.begin() + random_.index(3), t.end());
        rebuilt("permuted triangles change the distance", recipe, true);
    }

    /// Built with its vertices elsewhere and moved back: the tree is another one, with larger boxes.
    void refitted() {
        const PartRecipe& recipe = parts_.recipe_a;
        std::vector<Vec3> elsewhere = recipe.soup.vertices;
        const double size = extent(recipe.soup);
        for (Vec3& v : elsewhere) v = random_.chance(0.5) ? -v : v + 0.3 * size * random_.direction();
        const auto built = Mesh::build(elsewhere, recipe.soup.triangles, recipe.options);
        // Vertices at one place that are moved apart open a solid.
        if (!built) return;
        const auto mesh = built->with_vertices(recipe.soup.vertices);
        if (!mesh) return;
        Shape shape = *mesh;
        if (recipe.margin > 0) shape = rounded(shape, recipe.margin);
        expect_same("a refitted tree changes the distance", {shape, parts_.a.pose}, parts_.b, true);
    }

    void added() {
        PartRecipe recipe = parts_.recipe_a;
        TriangleSoup more = integer_soup(random_, 1 + random_.index(4), 8);
        scale(more, std::ldexp(1.0, std::ilogb(std::max(1e-300, extent(recipe.soup))) - 3));
        recipe.soup = joined(recipe.soup, more);
        const Shape shape = make_shape(recipe);
        if (!shape.valid()) return;
        const Placed a{shape, parts_.a.pose};
        const Interval after = timed_(Verb::separation, [&] { return separation(a, parts_.b); }).distance;
        // The depth of sets that overlap may grow too, but the reported upper end need not: only the lower
        // end is compared.
        if (after.lower > before_.upper + slack_)
            faults_.push_back(text("added triangles make the distance larger", before_, after));
        if (overlaps(parts_.a, parts_.b) && before_.upper <= 0 && !overlaps(a, parts_.b))
            faults_.push_back("added triangles end an overlap");
    }

    const PartCase& parts_;
    Interval before_;
    Random random_;
    CallClock& timed_;
    double slack_;
    std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> changed_input_faults(const PartCase& parts, const Separation& s, std::uint64_t seed,
                                              CallClock& timed) {
    return Changes(parts, s, seed, timed).run();
}

}  // namespace graze::test
