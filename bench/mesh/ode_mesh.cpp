// ODE's trimesh collider (OPCODE). It reports contacts, one or a few for each pair of triangles; it has no
// distance.
#include <ode/ode.h>

#include <cstdarg>

#include "mesh_contender.hpp"

namespace graze::bench {
namespace {

class OdeMesh final : public MeshContender {
public:
    OdeMesh() : MeshContender("ode/trimesh"), contacts_((1 << 16) - 1) {
        dInitODE2(0);
        // It reports every full bucket of its table of contacts.
        dSetMessageHandler([](int, const char*, va_list) {});
    }
    ~OdeMesh() override {
        for (const int side : {0, 1}) drop(side);
        dCloseODE();
    }

    bool serves(MeshAsk ask) const override { return ask != MeshAsk::distance; }

    void build(int side, const TriangleSoup& model) override {
        drop(side);
        vertices_[side].clear();
        for (const Vec3& v : model.vertices) {
            for (const double x : {v.x, v.y, v.z}) vertices_[side].push_back(x);
        }
        indices_[side].clear();
        for (const auto& t : model.triangles) {
            for (const std::uint32_t i : t) indices_[side].push_back(i);
        }
        data_[side] = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(data_[side], vertices_[side].data(), 3 * sizeof(double),
                                    static_cast<int>(model.vertices.size()), indices_[side].data(),
                                    static_cast<int>(indices_[side].size()), 3 * sizeof(dTriIndex));
        mesh_[side] = dCreateTriMesh(nullptr, data_[side], nullptr, nullptr, nullptr);
    }

    void set_poses(std::span<const Pose> poses) override { poses_.assign(poses.begin(), poses.end()); }

    MeshReply answer(MeshAsk ask, std::size_t pose) override {
        const Mat3& r = poses_[pose].rotation;
        const Vec3& p = poses_[pose].position;
        dGeomSetPosition(mesh_[1], p.x, p.y, p.z);
        dMatrix3 matrix;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) matrix[4 * i + j] = r(i, j);
            matrix[4 * i + 3] = 0;
        }
        dGeomSetRotation(mesh_[1], matrix);
        const int most = ask == MeshAsk::boolean ? 1 : static_cast<int>(contacts_.size());
        const int flags = ask == MeshAsk::boolean ? (most | static_cast<int>(CONTACTS_UNIMPORTANT)) : most;
        const int count = dCollide(mesh_[0], mesh_[1], flags, contacts_.data(), sizeof(dContactGeom));
        return {count > 0, static_cast<std::size_t>(count), 0};
    }

private:
    void drop(int side) {
        if (mesh_[side] != nullptr) dGeomDestroy(mesh_[side]);
        if (data_[side] != nullptr) dGeomTriMeshDataDestroy(data_[side]);
        mesh_[side] = nullptr;
        data_[side] = nullptr;
    }

    std::vector<double> vertices_[2];
    std::vector<dTriIndex> indices_[2];
    dTriMeshDataID data_[2]{};
    dGeomID mesh_[2]{};
    std::vector<Pose> poses_;
    std::vector<dContactGeom> contacts_;
};

}  // namespace

void add_ode_mesh(MeshContenders& contenders) { contenders.push_back(std::make_unique<OdeMesh>()); }

}  // namespace graze::bench
