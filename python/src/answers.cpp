#include "answers.hpp"

namespace graze::python {

KeptSide::KeptSide(const py::tuple& state, std::size_t count) : one_(placed_of(state[0], py::none(), "a")) {
    if (!state[1].is_none()) {
        auto list = std::make_shared<std::vector<Placed>>();
        for (const py::handle item : state[1]) list->push_back(placed_of(item, py::none(), "a"));
        if (list->size() != count) refuse_bytes();
        listed_ = std::move(list);
    }
    if (state[2].is_none()) return;
    const Poses poses(state[2], "poses");
    if (poses.size() != count) refuse_bytes();
    poses_.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        if (!poses.read(i, poses_[i])) poses.refuse(i);
}

py::tuple KeptSide::state() const {
    py::object list = py::none(), poses = py::none();
    if (listed_) {
        py::list items;
        for (const Placed& placed : *listed_) items.append(wrapped(placed));
        list = items;
    }
    if (!poses_.empty()) {
        Doubles rows({static_cast<py::ssize_t>(poses_.size()), py::ssize_t{4}, py::ssize_t{4}});
        double* out = rows.mutable_data();
        for (const Pose& pose : poses_) out = put_matrix(pose, out);
        poses = rows;
    }
    return py::make_tuple(wrapped(one_), list, poses);
}

}  // namespace graze::python
