// The faults of a mesh in one pass each: vertices, corners, places, areas, faces on the same places, edges.
#include "graze/solid/doctor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "graze/bounds/aabb.hpp"
#include "math/degeneracy/triangle_rank.hpp"
#include "mesh/topology.hpp"

namespace graze {
namespace {

constexpr std::size_t kOffenders = 8;

std::string_view advice(MeshFault fault) noexcept {
    switch (fault) {
        case MeshFault::index_out_of_range:
            return "triangles name vertices that do not exist; remove them or repair the indices";
        case MeshFault::not_finite:
            return "vertices have NaN or infinite coordinates; remove them and their triangles";
        case MeshFault::out_of_range:
            return "coordinates are outside 0 and 1e-100 .. 1e100 in magnitude; choose another unit of "
                   "length";
        case MeshFault::open_edge:
            return "edges have an odd number of triangles; fill the holes, or use the mesh as a surface";
        case MeshFault::flipped_face:
            return "faces are wound against their neighbours; reverse the order of their corners";
        case MeshFault::not_orientable:
            return "edges at which no choice of sides agrees; cut the surface there, or use it as a surface";
        case MeshFault::non_manifold_edge:
            return "edges have more than two triangles; split the vertices there if the parts are separate "
                   "bodies";
        case MeshFault::inside_out:
            return "the closed mesh encloses a negative volume; reverse all faces (a solid is reversed by "
                   "the builder)";
        case MeshFault::degenerate_face:
            return "triangles have no area; they are kept as segments or points, and may be removed from a "
                   "surface";
        case MeshFault::duplicate_face:
            return "triangles lie on the same corners as earlier ones; remove them";
        case MeshFault::duplicate_vertex:
            return "vertices lie at the place of earlier ones and count as the same; merge them to save "
                   "memory";
        case MeshFault::unreferenced_vertex:
            return "vertices belong to no triangle; remove them to save memory";
        case MeshFault::unusual_size:
            return "the largest extent is outside 1e-3 .. 1e3; check the unit of length";
        case MeshFault::mixed_units:
            return "shells are at least 300 times smaller than all others; check that all parts are in the "
                   "same unit of length";
        case MeshFault::far_from_origin:
            return "the mesh lies more than 1e6 of its extents from its origin; move it there and place it "
                   "by a pose";
    }
    return "";
}

/// What to do about open edges that a weld would close.
std::string seam_advice(const WeldHint& hint) {
    std::array<char, 32> tolerance{};
    std::snprintf(tolerance.data(), tolerance.size(), "%.2g", hint.relative);
    std::string text = "edges have an odd number of triangles; a weld within " +
                       std::string(tolerance.data()) + " of the size would close ";
    text += hint.leaves == 0 ? "all of them" : std::to_string(hint.closes) + " of them";
    return hint.leaves == 0 ? text : text + ", for the others fill the holes, or use the mesh as a surface";
}

/// Findings while they are made.
class Findings {
public:
    void add(MeshFault fault, const MeshOffender& offender) {
        MeshFinding& finding = list_[static_cast<std::size_t>(fault)];
        ++finding.count;
        if (finding.first.size() < kOffenders) finding.first.push_back(offender);
    }
    void add(MeshFault fault, std::uint32_t element) { add(fault, {element, {element, element}}); }

    std::vector<MeshFinding> take() {
        std::vector<MeshFinding> found;
        for (std::size_t i = 0; i < kMeshFaultCount; ++i) {
            if (list_[i].count == 0) continue;
            list_[i].fault = static_cast<MeshFault>(i);
            list_[i].text = advice(list_[i].fault);
            found.push_back(std::move(list_[i]));
        }
        return found;
    }

private:
    std::array<MeshFinding, kMeshFaultCount> list_{};
};

class Examination {
public:
    Examination(std::span<const Vec3> vertices, std::span<const CornerIndices> triangles)
        : vertices_(vertices), triangles_(triangles) {}

