// Each class draws two recipes, in either order, and says whether their vertices are on a grid; poses are
// drawn alike for all.
#include "oracle/parts/part_generators.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/generators.hpp"
#include "oracle/parts/part_soups.hpp"

namespace graze::test {
namespace {

std::size_t some(Random& random) { return random.chance(0.2) ? 1 + random.index(3) : 1 + random.index(40); }

int grid_range(Random& random) { return 2 + static_cast<int>(random.index(15)); }

PartRecipe mesh_of(Random& random, TriangleSoup soup, MeshKind kind = MeshKind::surface) {
    PartRecipe recipe;
    recipe.soup = std::move(soup);
    recipe.options.kind = kind;
    recipe.options.compact = random.chance(0.1);
    if (random.chance(0.1)) recipe.options.split = BoxSplit::midpoint;
    return recipe;
}

PartRecipe random_soup(Random& random, int range) {
    const std::size_t count = some(random);
    return mesh_of(random, integer_soup(random, count, range));
}

MeshKind either_kind(Random& random) { return random.chance(0.5) ? MeshKind::solid : MeshKind::surface; }

/// On the grid when `snapped`, unless the snapped one is no closed surface any more.
PartRecipe random_shell(Random& random, int range, bool snapped) {
    TriangleSoup soup = closed_shell(random, range);
    TriangleSoup rounded = soup;
    snap(rounded, 1);
    PartRecipe recipe = mesh_of(random, snapped ? rounded : soup, either_kind(random));
    if (snapped && !make_shape(recipe).valid()) recipe.options.kind = MeshKind::surface;
    return recipe;
}

PartRecipe random_plate(Random& random, double size) {
    Vec3 half{size * random.uniform(0.3, 1), size * random.uniform(0.3, 1), size * random.uniform(0.3, 1)};
    half[random.index(3)] *= random.log_uniform(1e-9, 1e-2);
    return mesh_of(random, box_mesh(half), either_kind(random));
}

/// A shell, a smaller copy of it inside, and sometimes one more: solids with a cavity, and an island in it.
PartRecipe nested_shells(Random& random, double size) {
    const TriangleSoup outer = closed_shell(random, size);
    TriangleSoup all = outer;
    double factor = 1;
    for (std::size_t i = 0, n = 1 + random.index(2); i < n; ++i) {
        factor *= random.uniform(0.2, 0.9);
        TriangleSoup inner = outer;
        scale(inner, factor);
        all = joined(all, inner);
    }
    PartRecipe recipe = mesh_of(random, all, either_kind(random));
    if (!make_shape(recipe).valid()) recipe.options.kind = MeshKind::surface;
    return recipe;
}

PartRecipe random_field(Random& random, bool integers) {
    PartRecipe recipe;
    recipe.type = ShapeType::height_field;
    recipe.grid.columns = 1 + static_cast<std::uint32_t>(random.index(5));
    recipe.grid.rows = 1 + static_cast<std::uint32_t>(random.index(5));
    recipe.grid.corner = {-4, -4};
    if (integers) {
        recipe.grid.cell_width = 1 + static_cast<double>(random.index(3));
        recipe.grid.cell_depth = 1 + static_cast<double>(random.index(3));
    } else {
        recipe.grid.cell_width = random.uniform(0.3, 3);
        recipe.grid.cell_depth = random.uniform(0.3, 3);
    }
    const std::size_t count = (recipe.grid.columns + std::size_t{1}) * (recipe.grid.rows + std::size_t{1});
    const bool level = random.chance(0.2);
    for (std::size_t i = 0; i < count; ++i) {
        const double height = random.uniform(-3, 3);
        recipe.heights.push_back(level ? 0 : integers ? std::round(height) : height);
    }
    return recipe;
}

Shape random_member(Random& random, double size, ShapeType type) {
    const bool odd = random.chance(0.15);
    return random_shape(random, type, odd ? static_cast<Build>(random.index(5)) : Build::plain, size);
}

PartRecipe random_compound(Random& random, double size) {
    PartRecipe recipe;
    recipe.type = ShapeType::compound;
    for (std::size_t i = 0, n = 1 + random.index(8); i < n; ++i) {
        ShapeType type = kAllShapeTypes[random.index(kAllShapeTypes.size())];
        if (type == ShapeType::half_space) type = ShapeType::box;
        const Shape member = random_member(random, size * random.uniform(0.1, 0.5), type);
        recipe.members.push_back({member, {Mat3::identity(), random.in_cube(0.7 * size)}});
    }
    return recipe;
}

PartRecipe random_convex(Random& random, double size) {
    PartRecipe recipe;
    recipe.type = kAllShapeTypes[random.index(kAllShapeTypes.size())];
    recipe.members.push_back({random_member(random, size, recipe.type), {}});
    return recipe;
}

/// Any of them, sizes about `range`.
PartRecipe any_parts(Random& random, int range) {
    switch (random.index(5)) {
        case 0: return random_soup(random, range);
        case 1: return random_shell(random, range, random.chance(0.3));
        case 2: return random_field(random, random.chance(0.5));
        case 3: return random_compound(random, range);
        default: return nested_shells(random, range);
    }
}

Affine random_map(Random& random) {
    Affine map;
    for (std::size_t k = 0; k < 3; ++k) {
        map.linear.columns[k] = random.in_cube(1);
        if (random.chance(0.3)) map.linear.columns[k] *= random.log_uniform(1e-3, 1e3);
    }
    if (random.chance(0.4))
        map.linear = Mat3::diagonal({random.uniform(0.1, 3), random.uniform(0.1, 3), random.uniform(-3, 3)});
    if (random.chance(0.1)) map.linear.columns[random.index(3)] = {};
    map.offset = random.in_cube(3);
    return map;
}

/// Some triangles, vertices or edges of the first set, and some of its own.
PartRecipe sharing(Random& random, const TriangleSoup& with, int range) {
    const std::size_t own = random.index(6);
    TriangleSoup soup = integer_soup(random, 1 + own, range);
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), with.vertices.begin(), with.vertices.end());
    for (std::size_t i = 0, n = 1 + random.index(4); i < n; ++i) {
        const auto& from = with.triangles[random.index(with.triangles.size())];
        std::array<std::uint32_t, 3> corners{from[0] + first, from[1] + first, from[2] + first};
        for (std::size_t k = random.index(4); k < 3; ++k)
            corners[k] = static_cast<std::uint32_t>(random.index(first));
        std::swap(corners[0], corners[random.index(3)]);
        soup.triangles.push_back(corners);
    }
    return mesh_of(random, soup);
}

