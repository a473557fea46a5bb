// 3MF by lib3mf: meshes as they are, and the components that place them.
#include <Model/COM/NMR_DLLInterfaces.h>

#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "worker/model.hpp"
#include "worker/send.hpp"

namespace graze::cad {
namespace {

using namespace NMR;

constexpr std::size_t kDeepest = 100;

/// An object of the library, released at the end.
template <class T> class Owned {
public:
    Owned() = default;
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (object_ != nullptr) lib3mf_release(object_);
    }
    T** out() { return &object_; }
    operator T*() const { return object_; }  // NOLINT(google-explicit-constructor): where the library asks

private:
    T* object_ = nullptr;
};

void must(HRESULT result, PLib3MFBase* object, const char* doing) {
    if (result == 0) return;
    DWORD code = 0;
    LPCSTR text = nullptr;
    std::string reason = doing;
    if (object != nullptr && lib3mf_getlasterror(object, &code, &text) == 0 && text != nullptr)
        reason += std::string{": "} + text;
    refuse("", reason, kExportAgain);
}

/// Rows times columns with a last column of the offset: a point is multiplied from the left.
struct Map {
    Mat3 linear = Mat3::identity();
    Vec3 offset{};
};

Map operator*(const Map& outer, const Map& inner) {
    return {outer.linear * inner.linear, outer.linear * inner.offset + outer.offset};
}

/// As the file has it, a row vector times a matrix of four rows; the library keeps it transposed.
Map map_of(const MODELTRANSFORM& from) {
    Map map;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column)
            map.linear.columns[column][row] = from.m_fFields[row][column];
        map.offset[row] = from.m_fFields[row][3];
    }
    return map;
}

double millimetres(DWORD unit) {
    switch (unit) {
        case MODELUNIT_MICROMETER: return 1e-3;
        case MODELUNIT_CENTIMETER: return 10;
        case MODELUNIT_INCH: return 25.4;
        case MODELUNIT_FOOT: return 304.8;
        case MODELUNIT_METER: return 1000;
        default: return 1;
    }
}

class ThreeMf final : public Model {
public:
    explicit ThreeMf(const std::string& file) {
        must(lib3mf_createmodel(model_.out()), nullptr, "lib3mf does not start");
        Owned<PLib3MFModelReader> reader;
        must(lib3mf_model_queryreader(model_, "3mf", reader.out()), model_, "lib3mf has no reader");
        must(lib3mf_reader_readfromfileutf8(reader, file.c_str()), reader, "lib3mf refuses it");
        DWORD unit = 0;
        must(lib3mf_model_getunit(model_, &unit), model_, "it has no unit");
        scale_ = millimetres(unit);
        Owned<PLib3MFModelBuildItemIterator> items;
        must(lib3mf_model_getbuilditems(model_, items.out()), model_, "it has no items");
        for (BOOL more = 0; lib3mf_builditemiterator_movenext(items, &more) == 0 && more != 0;) {
            Owned<PLib3MFModelBuildItem> item;
            must(lib3mf_builditemiterator_getcurrent(items, item.out()), items, "an item is damaged");
            visit_item(item);
        }
    }

    [[nodiscard]] std::size_t shape_count() const override { return shapes_.size(); }

    /// Exact: what the file holds are triangles.
    ShapeFrame mesh(std::uint32_t shape, double) override {
        send(PhaseFrame{"reading '" + shapes_[shape].name + "'"});
        ShapeFrame frame = shapes_[shape];
        frame.shape = shape;
        return frame;
    }

    void send_instances() override {
        for (const InstanceFrame& instance : instances_) send(instance);
    }

private:
    void visit_item(PLib3MFModelBuildItem* item) {
        Owned<PLib3MFModelObjectResource> object;
        must(lib3mf_builditem_getobjectresource(item, object.out()), item, "an item has no object");
        MODELTRANSFORM place{};
        must(lib3mf_builditem_getobjecttransform(item, &place), item, "an item has no place");
        visit(object, map_of(place), "", 0);
    }

