#include "models.hpp"

#include <BRepAlgoAPI_Common.hxx>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRepTools.hxx>
#include <GeomAPI_PointsToBSpline.hxx>
#include <GeomAPI_PointsToBSplineSurface.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BSplineSurface.hxx>
#include <IGESControl_Controller.hxx>
#include <IGESControl_Writer.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_Printer.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Wire.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Ax2.hxx>
#include <gp_Pln.hxx>

#include <Model/COM/NMR_DLLInterfaces.h>

#include <cmath>
#include <map>
#include <stdexcept>

namespace graze::test {
namespace {

void require(bool done, const char* what) {
    if (!done) throw std::runtime_error(what);
}

/// Adds the products below a label; equal shapes are one.
class Tree {
public:
    explicit Tree(const Handle(TDocStd_Document) & document)
        : shapes_(XCAFDoc_DocumentTool::ShapeTool(document->Main())),
          colours_(XCAFDoc_DocumentTool::ColorTool(document->Main())) {}

    TDF_Label product(const Component& component) {
        if (!component.shape.IsNull()) {
            const auto [known, is_new] = products_.try_emplace(component.shape.TShape().get());
            if (is_new) {
                known->second = shapes_->AddShape(component.shape, Standard_False);
                TDataStd_Name::Set(known->second, component.name.c_str());
            }
            if (component.colour) {
                const auto& [r, g, b] = *component.colour;
                colours_->SetColor(known->second, Quantity_Color(r, g, b, Quantity_TOC_RGB),
                                   XCAFDoc_ColorSurf);
            }
            return known->second;
        }
        const TDF_Label label = shapes_->NewShape();
        TDataStd_Name::Set(label, component.name.c_str());
        for (const Component& child : component.children) {
            const TDF_Label added =
                shapes_->AddComponent(label, product(child), TopLoc_Location(child.place));
            TDataStd_Name::Set(added, child.name.c_str());
        }
        return label;
    }
    void update() { shapes_->UpdateAssemblies(); }

private:
    Handle(XCAFDoc_ShapeTool) shapes_;
    Handle(XCAFDoc_ColorTool) colours_;
    std::map<const void*, TDF_Label> products_;
};

void be_quiet() { Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_Printer)); }

}  // namespace

gp_Trsf shifted(double x, double y, double z) {
    gp_Trsf place;
    place.SetTranslation(gp_Vec(x, y, z));
    return place;
}

gp_Trsf turned(double angle, double x, double y, double z) {
    gp_Trsf turn;
    turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), angle);
    return shifted(x, y, z) * turn;
}

TopoDS_Shape box(double x, double y, double z) { return BRepPrimAPI_MakeBox(x, y, z).Shape(); }
TopoDS_Shape cylinder(double radius, double height) {
    return BRepPrimAPI_MakeCylinder(radius, height).Shape();
}
TopoDS_Shape cone(double bottom, double top, double height) {
    return BRepPrimAPI_MakeCone(bottom, top, height).Shape();
}
TopoDS_Shape sphere(double radius) { return BRepPrimAPI_MakeSphere(radius).Shape(); }
TopoDS_Shape torus(double large, double small) { return BRepPrimAPI_MakeTorus(large, small).Shape(); }

TopoDS_Shape plate_with_hole(double side, double thickness, double hole) {
    const TopoDS_Shape plate =
        BRepPrimAPI_MakeBox(gp_Pnt(-side / 2, -side / 2, 0), gp_Pnt(side / 2, side / 2, thickness)).Shape();
    const gp_Ax2 axis(gp_Pnt(0, 0, -1), gp_Dir(0, 0, 1));
    const TopoDS_Shape drill = BRepPrimAPI_MakeCylinder(axis, hole, thickness + 2).Shape();
    return BRepAlgoAPI_Cut(plate, drill).Shape();
}

TopoDS_Shape crossed_cylinders(double radius, double hole, double height) {
    const gp_Ax2 across(gp_Pnt(-2 * radius, 0.1 * radius, height / 2), gp_Dir(1, 0, 0));
    return BRepAlgoAPI_Cut(cylinder(radius, height),
                           BRepPrimAPI_MakeCylinder(across, hole, 4 * radius).Shape())
        .Shape();
}