/// Triangles that have one corner in common with the first set, its farthest along some axis, and lead away
/// from it there.
PartRecipe touching_corner(Random& random, const TriangleSoup& with, int range) {
    const std::size_t axis = random.index(3);
    const double side = random.chance(0.5) ? 1 : -1;
    const auto& first = with.triangles.front();
    Vec3 farthest = with.vertices[first[0]];
    for (const auto& t : with.triangles)
        for (const std::uint32_t corner : t)
            if (side * with.vertices[corner][axis] > side * farthest[axis]) farthest = with.vertices[corner];
    TriangleSoup soup;
    soup.vertices.push_back(farthest);
    for (std::uint32_t i = 0, n = 1 + static_cast<std::uint32_t>(random.index(3)); i < n; ++i) {
        TriangleSoup away = integer_soup(random, 1, range);
        for (std::size_t k = 0; k < 2; ++k) {
            Vec3 v = away.vertices[away.triangles[0][k]];
            v[axis] = side * (std::abs(v[axis]) + 1);
            soup.vertices.push_back(farthest + v);
        }
        soup.triangles.push_back({0, 2 * i + 1, 2 * i + 2});
    }
    return mesh_of(random, soup);
}

struct Recipes {
    PartRecipe a;
    PartRecipe b;
    double grid = 0;
};

Recipes on_grid(PartRecipe a, PartRecipe b) { return {std::move(a), std::move(b), 1}; }

/// Where no coordinate is a round number: common corners stay common, and planes of the grid stay planes.
Recipes off_grid(Random& random, PartRecipe a, PartRecipe b) {
    const double factor = random.log_uniform(1e-3, 1e3);
    scale(a.soup, factor);
    scale(b.soup, factor);
    return {std::move(a), std::move(b)};
}