    MeshReport run(double weld) {
        // Vertices that are one before a weld are duplicates, those that it makes one are not.
        count_duplicates();
        std::vector<Vec3> welded;
        if (weld > 0) {
            welded.assign(vertices_.begin(), vertices_.end());
            report_.weld = weld_seams(welded, triangles_, weld);
            if (report_.weld.vertices > 0) {
                vertices_ = welded;
                first_ = first_at_place(vertices_);
            }
        }
        report_.vertex_count = vertices_.size();
        report_.triangle_count = triangles_.size();
        triangles_ = triangles_.first(std::min<std::size_t>(triangles_.size(), (1U << 31) - 1));
        examine_vertices();
        examine_triangles();
        examine_faces();
        examine_edges();
        examine_size();
        report_.findings = findings_.take();
        hint_at_weld(weld);
        return std::move(report_);
    }

private:
    void examine_vertices() {
        bad_vertex_.resize(vertices_.size());
        for (std::uint32_t i = 0; i < vertices_.size(); ++i) {
            const Vec3& v = vertices_[i];
            if (is_served(v)) continue;
            bad_vertex_[i] = 1;
            findings_.add(is_finite(v) ? MeshFault::out_of_range : MeshFault::not_finite, i);
        }
    }

    void count_duplicates() {
        first_ = first_at_place(vertices_);
        for (std::uint32_t i = 0; i < vertices_.size(); ++i) {
            if (first_[i] != i) findings_.add(MeshFault::duplicate_vertex, i);
        }
    }

    /// Whether open edges are seams: then welding is what to do about them.
    void hint_at_weld(double welded) {
        const auto open = std::find_if(report_.findings.begin(), report_.findings.end(),
                                       [](const MeshFinding& f) { return f.fault == MeshFault::open_edge; });
        if (open == report_.findings.end()) return;
        WeldHint& hint = report_.closing_weld = find_weld(vertices_, triangles_, std::max(0.0, welded));
        if (hint.closes > 0)
            open->text = seam_advice(hint);
        else if (!hint.gave_up)
            open->text =
                "edges have an odd number of triangles, and no weld would close them; fill the holes, or use "
                "the mesh as a surface";
    }

    void examine_triangles() {
        skipped_.resize(triangles_.size());
        std::vector<std::uint8_t> used(vertices_.size());
        Vec3 low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};
        for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
            const auto& [a, b, c] = triangles_[t];
            if (std::max({a, b, c}) >= vertices_.size()) {
                findings_.add(MeshFault::index_out_of_range, t);
                skipped_[t] = 1;
                continue;
            }
            used[a] = used[b] = used[c] = 1;
            if (bad_vertex_[a] + bad_vertex_[b] + bad_vertex_[c] != 0) {
                skipped_[t] = 1;
                continue;
            }
            low = min(low, min(vertices_[a], min(vertices_[b], vertices_[c])));
            high = max(high, max(vertices_[a], max(vertices_[b], vertices_[c])));
            if (is_degenerate(vertices_[a], vertices_[b], vertices_[c]))
                findings_.add(MeshFault::degenerate_face, t);
        }
        for (std::uint32_t i = 0; i < vertices_.size(); ++i) {
            if (used[i] == 0) findings_.add(MeshFault::unreferenced_vertex, i);
        }
        if (low.x <= high.x) {
            report_.min = low;
            report_.max = high;
        }
    }

