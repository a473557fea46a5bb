// STEP, IGES and BREP by Open CASCADE: the tree of components, with names, places and colours.
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <Interface_Check.hxx>
#include <Interface_CheckIterator.hxx>
#include <Interface_InterfaceModel.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_Printer.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <Standard_Failure.hxx>
#include <TCollection_AsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>

#include <map>
#include <set>
#include <sstream>

#include "worker/model.hpp"
#include "worker/occt_shape.hpp"
#include "worker/send.hpp"

namespace graze::cad {
namespace {

/// Components in components, at most.
constexpr std::size_t kDeepest = 100;

struct LeafShape {
    TopoDS_Shape shape;  ///< Without a location.
    std::string name;
};

struct Leaf {
    std::uint32_t shape = 0;
    std::string name;
    gp_Trsf place;
    std::optional<Colour> colour;
};

class OcctModel final : public Model {
public:
    [[nodiscard]] std::size_t shape_count() const override { return shapes.size(); }

    ShapeFrame mesh(std::uint32_t shape, double deflection) override {
        const LeafShape& leaf = shapes[shape];
        send(PhaseFrame{"meshing '" + leaf.name + "'"});
        try {
            ShapeFrame frame = mesh_of(leaf.shape, deflection);
            frame.shape = shape;
            frame.name = leaf.name;
            return frame;
        } catch (const Standard_Failure& failure) {
            refuse("part '" + leaf.name + "'", std::string{"it cannot be meshed: "} + words(failure),
                   "Repair it where it was made.");
        }
    }

    void send_instances() override {
        for (const std::string& note : notes) send(NoteFrame{note});
        for (const Leaf& leaf : leaves) {
            InstanceFrame frame;
            frame.shape = leaf.shape;
            frame.name = leaf.name;
            for (std::size_t row = 0; row < 3; ++row) {
                for (std::size_t column = 0; column < 3; ++column)
                    frame.pose.rotation.columns[column][row] =
                        leaf.place.Value(static_cast<int>(row) + 1, static_cast<int>(column) + 1);
                frame.pose.position[row] = leaf.place.Value(static_cast<int>(row) + 1, 4);
            }
            frame.colour = leaf.colour;
            send(frame);
        }
    }

    static std::string words(const Standard_Failure& failure) {
        const char* message = failure.GetMessageString();
        return message != nullptr && message[0] != 0 ? message : failure.DynamicType()->Name();
    }

    std::vector<LeafShape> shapes;
    std::vector<Leaf> leaves;
    std::vector<std::string> notes;
};

std::string name_of(const TDF_Label& label) {
    Handle(TDataStd_Name) name;
    if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
    const TCollection_ExtendedString& wide = name->Get();
    std::string text(static_cast<std::size_t>(wide.LengthOfCString()), '\0');
    if (text.empty()) return {};
    text.push_back('\0');
    Standard_PCharacter out = text.data();
    text.resize(static_cast<std::size_t>(wide.ToUTF8CString(out)));
    return text;
}

/// What writers leave where a component has no name of its own: a number, or the mark of a reference.
bool names_nothing(const std::string& name) {
    return name.starts_with("=>[") || name.starts_with("NAUO") ||
           name.find_first_not_of("0123456789") == std::string::npos;
}

/// The tree of labels to leaves: each product once, however many components place it.
class Walk {
public:
    Walk(const Handle(TDocStd_Document) & document, OcctModel& model)
        : shapes_(XCAFDoc_DocumentTool::ShapeTool(document->Main())),
          colours_(XCAFDoc_DocumentTool::ColorTool(document->Main())),
          model_(model) {}

    void run() {
        TDF_LabelSequence roots;
        shapes_->GetFreeShapes(roots);
        for (int i = 1; i <= roots.Length(); ++i) visit(roots.Value(i), {}, "", std::nullopt, 0);
    }

private:
    std::optional<Colour> colour_of(const TDF_Label& label) const {
        for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
            Quantity_Color colour;
            if (!colours_->GetColor(label, type, colour)) continue;
            const auto part = [](double c) { return static_cast<float>(std::min(1.0, std::max(0.0, c))); };
            return Colour{part(colour.Red()), part(colour.Green()), part(colour.Blue())};
        }
        return std::nullopt;
    }

