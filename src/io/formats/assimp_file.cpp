// Formats that assimp reads, as floats. Its importers do not validate sizes and indices in files, and damaged
// files have crashed them, so this is only for trusted files. None of its post-processing is used, and its
// output is checked here.
#include <assimp/config.h>
#include <assimp/scene.h>
#include <array>
#include <assimp/Importer.hpp>

#include "io/formats/mesh_source.hpp"
#include "io/formats/read_context.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

Affine affine_of(const aiMatrix4x4& m) {
    return {Mat3::from_rows({m.a1, m.a2, m.a3}, {m.b1, m.b2, m.b3}, {m.c1, m.c2, m.c3}), {m.a4, m.b4, m.c4}};
}

class SceneTaker {
public:
    SceneTaker(const aiScene& scene, const MeshInput& input) : scene_(scene), input_(input) {}

    MeshSource take() {
        for (unsigned i = 0; i < scene_.mNumMeshes; ++i)
            source_.meshes.push_back(soup_of(*scene_.mMeshes[i]));
        visit(*scene_.mRootNode, {}, "", 0);
        return std::move(source_);
    }

private:
    TriangleSoup soup_of(const aiMesh& mesh);
    void visit(const aiNode& node, const Affine& parent, const std::string& path, std::size_t depth);

    const aiScene& scene_;
    const MeshInput& input_;
    MeshSource source_;
};

TriangleSoup SceneTaker::soup_of(const aiMesh& mesh) {
    TriangleSoup soup;
    if (!mesh.mVertices || !mesh.mFaces) return soup;
    soup.vertices.reserve(mesh.mNumVertices);
    for (unsigned i = 0; i < mesh.mNumVertices; ++i)
        soup.vertices.push_back({mesh.mVertices[i].x, mesh.mVertices[i].y, mesh.mVertices[i].z});
    std::vector<std::uint32_t> corners;
    for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
        const aiFace& face = mesh.mFaces[i];
        corners.assign(face.mIndices, face.mIndices + face.mNumIndices);
        for (const std::uint32_t corner : corners) {
            if (corner >= soup.vertices.size())
                fail({input_.shown, "mesh " + printable(mesh.mName.C_Str(), 60),
                      "a face names a vertex that is not there", "Export the file again."});
        }
        if (corners.size() >= 3) input_.context.budget.count_triangles(corners.size() - 2, input_.shown);
        add_polygon(soup, corners);
    }
    return soup;
}

void SceneTaker::visit(const aiNode& node, const Affine& parent, const std::string& path, std::size_t depth) {
    if (depth >= input_.context.options.limits.nesting)
        fail({input_.shown, "node " + path,
              "nodes are nested more than " + std::to_string(input_.context.options.limits.nesting) + " deep",
              "Flatten the hierarchy."});
    const Affine map = parent * affine_of(node.mTransformation);
    // The root is assimp's own and often named after the file or not at all.
    const std::string own = depth == 0 ? "" : printable(node.mName.C_Str(), 100);
    const std::string here = own.empty() || path.empty() ? path + own : path + "/" + own;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
        if (node.mMeshes[i] >= source_.meshes.size())
            fail({input_.shown, "node " + here, "it names a mesh that is not there",
                  "Export the file again."});
        source_.nodes.push_back({here, map, node.mMeshes[i]});
        if (source_.nodes.size() > input_.context.options.limits.parts)
            fail({input_.shown, "",
                  "it has more than " + std::to_string(input_.context.options.limits.parts) +
                      " nodes with meshes",
                  "Split the file, or raise the limit."});
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i) visit(*node.mChildren[i], map, here, depth + 1);
}

/// Only importers for the extension stay: assimp tries the others on files that it does not recognise.
void keep_importers(Assimp::Importer& importer, const std::string& extension) {
    for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
        Assimp::BaseImporter* candidate = importer.GetImporter(i);
        if (candidate && importer.GetImporterIndex(extension.c_str()) != i)
            importer.UnregisterLoader(candidate);
    }
}

}  // namespace

bool assimp_reads(const std::filesystem::path& path) {
    const Assimp::Importer importer;
    return importer.IsExtensionSupported(lower_extension(path).c_str());
}

MeshSource read_by_assimp(const MeshInput& input) {
    Assimp::Importer importer;
    const std::string extension = lower_extension(input.path);
    keep_importers(importer, extension);
    if (importer.GetImporterCount() == 0)
        fail({input.shown, "", "the assimp on this machine does not read '" + printable(extension, 20) + "'",
              "Export OBJ, STL, PLY, OFF, glTF or GLB."});
    const aiScene* scene = importer.ReadFile(input.path.string(), 0);
    if (!scene || !scene->mRootNode)
        fail({input.shown, "", "assimp cannot read it: " + printable(importer.GetErrorString()),
              "Export it again, best as glTF or OBJ."});
    return SceneTaker(*scene, input).take();
}

}  // namespace graze::io