TopoDS_Shape wavy_block(double side) {
    TColgp_Array2OfPnt points(1, 8, 1, 8);
    for (int i = 1; i <= 8; ++i) {
        for (int j = 1; j <= 8; ++j)
            points(i, j) = gp_Pnt(side * (i - 4.5) / 5, side * (j - 4.5) / 5,
                                  side * (0.8 + 0.1 * std::sin(i) * std::cos(0.7 * j)));
    }
    const Handle(Geom_BSplineSurface) surface = GeomAPI_PointsToBSplineSurface(points).Surface();
    const TopoDS_Face top = BRepBuilderAPI_MakeFace(surface, 1e-6).Face();
    const TopoDS_Shape below = BRepPrimAPI_MakePrism(top, gp_Vec(0, 0, -3 * side)).Shape();
    const TopoDS_Shape cube =
        BRepPrimAPI_MakeBox(gp_Pnt(-side / 2, -side / 2, 0), gp_Pnt(side / 2, side / 2, 2 * side)).Shape();
    return BRepAlgoAPI_Common(cube, below).Shape();
}

TopoDS_Shape vase(double radius, double height) {
    TColgp_Array1OfPnt points(1, 5);
    for (int i = 1; i <= 5; ++i)
        points(i) = gp_Pnt(radius * (1 + 0.3 * std::sin(1.7 * i)), 0, height * (i - 1) / 4);
    const Handle(Geom_BSplineCurve) side = GeomAPI_PointsToBSpline(points).Curve();
    const gp_Pnt low = side->StartPoint();
    const gp_Pnt high = side->EndPoint();
    BRepBuilderAPI_MakeWire wire;
    wire.Add(BRepBuilderAPI_MakeEdge(side).Edge());
    wire.Add(BRepBuilderAPI_MakeEdge(high, gp_Pnt(0, 0, high.Z())).Edge());
    wire.Add(BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, high.Z()), gp_Pnt(0, 0, low.Z())).Edge());
    wire.Add(BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, low.Z()), low).Edge());
    const TopoDS_Face half = BRepBuilderAPI_MakeFace(wire.Wire()).Face();
    return BRepPrimAPI_MakeRevol(half, gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1))).Shape();
}

void write_step(const Component& root, const std::filesystem::path& file) {
    be_quiet();
    const Handle(TDocStd_Document) document = new TDocStd_Document("BinXCAF");
    Tree tree(document);
    tree.product(root);
    tree.update();
    STEPCAFControl_Writer writer;
    writer.SetColorMode(Standard_True);
    writer.SetNameMode(Standard_True);
    require(writer.Transfer(document, STEPControl_AsIs), "no STEP model");
    require(writer.Write(file.c_str()) == IFSelect_RetDone, "no STEP file");
}

void write_iges(const TopoDS_Shape& shape, const std::filesystem::path& file) {
    be_quiet();
    IGESControl_Controller::Init();
    IGESControl_Writer writer("MM", 0);
    require(writer.AddShape(shape), "no IGES model");
    writer.ComputeModel();
    require(writer.Write(file.c_str()), "no IGES file");
}

void write_brep(const TopoDS_Shape& shape, const std::filesystem::path& file) {
    require(BRepTools::Write(shape, file.c_str()), "no BREP file");
}

void write_3mf(const std::string& unit, const std::filesystem::path& file) {
    using namespace NMR;
    const auto must = [](HRESULT result) { require(result == 0, "no 3MF model"); };
    PLib3MFModel* model = nullptr;
    must(lib3mf_createmodel(&model));
    must(lib3mf_model_setunit(model, unit == "inch" ? MODELUNIT_INCH : MODELUNIT_MILLIMETER));
    PLib3MFModelMeshObject* mesh = nullptr;
    must(lib3mf_model_addmeshobject(model, &mesh));
    must(lib3mf_object_setnameutf8(mesh, "tetrahedron"));
    std::array<MODELMESHVERTEX, 4> corners{{{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}};
    std::array<MODELMESHTRIANGLE, 4> sides{{{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{2, 0, 3}}}};
    must(lib3mf_meshobject_setgeometry(mesh, corners.data(), 4, sides.data(), 4));
    PLib3MFModelComponentsObject* pair = nullptr;
    must(lib3mf_model_addcomponentsobject(model, &pair));
    must(lib3mf_object_setnameutf8(pair, "pair"));
    for (const float shift : {0.F, 3.F}) {
        MODELTRANSFORM place{};
        for (std::size_t i = 0; i < 3; ++i) place.m_fFields[i][i] = 1;
        place.m_fFields[0][3] = shift;
        PLib3MFModelComponent* component = nullptr;
        must(lib3mf_componentsobject_addcomponent(pair, mesh, &place, &component));
    }
    PLib3MFModelBuildItem* item = nullptr;
    must(lib3mf_model_addbuilditem(model, pair, nullptr, &item));
    PLib3MFModelWriter* writer = nullptr;
    must(lib3mf_model_querywriter(model, "3mf", &writer));
    must(lib3mf_writer_writetofileutf8(writer, file.c_str()));
}

}  // namespace graze::test