Recipes draw(Random& random, PartClass kind) {
    const int range = grid_range(random);
    switch (kind) {
        case PartClass::soups:
        case PartClass::far: {
            PartRecipe a = random_soup(random, range);
            return on_grid(std::move(a),
                           random_soup(random, random.chance(0.5) ? range : grid_range(random)));
        }
        case PartClass::shells: {
            const bool snapped = random.chance(0.5);
            PartRecipe shell = random_shell(random, range, snapped);
            return {std::move(shell), random_soup(random, grid_range(random)), snapped ? 1.0 : 0.0};
        }
        case PartClass::low_poly: {
            const bool snapped = random.chance(0.5);
            PartRecipe a = random_shell(random, range, snapped);
            return {std::move(a), random_shell(random, grid_range(random), snapped), snapped ? 1.0 : 0.0};
        }
        case PartClass::needles: {
            const std::size_t count = some(random);
            PartRecipe a = mesh_of(random, needle_soup(random, count, range));
            if (random.chance(0.3)) return {std::move(a), random_shell(random, range, false)};
            const std::size_t other = some(random);
            return {std::move(a), mesh_of(random, needle_soup(random, other, range))};
        }
        case PartClass::plates: {
            PartRecipe a = random_plate(random, range);
            if (random.chance(0.3)) return {std::move(a), random_soup(random, range)};
            return {std::move(a),
                    random.chance(0.7) ? random_plate(random, range) : random_shell(random, range, false)};
        }
        case PartClass::nested: {
            PartRecipe a = nested_shells(random, range);
            const int inner = std::max(1, range / 3);
            return {std::move(a),
                    random.chance(0.3) ? random_soup(random, inner) : random_shell(random, inner, false)};
        }
        case PartClass::shared: {
            PartRecipe a =
                random.chance(0.5) ? random_soup(random, range) : random_shell(random, range, true);
            PartRecipe b =
                random.chance(0.5) ? sharing(random, a.soup, range) : touching_corner(random, a.soup, range);
            if (random.chance(0.5)) return on_grid(std::move(a), std::move(b));
            return off_grid(random, std::move(a), std::move(b));
        }
        case PartClass::coplanar: {
            const auto one = [&] {
                if (random.chance(0.7))
                    return mesh_of(random, coplanar_soup(random, 1 + random.index(20), range));
                const Vec3 half{1.0 + static_cast<double>(random.index(6)),
                                1.0 + static_cast<double>(random.index(6)),
                                1.0 + static_cast<double>(random.index(6))};
                return mesh_of(random, box_mesh(half), either_kind(random));
            };
            PartRecipe a = one(), b = one();
            if (random.chance(0.7)) return on_grid(std::move(a), std::move(b));
            return off_grid(random, std::move(a), std::move(b));
        }
        case PartClass::mapped: {
            PartRecipe a = any_parts(random, range), b = any_parts(random, range);
            a.map = random_map(random);
            if (random.chance(0.5)) b.map = random_map(random);
            return {std::move(a), std::move(b)};
        }
        case PartClass::sizes: {
            const bool twos = random.chance(0.5);
            const int exponent = static_cast<int>(random.index(41)) - 20;
            const double factor = twos ? std::ldexp(1.0, exponent) : random.log_uniform(1e-6, 1e6);
            PartRecipe a =
                random.chance(0.5) ? random_soup(random, range) : random_shell(random, range, true);
            PartRecipe b =
                random.chance(0.5) ? random_soup(random, range) : random_shell(random, range, true);
            const bool alike = random.chance(0.5);
            scale(a.soup, factor);
            if (alike) scale(b.soup, factor);
            return {std::move(a), std::move(b), twos && alike ? factor : 0.0};
        }
        case PartClass::fields: {
            const bool integers = random.chance(0.5);
            PartRecipe a = random_field(random, integers);
            if (random.chance(0.4))
                return {std::move(a), random_field(random, integers), integers ? 1.0 : 0.0};
            if (random.chance(0.5)) return {std::move(a), random_soup(random, range), integers ? 1.0 : 0.0};
            return {std::move(a), random_shell(random, std::max(2, range / 2), integers),
                    integers ? 1.0 : 0.0};
        }
        case PartClass::compounds: {
            PartRecipe a = random_compound(random, range);
            return {std::move(a),
                    random.chance(0.5) ? random_compound(random, range) : any_parts(random, range)};
        }
        case PartClass::convex: {
            PartRecipe a = any_parts(random, range);
            return {std::move(a), random_convex(random, random.chance(0.5) ? range : grid_range(random))};
        }
        case PartClass::margins: break;
    }
    PartRecipe a = any_parts(random, range), b = any_parts(random, range);
    a.margin = random.log_uniform(1e-6, 1) * range;
    if (random.chance(0.5)) b.margin = random.log_uniform(1e-6, 1) * range;
    return {std::move(a), std::move(b)};
}

