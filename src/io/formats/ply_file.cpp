// PLY, text and binary of both orders. Reads x, y and z of vertices, the corners of faces, and
// tristrips (a list with -1 between strips). Other elements and properties are skipped by their declared
// types.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <system_error>
#include <utility>

#include "io/formats/mesh_source.hpp"
#include "io/formats/ply_header.hpp"
#include "io/formats/ply_rows.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

/// Rows of text or of bytes to triangles.
template <class Rows> class PlyReader {
public:
    PlyReader(const MeshInput& input, Rows& rows) : input_(input), rows_(rows) {}

    MeshSource read(const PlyHeader& header) {
        bool any = false;
        for (const PlyElement& element : header.elements) {
            if (element.name == "vertex")
                read_vertices(element);
            else if (element.name == "face" || element.name == "tristrips")
                any = true, read_faces(element);
            else
                skip(element);
        }
        rows_.finish();
        if (!any)
            fail({input_.shown, "", "it has no faces", "Points cannot be used; make a surface of them."});
        note_left_out(input_, left_out_);
        soup_.vertices.shrink_to_fit();
        soup_.triangles.shrink_to_fit();
        MeshSource source;
        source.nodes.push_back({});
        source.meshes.push_back(std::move(soup_));
        return source;
    }

private:
    void read_vertices(const PlyElement& element);
    void read_faces(const PlyElement& element);
    void skip(const PlyElement& element) {
        for (std::uint64_t i = 0; i < element.count; ++i) rows_.row(element, i);
    }
    void add_strip(const std::vector<double>& list);
    [[nodiscard]] std::uint32_t corner(double index) const;

    const MeshInput& input_;
    Rows& rows_;
    TriangleSoup soup_;
    std::vector<std::uint32_t> corners_;
    FacesLeftOut left_out_;
};

template <class Rows> void PlyReader<Rows>::read_vertices(const PlyElement& element) {
    std::array<std::size_t, 3> xyz{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto found =
            std::find_if(element.properties.begin(), element.properties.end(), [&](const PlyProperty& p) {
                return p.name == std::string(1, static_cast<char>('x' + axis)) && !p.list;
            });
        if (found == element.properties.end())
            fail({input_.shown, "element vertex", "it has no x, y and z", "Export positions."});
        xyz[axis] = static_cast<std::size_t>(found - element.properties.begin());
    }
    for (std::uint64_t i = 0; i < element.count; ++i) {
        const auto& row = rows_.row(element, i);
        soup_.vertices.push_back({row[xyz[0]].number, row[xyz[1]].number, row[xyz[2]].number});
    }
}

template <class Rows> std::uint32_t PlyReader<Rows>::corner(double index) const {
    if (!(index >= 0 && index < static_cast<double>(soup_.vertices.size()) && index == std::floor(index)))
        rows_.fail_here("it names a vertex that is not there",
                        "Vertices come before faces and count from 0; there are " +
                            std::to_string(soup_.vertices.size()) + ".");
    return static_cast<std::uint32_t>(index);
}

template <class Rows> void PlyReader<Rows>::read_faces(const PlyElement& element) {
    const auto found =
        std::find_if(element.properties.begin(), element.properties.end(), [](const PlyProperty& p) {
            return p.list && (p.name == "vertex_indices" || p.name == "vertex_index");
        });
    if (found == element.properties.end())
        fail({input_.shown, "element " + element.name, "it has no list 'vertex_indices'",
              "Export faces with their corners."});
    const auto column = static_cast<std::size_t>(found - element.properties.begin());
    for (std::uint64_t i = 0; i < element.count; ++i) {
        if (i % 65536 == 0) input_.context.report_file(0.5 * rows_.share(), input_.shown);
        const std::vector<double>& list = rows_.row(element, i)[column].list;
        if (element.name == "tristrips") {
            add_strip(list);
            continue;
        }
        corners_.clear();
        if (list.empty())
            rows_.fail_here("a face without corners",
                            "The count of faces is too large, or the file was damaged; export it again.");
        for (const double index : list) corners_.push_back(corner(index));
        if (corners_.size() >= 3)
            input_.context.budget.count_triangles(corners_.size() - 2, input_.shown);
        else
            left_out_.add(rows_.place());
        add_polygon(soup_, corners_);
    }
}

template <class Rows> void PlyReader<Rows>::add_strip(const std::vector<double>& list) {
    std::size_t begin = 0;
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k] == -1) {
            begin = k + 1;
        } else if (k >= begin + 2) {
            const bool turned = (k - begin) % 2 == 1;
            const std::uint32_t a = corner(list[k - 2]), b = corner(list[k - 1]), c = corner(list[k]);
            input_.context.budget.count_triangles(1, input_.shown);
            soup_.triangles.push_back(turned ? std::array{b, a, c} : std::array{a, b, c});
        }
    }
}

}  // namespace

MeshSource read_ply(const MeshInput& input) {
    std::ifstream stream(input.path, std::ios::binary);
    if (!stream) fail({input.shown, "", "it cannot be opened", "Check that you may read it."});
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(input.path, failed);
    const std::uint64_t bytes = failed || size == 0 ? 1 : size;
    const PlyHeader header = read_ply_header(stream, input.shown);
    check_counts(header, bytes, input.shown);
    if (header.form == PlyForm::text) {
        PlyTextRows rows(input, header);
        return PlyReader(input, rows).read(header);
    }
    PlyBinaryRows rows(std::move(stream), bytes, input, header);
    return PlyReader(input, rows).read(header);
}

}  // namespace graze::io