    void visit(const TDF_Label& label, const gp_Trsf& place, const std::string& path,
               std::optional<Colour> colour, std::size_t depth) {
        if (depth > kDeepest)
            refuse("component '" + path + "'", "components are in components more than 100 levels deep",
                   kExportAgain);
        TDF_Label product = label;
        gp_Trsf world = place;
        if (XCAFDoc_ShapeTool::IsReference(label)) {
            world = place * XCAFDoc_ShapeTool::GetLocation(label).Transformation();
            XCAFDoc_ShapeTool::GetReferredShape(label, product);
        }
        std::string name = name_of(label);
        if (names_nothing(name)) name = name_of(product);
        if (name.empty()) name = "part";
        const std::string full = path.empty() ? name : path + "/" + name;
        if (!colour) colour = colour_of(label);
        if (!colour) colour = colour_of(product);
        if (XCAFDoc_ShapeTool::IsAssembly(product)) {
            TDF_LabelSequence components;
            XCAFDoc_ShapeTool::GetComponents(product, components);
            for (int i = 1; i <= components.Length(); ++i)
                visit(components.Value(i), world, full, colour, depth + 1);
            return;
        }
        const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(product);
        if (shape.IsNull()) return;
        add(shape, world, full, name_of(product).empty() ? name : name_of(product), colour);
    }

    void add(const TopoDS_Shape& shape, const gp_Trsf& place, const std::string& full,
             const std::string& name, std::optional<Colour> colour) {
        const gp_Trsf world = place * shape.Location().Transformation();
        const TopoDS_Shape bare = shape.Located(TopLoc_Location());
        if (!TopExp_Explorer(bare, TopAbs_FACE).More()) {
            model_.notes.push_back("'" + full + "' has no faces, and is left out");
            return;
        }
        const auto [known, is_new] =
            indices_.try_emplace(bare.TShape().get(), static_cast<std::uint32_t>(model_.shapes.size()));
        if (is_new) model_.shapes.push_back({bare, name});
        model_.leaves.push_back({known->second, full, world, colour});
    }