    /// Triangles on the same places, found by sorting those that share their lowest place.
    void examine_faces() {
        std::vector<std::uint32_t> start(vertices_.size() + 1);
        const auto places = [&](std::uint32_t t) {
            CornerIndices p{first_[triangles_[t][0]], first_[triangles_[t][1]], first_[triangles_[t][2]]};
            std::sort(p.begin(), p.end());
            return p;
        };
        for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
            if (skipped_[t] == 0) ++start[places(t)[0] + 1];
        }
        std::partial_sum(start.begin(), start.end(), start.begin());
        struct Face {
            std::uint32_t middle = 0, high = 0, triangle = 0;
            bool operator<(const Face& f) const {
                return middle != f.middle ? middle < f.middle
                       : high != f.high   ? high < f.high
                                          : triangle < f.triangle;
            }
        };
        std::vector<Face> faces(start.back());
        std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
        for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
            if (skipped_[t] != 0) continue;
            const CornerIndices p = places(t);
            faces[next[p[0]]++] = {p[1], p[2], t};
        }
        std::vector<std::uint32_t> twins;
        for (std::size_t low = 0; low + 1 < start.size(); ++low) {
            std::sort(faces.begin() + start[low], faces.begin() + start[low + 1]);
            for (std::size_t i = start[low] + 1; i < start[low + 1]; ++i) {
                if (faces[i].middle == faces[i - 1].middle && faces[i].high == faces[i - 1].high)
                    twins.push_back(faces[i].triangle);
            }
        }
        std::sort(twins.begin(), twins.end());
        for (const std::uint32_t t : twins) findings_.add(MeshFault::duplicate_face, t);
    }

    void examine_edges() {
        WindingSets sets(triangles_.size());
        const EdgeTable edges(triangles_, first_, skipped_);
        bool balanced = true;
        std::size_t open = 0;
        edges.for_each_edge([&](std::uint32_t low, std::uint32_t high, std::span<const EdgeUse> uses) {
            ++report_.edge_count;
            const MeshOffender offender{uses[0].triangle(), {low, high}};
            const auto upward = static_cast<std::size_t>(
                std::count_if(uses.begin(), uses.end(), [](const EdgeUse& u) { return u.upward(); }));
            const std::size_t downward = uses.size() - upward;
            if (uses.size() % 2 != 0) {
                findings_.add(MeshFault::open_edge, offender);
                ++open;
            }
            if (uses.size() > 2) findings_.add(MeshFault::non_manifold_edge, offender);
            balanced =
                balanced && (upward == downward ||
                             (uses.size() % 2 != 0 && (upward == downward + 1 || downward == upward + 1)));
            if (uses.size() == 2) {
                if (!sets.join(uses[0].triangle(), uses[1].triangle(), uses[0].upward() == uses[1].upward()))
                    findings_.add(MeshFault::not_orientable, offender);
                return;
            }
            // At edges of more than two triangles it is open which of them belong together: they share a
            // shell, and the winding is not tested.
            for (std::size_t i = 1; i < uses.size(); ++i)
                connect(sets, uses[0].triangle(), uses[i].triangle());
        });
        count_shells(sets);
        compare_shells(sets);
        report_.closed = open == 0 && report_.shell_count > 0;
        report_.oriented = balanced;
        if (!report_.closed || !report_.oriented) return;
        report_.volume = enclosed_volume(vertices_, triangles_, skipped_);
        if (report_.volume < 0) findings_.add(MeshFault::inside_out, 0);
    }

    /// Puts both in one shell with the winding that they have.
    static void connect(WindingSets& sets, std::uint32_t a, std::uint32_t b) {
        if (sets.find(a).root != sets.find(b).root) sets.join(a, b, false);
    }

    void count_shells(WindingSets& sets) {
        std::vector<std::uint32_t> size(triangles_.size()), against(triangles_.size());
        for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
            if (skipped_[t] != 0) continue;
            const WindingSets::Member m = sets.find(t);
            report_.shell_count += m.root == t;
            ++size[m.root];
            against[m.root] += m.flipped;
        }
        for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
            if (skipped_[t] != 0) continue;
            const WindingSets::Member m = sets.find(t);
            const bool few_against = 2 * against[m.root] <= size[m.root];
            if (m.flipped == few_against && against[m.root] != 0) findings_.add(MeshFault::flipped_face, t);
        }
    }

    /// Sizes of shells with a wide gap between them.
    void compare_shells(WindingSets& sets) {
        constexpr double kGap = 300;  // metres are 1000 millimetres, and bolts are rarely 300 times smaller
                                      // than the next larger part
        struct Shell {
            Aabb box{};
            double extent = 0;
            std::uint32_t first = 0;
        };
        std::vector<std::uint32_t> number(triangles_.size());
        std::vector<Shell> shells;
        for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
            if (skipped_[t] != 0) continue;
            const std::uint32_t root = sets.find(t).root;
            if (root == t) {
                number[t] = static_cast<std::uint32_t>(shells.size());
                shells.push_back({{}, 0, t});
            }
            Aabb& box = shells[number[root]].box;
            for (const std::uint32_t corner : triangles_[t]) {
                box.min = min(box.min, vertices_[corner]);
                box.max = max(box.max, vertices_[corner]);
            }
        }
        for (Shell& shell : shells) shell.extent = max_component(shell.box.max - shell.box.min);
        std::sort(shells.begin(), shells.end(), [](const Shell& a, const Shell& b) {
            return a.extent != b.extent ? a.extent < b.extent : a.first < b.first;
        });
        for (std::size_t i = 1; i < shells.size(); ++i) {
            if (!(shells[i - 1].extent > 0 && shells[i].extent >= kGap * shells[i - 1].extent)) continue;
            for (std::size_t k = 0; k < i; ++k) findings_.add(MeshFault::mixed_units, shells[k].first);
            return;
        }
    }

    void examine_size() {
        if (report_.shell_count == 0) return;
        const double extent = max_component(report_.max - report_.min);
        const double away = max_component(abs(0.5 * report_.min + 0.5 * report_.max));
        if (extent > 0 && (extent < 1e-3 || extent > 1e3)) findings_.add(MeshFault::unusual_size, 0);
        if (away > 1e6 * extent) findings_.add(MeshFault::far_from_origin, 0);
    }

    std::span<const Vec3> vertices_;
    std::span<const CornerIndices> triangles_;
    MeshReport report_;
    Findings findings_;
    std::vector<std::uint8_t> bad_vertex_, skipped_;
    std::vector<std::uint32_t> first_;
};

}  // namespace

