#include "pairs.hpp"

#include "objects.hpp"

namespace graze::python {

Side::Side(py::handle shapes, py::handle poses, const std::string& name) : name_(name) {
    if (const Shape* shape = as_shape(shapes)) {
        one_.shape = *shape;
        poses_ = Poses(poses, name + "_pose");
        if (!poses_.many()) one_.pose = poses_[0];
        convex_ = shape->convex();
        return;
    }
    if (const Placed* placed = as_placed(shapes)) {
        if (!poses.is_none()) refuse_type(name + "_pose: " + name + " is a Placed, which has its pose");
        one_ = *placed;
        convex_ = placed->shape.convex();
        return;
    }
    if (!PyList_Check(shapes.ptr()) && !PyTuple_Check(shapes.ptr()))
        refuse_type(name + ": a shape, a Placed or a list of them is needed, not " + type_name(shapes) +
                    mesh_hint(shapes));
    poses_ = Poses(poses, name + "_pose");
    take_list(shapes);
}

void Side::take_list(py::handle shapes) {
    const auto items = py::reinterpret_steal<py::tuple>(PySequence_Tuple(shapes.ptr()));
    if (!items) throw py::error_already_set();
    if (poses_.many() && poses_.size() != items.size())
        refuse_value(name_ + "_pose: " + std::to_string(poses_.size()) + " poses for " +
                     std::to_string(items.size()) + " shapes");
    auto list = std::make_shared<std::vector<Placed>>();
    list->reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const py::handle item = items[i];
        if (const Placed* placed = as_placed(item)) {
            if (poses_.given()) refuse_type(name_ + "_pose: " + named(name_, i, true) + " is a Placed");
            list->push_back(*placed);
        } else if (const Shape* shape = as_shape(item)) {
            list->push_back({*shape, {}});
            if (!poses_.read(poses_.many() ? i : 0, list->back().pose)) poses_.refuse(i);
        } else {
            refuse_type(named(name_, i, true) + ": a shape or a Placed is needed, not " + type_name(item) +
                        mesh_hint(item));
        }
        convex_ = convex_ && list->back().shape.convex();
    }
    if (!list->empty()) one_ = list->front();
    listed_ = std::move(list);
}

Pairs::Pairs(py::handle given_a, py::handle given_b, py::handle a_pose, py::handle b_pose)
    : a(given_a, a_pose, "a"), b(given_b, b_pose, "b"), many(a.many() || b.many()) {
    if (a.many() && b.many() && a.size() != b.size())
        refuse_value("b: " + std::to_string(b.size()) + " items, and a has " + std::to_string(a.size()));
    count = a.many() ? a.size() : b.size();
}

std::size_t Pairs::answer_slices(const ItemRange& range, const Watch& watch, std::span<PosePair> slice,
                                 FunctionRef<void(std::size_t, std::span<const PosePair>)> answer) const {
    for (std::size_t first = range.first; first < range.last && !watch.stopped(); first += slice.size()) {
        const std::size_t size = std::min(slice.size(), range.last - first);
        std::size_t read = 0;
        while (read < size && a.place(first + read, slice[read].a) && b.place(first + read, slice[read].b))
            ++read;
        answer(first, slice.first(read));
        if (read < size) return first + read;
    }
    return range.last;
}

void Pairs::refuse(std::size_t i) const {
    Placed placed = a.first();
    if (a.load(i, placed) == nullptr) a.poses().refuse(i);
    b.poses().refuse(i);
}

}  // namespace graze::python