    Handle(XCAFDoc_ShapeTool) shapes_;
    Handle(XCAFDoc_ColorTool) colours_;
    OcctModel& model_;
    std::map<const void*, std::uint32_t> indices_;
};

/// The first failure of a check, as a fault that names its entity. What fails is left out of the model by
/// Open CASCADE: a part that is missing clashes with nothing.
void refuse_failures(const Interface_CheckIterator& checks, const Handle(Interface_InterfaceModel) & model) {
    Interface_CheckIterator each = checks;
    for (each.Start(); each.More(); each.Next()) {
        const Handle(Interface_Check)& check = each.Value();
        if (!check->HasFailed()) continue;
        std::string element;
        if (check->HasEntity()) {
            const Handle(TCollection_HAsciiString) label = model->StringLabel(check->Entity());
            if (!label.IsNull()) element = std::string{"entity "} + label->ToCString();
        }
        refuse(element, check->CFail(1), kExportAgain);
    }
}

/// Syntax and fields of every entity.
void check_entities(const Handle(Interface_InterfaceModel) & model) {
    if (model.IsNull() || model->NbEntities() == 0) refuse("", "there are no entities in it", kExportAgain);
    const auto examine = [&](const Handle(Interface_Check) & check, const std::string& element) {
        if (!check.IsNull() && check->HasFailed()) refuse(element, check->CFail(1), kExportAgain);
    };
    examine(model->GlobalCheck(Standard_True), "");
    for (int i = 1; i <= model->NbEntities(); ++i) {
        const Handle(TCollection_HAsciiString) label = model->StringLabel(model->Value(i));
        const std::string element = std::string{"entity "} + (label.IsNull() ? "?" : label->ToCString());
        examine(model->Check(i, Standard_True), element);
        examine(model->Check(i, Standard_False), element);
        if (model->IsErrorEntity(i)) refuse(element, "it breaks the rules of its type", kExportAgain);
    }
}

Handle(TDocStd_Document) new_document() {
    return new TDocStd_Document(TCollection_ExtendedString("BinXCAF"));
}

/// STEP and IGES have the same steps.
template <class Reader>
void transfer(Reader& reader, const Handle(XSControl_WorkSession) & session, const std::string& file,
              OcctModel& model) {
    Interface_Static::SetCVal("xstep.cascade.unit", "MM");
    reader.SetColorMode(Standard_True);
    reader.SetNameMode(Standard_True);
    if (reader.ReadFile(file.c_str()) != IFSelect_RetDone)
        refuse("", "it is not of the format that its name says", kExportAgain);
    check_entities(session->Model());
    send(PhaseFrame{"making its shapes"});
    Handle(TDocStd_Document) document = new_document();
    if (!reader.Transfer(document)) refuse("", "no shape can be made of it", kExportAgain);
    refuse_failures(session->TransferReader()->LastCheckList(), session->Model());
    Walk(document, model).run();
}

void read_step(const std::string& file, OcctModel& model) {
    Interface_Static::SetIVal("read.stepcaf.subshapes.name", 0);
    STEPCAFControl_Reader reader;
    transfer(reader, reader.Reader().WS(), file, model);
}

/// Faces that belong to no shell are sewn together where their edges are one within a millionth of the size.
void sew(OcctModel& model) {
    for (LeafShape& leaf : model.shapes) {
        if (TopExp_Explorer(leaf.shape, TopAbs_SHELL).More()) continue;
        BRepBuilderAPI_Sewing sewing(std::max(1e-7, 1e-6 * size_of(leaf.shape)));
        sewing.Add(leaf.shape);
        sewing.Perform();
        if (!sewing.SewedShape().IsNull()) leaf.shape = sewing.SewedShape();
    }
}

/// IGES knows faces alone: those of one file that lie open are one part.
void join_faces(OcctModel& model, const std::string& name) {
    BRep_Builder builder;
    TopoDS_Compound all;
    builder.MakeCompound(all);
    std::vector<Leaf> kept;
    std::vector<LeafShape> shapes;
    for (const Leaf& leaf : model.leaves) {
        const TopoDS_Shape& shape = model.shapes[leaf.shape].shape;
        if (TopExp_Explorer(shape, TopAbs_SHELL).More()) {
            kept.push_back(leaf);
            kept.back().shape = static_cast<std::uint32_t>(shapes.size());
            shapes.push_back(model.shapes[leaf.shape]);
        } else {
            builder.Add(all, shape.Moved(TopLoc_Location(leaf.place)));
        }
    }
    if (TopExp_Explorer(all, TopAbs_FACE).More()) {
        kept.push_back({static_cast<std::uint32_t>(shapes.size()), name, {}, std::nullopt});
        shapes.push_back({all, name});
    }
    model.leaves = std::move(kept);
    model.shapes = std::move(shapes);
}

std::string stem_of(const std::string& file) {
    const std::size_t slash = file.rfind('/');
    const std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    return name.substr(0, name.rfind('.'));
}

void read_iges(const std::string& file, OcctModel& model) {
    IGESCAFControl_Reader reader;
    transfer(reader, reader.WS(), file, model);
    join_faces(model, stem_of(file));
    sew(model);
}

void read_brep(const std::string& file, OcctModel& model) {
    TopoDS_Shape shape;
    BRep_Builder builder;
    if (!BRepTools::Read(shape, file.c_str(), builder) || shape.IsNull())
        refuse("", "it is not of the format that its name says", kExportAgain);
    model.notes.emplace_back("BREP files do not say their unit: millimetres are taken");
    model.shapes.push_back({shape.Located(TopLoc_Location()), stem_of(file)});
    model.leaves.push_back({0, stem_of(file), shape.Location().Transformation(), std::nullopt});
}

}  // namespace

std::unique_ptr<Model> read_by_occt(const std::string& file) {
    Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_Printer));
    auto model = std::make_unique<OcctModel>();
    try {
        const std::string ending = ending_of(file);
        if (ending == ".step" || ending == ".stp")
            read_step(file, *model);
        else if (ending == ".brep")
            read_brep(file, *model);
        else
            read_iges(file, *model);
    } catch (const Standard_Failure& failure) {
        refuse("", "Open CASCADE gave up: " + OcctModel::words(failure), kExportAgain);
    }
    return model;
}

}  // namespace graze::cad