std::string_view to_string(MeshFault fault) noexcept {
    constexpr std::array<std::string_view, kMeshFaultCount> kNames{
        "index_out_of_range", "not_finite",          "out_of_range", "open_edge",       "flipped_face",
        "not_orientable",     "non_manifold_edge",   "inside_out",   "degenerate_face", "duplicate_face",
        "duplicate_vertex",   "unreferenced_vertex", "unusual_size", "mixed_units",     "far_from_origin"};
    return kNames[static_cast<std::size_t>(fault)];
}

const MeshFinding* MeshReport::find(MeshFault fault) const noexcept {
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&](const MeshFinding& f) { return f.fault == fault; });
    return found == findings.end() ? nullptr : &*found;
}

bool MeshReport::fit_for_surface() const noexcept {
    return triangle_count > 0 && find(MeshFault::index_out_of_range) == nullptr &&
           find(MeshFault::not_finite) == nullptr && find(MeshFault::out_of_range) == nullptr;
}

bool MeshReport::fit_for_solid() const noexcept { return fit_for_surface() && closed && oriented; }

std::string MeshReport::text() const {
    std::string out;
    const auto append = [&](std::initializer_list<std::string_view> words) {
        for (const std::string_view word : words) out += word;
    };
    append({std::to_string(vertex_count), " vertices, ", std::to_string(triangle_count), " triangles, ",
            std::to_string(edge_count), " edges, ", std::to_string(shell_count), " shells; ",
            closed ? "closed" : "open", oriented ? ", consistently wound" : ", inconsistently wound", "\n"});
    for (const MeshFinding& f : findings) {
        append({to_string(f.fault), " (", std::to_string(f.count), "): ", f.text});
        const bool of_the_whole = f.fault == MeshFault::inside_out || f.fault == MeshFault::unusual_size ||
                                  f.fault == MeshFault::far_from_origin;
        if (!of_the_whole) append({"; first:"});
        for (const MeshOffender& o : f.first) {
            if (of_the_whole) break;
            append({" ", std::to_string(o.element)});
            if (o.edge[0] != o.edge[1])
                append({" (", std::to_string(o.edge[0]), "-", std::to_string(o.edge[1]), ")"});
        }
        append({"\n"});
    }
    return out;
}

MeshReport examine(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                   double weld) {
    return Examination(vertices, triangles).run(weld);
}

}  // namespace graze