double finite_reach(const Shape& shape) { return std::isfinite(shape.reach()) ? shape.reach() : 1; }

Vec3 integers(const Vec3& v, double grid) {
    return {std::round(v.x / grid) * grid, std::round(v.y / grid) * grid, std::round(v.z / grid) * grid};
}

}  // namespace

std::string_view to_string(PartClass kind) {
    constexpr std::string_view kNames[] = {"soups",  "shells", "low_poly",  "needles", "plates",
                                           "nested", "shared", "coplanar",  "mapped",  "far",
                                           "sizes",  "fields", "compounds", "convex",  "margins"};
    return kNames[static_cast<std::size_t>(kind)];
}

PartCase random_parts(Random& random, PartClass kind) {
    for (;;) {
        Recipes recipes = draw(random, kind);
        if (random.chance(0.5)) std::swap(recipes.a, recipes.b);
        PartCase parts;
        parts.kind = kind;
        parts.grid = recipes.grid;
        parts.recipe_a = std::move(recipes.a);
        parts.recipe_b = std::move(recipes.b);
        parts.a.shape = make_shape(parts.recipe_a);
        parts.b.shape = make_shape(parts.recipe_b);
        // A map may flatten a solid so far that its image is refused: another draw then.
        if (!parts.a.shape.valid() || !parts.b.shape.valid()) continue;
        if (kind == PartClass::far) parts.far_offset = random.log_uniform(1e3, 1e9) * parts.a.shape.reach();
        place(random, parts);
        return parts;
    }
}

void place(Random& random, PartCase& parts) {
    const double reach_a = finite_reach(parts.a.shape), reach_b = finite_reach(parts.b.shape);
    const bool inside = parts.kind == PartClass::nested && random.chance(0.7);
    const double apart = inside ? 0.5 * reach_a : random.uniform(0, 1.1) * (reach_a + reach_b);
    const Vec3 offset = random.direction() * apart, common = random.direction() * parts.far_offset;
    parts.on_grid = parts.grid > 0 && random.chance(0.6);
    if (parts.on_grid) {
        const Vec3 origin = integers(common, parts.grid);
        const bool same = parts.kind == PartClass::shared && random.chance(0.5);
        parts.a.pose = {random.chance(0.5) ? Mat3::identity() : quarter_turns(random), origin};
        parts.b.pose = same ? parts.a.pose
                            : Pose{random.chance(0.5) ? Mat3::identity() : quarter_turns(random),
                                   origin + integers(offset, parts.grid)};
        parts.on_grid = parts.far_offset == 0;
        return;
    }
    parts.a.pose = Pose::from(random.rotation(), common);
    parts.b.pose = Pose::from(random.rotation(), common + offset);
    if ((parts.kind != PartClass::shared && parts.kind != PartClass::coplanar) || random.chance(0.3)) return;
    // In one frame common corners and planes are common exactly; it is the world's, or any.
    parts.a.pose = random.chance(0.5) ? Pose::identity() : Pose::from(random.rotation(), offset);
    parts.b.pose = parts.a.pose;
}

std::string describe(const PartCase& parts) {
    return std::string(to_string(parts.kind)) + (parts.on_grid ? ", on the grid" : "") + "\nconst Placed a{" +
           literal(parts.recipe_a) + ", " + literal(parts.a.pose) + "};\nconst Placed b{" +
           literal(parts.recipe_b) + ", " + literal(parts.b.pose) + "};\n";
}

}  // namespace graze::test