    static std::string name_of(PLib3MFModelObjectResource* object) {
        ULONG needed = 0;
        if (lib3mf_object_getnameutf8(object, nullptr, 0, &needed) != 0 || needed == 0 || needed > 100'000)
            return {};
        std::string name(needed + 1, '\0');
        if (lib3mf_object_getnameutf8(object, name.data(), static_cast<ULONG>(name.size()), &needed) != 0)
            return {};
        return name.c_str();  // up to its end
    }

    void visit(PLib3MFModelObjectResource* object, const Map& place, const std::string& path,
               std::size_t depth) {
        if (depth > kDeepest)
            refuse("object '" + path + "'", "components are in components more than 100 levels deep",
                   kExportAgain);
        DWORD id = 0;
        must(lib3mf_resource_getresourceid(object, &id), object, "an object has no number");
        std::string name = name_of(object);
        if (name.empty()) name = "object " + std::to_string(id);
        const std::string full = path.empty() ? name : path + "/" + name;
        BOOL is_mesh = 0;
        must(lib3mf_object_ismeshobject(object, &is_mesh), object, "an object has no kind");
        if (is_mesh == 0) return visit_components(object, place, full, depth);
        const auto [known, is_new] = indices_.try_emplace(id, static_cast<std::uint32_t>(shapes_.size()));
        if (is_new) shapes_.push_back(read_mesh(object, name));
        Pose pose;
        pose.rotation = place.linear;
        pose.position = scale_ * place.offset;
        instances_.push_back({known->second, full, pose, std::nullopt});
    }

    void visit_components(PLib3MFModelComponentsObject* object, const Map& place, const std::string& path,
                          std::size_t depth) {
        DWORD count = 0;
        must(lib3mf_componentsobject_getcomponentcount(object, &count), object,
             "an object has no components");
        for (DWORD i = 0; i < count; ++i) {
            Owned<PLib3MFModelComponent> component;
            must(lib3mf_componentsobject_getcomponent(object, i, component.out()), object,
                 "a component is damaged");
            Owned<PLib3MFModelObjectResource> child;
            must(lib3mf_component_getobjectresource(component, child.out()), component,
                 "a component has no object");
            MODELTRANSFORM local{};
            must(lib3mf_component_gettransform(component, &local), component, "a component has no place");
            visit(child, place * map_of(local), path, depth + 1);
        }
    }

    ShapeFrame read_mesh(PLib3MFModelMeshObject* object, const std::string& name) const {
        DWORD vertices = 0;
        DWORD triangles = 0;
        must(lib3mf_meshobject_getvertexcount(object, &vertices), object, "a mesh has no vertices");
        must(lib3mf_meshobject_gettrianglecount(object, &triangles), object, "a mesh has no triangles");
        ShapeFrame frame;
        frame.name = name;
        for (DWORD i = 0; i < vertices; ++i) {
            MODELMESHVERTEX v{};
            must(lib3mf_meshobject_getvertex(object, i, &v), object, "a vertex is damaged");
            frame.vertices.push_back(
                {scale_ * v.m_fPosition[0], scale_ * v.m_fPosition[1], scale_ * v.m_fPosition[2]});
        }
        for (DWORD i = 0; i < triangles; ++i) {
            MODELMESHTRIANGLE t{};
            must(lib3mf_meshobject_gettriangle(object, i, &t), object, "a triangle is damaged");
            frame.triangles.push_back({t.m_nIndices[0], t.m_nIndices[1], t.m_nIndices[2]});
        }
        return frame;
    }

    Owned<PLib3MFModel> model_;
    double scale_ = 1;
    std::vector<ShapeFrame> shapes_;
    std::vector<InstanceFrame> instances_;
    std::map<DWORD, std::uint32_t> indices_;
};

}  // namespace

std::unique_ptr<Model> read_3mf(const std::string& file) { return std::make_unique<ThreeMf>(file); }

}  // namespace graze::cad
