// Parallelepipeds and tetrahedra, parallelograms and triangles in the plane, still or moving straight:
// whether they intersect, by Fourier-Motzkin elimination, and the box of what they have in common.
#include <algorithm>
#include <string>
#include <vector>

#include <graze/frames/frame_overlap.hpp>
#include <graze/verify/verify.hpp>

#include "batch.hpp"
#include "bindings.hpp"
#include "frames.hpp"
#include "objects.hpp"

namespace graze::python {

namespace {

template <class Vec> Doubles array_of_vec(const Vec& v, std::size_t size) {
    Doubles array(static_cast<py::ssize_t>(size));
    for (std::size_t i = 0; i < size; ++i) array.mutable_data()[i] = v[i];
    return array;
}

template <int D> py::dict overlap_fields(const FrameOverlap<D>& overlap) {
    py::dict fields;
    fields["hit"] = overlap.hit;
    fields["box"] = py::make_tuple(array_of_vec(overlap.box.min, D), array_of_vec(overlap.box.max, D));
    fields["time"] = py::make_tuple(overlap.time.lower, overlap.time.upper);
    fields["witness"] = array_of_vec(overlap.witness, D);
    fields["witness_time"] = overlap.witness_time;
    fields["status"] = member("Status", static_cast<int>(overlap.status));
    fields["rows"] = overlap.rows;
    py::dict farkas;
    farkas["rows_a"] = array_of_vec(overlap.farkas.rows_a, overlap.farkas.rows_a.size());
    farkas["rows_b"] = array_of_vec(overlap.farkas.rows_b, overlap.farkas.rows_b.size());
    farkas["rows_t"] = array_of_vec(overlap.farkas.rows_t, 2);
    farkas["strict"] = overlap.farkas.strict;
    fields["farkas"] = farkas;
    return fields;
}

/// Two frames, and whether both are still.
template <int D> struct FramePair {
    MovingFrame<D> a{};
    MovingFrame<D> b{};
    bool still = true;

    FramePair(const py::tuple& given_a, const py::tuple& given_b, const std::string& of_a,
              const std::string& of_b)
        : a(frame_of<D>(given_a, of_a)),
          b(frame_of<D>(given_b, of_b)),
          still(given_a[3].is_none() && given_b[3].is_none()) {}
};

/// Lists of frames, each as frame_of takes it; of one list of one frame, that for all of the other.
template <int D> std::vector<FramePair<D>> frame_pairs(const py::list& a, const py::list& b, bool many) {
    std::vector<FramePair<D>> pairs;
    const std::size_t count = std::max(a.size(), b.size());
    for (std::size_t i = 0; i < (a.empty() || b.empty() ? 0 : count); ++i) {
        const std::size_t in_a = a.size() == 1 ? 0 : i, in_b = b.size() == 1 ? 0 : i;
        pairs.emplace_back(a[in_a], b[in_b], named("a", in_a, many && a.size() > 1),
                           named("b", in_b, many && b.size() > 1));
    }
    return pairs;
}

/// answer(pair, i) for all pairs.
template <int D, class Answer>
void for_all_pairs(const std::vector<FramePair<D>>& pairs, const py::object& threads, const Answer& answer) {
    run_batch({pairs.size(), threads_of(threads)}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            answer(pairs[i], i);
            return true;
        });
    });
}

template <int D>
py::list intersect_verb(const std::vector<FramePair<D>>& pairs, const FrameOptions& options,
                        const py::object& threads) {
    std::vector<FrameOverlap<D>> found(pairs.size());
    std::vector<unsigned char> verified(pairs.size());
    for_all_pairs(pairs, threads, [&](const FramePair<D>& pair, std::size_t i) {
        const Frame<D>&a = pair.a.frame, &b = pair.b.frame;
        found[i] = pair.still ? intersect(a, b, options) : intersect(pair.a, pair.b, options);
        verified[i] = pair.still ? verify(found[i], a, b) : verify(found[i], pair.a, pair.b);
    });
    py::list list;
    for (std::size_t i = 0; i < found.size(); ++i) {
        py::dict fields = overlap_fields(found[i]);
        fields["verified"] = verified[i] != 0;
        list.append(fields);
    }
    return list;
}

template <int D>
py::array_t<bool> overlaps_verb(const std::vector<FramePair<D>>& pairs, const std::string& method,
                                const py::object& threads) {
    py::array_t<bool> hits(static_cast<py::ssize_t>(pairs.size()));
    bool* out = hits.mutable_data();
    const bool eliminate = method == "elimination";
    for_all_pairs(pairs, threads, [&](const FramePair<D>& pair, std::size_t i) {
        const Frame<D>&a = pair.a.frame, &b = pair.b.frame;
        if (pair.still)
            out[i] = eliminate ? overlaps_by_elimination(a, b) : overlaps(a, b);
        else
            out[i] = eliminate ? overlaps_by_elimination(pair.a, pair.b) : overlaps(pair.a, pair.b);
    });
    return hits;
}

FrameBox box_kind_of(const std::string& box) {
    return box == "none" ? FrameBox::none : box == "tight" ? FrameBox::tight : FrameBox::elimination;
}

}  // namespace

void bind_frames(py::module_& module) {
    module.def(
        "intersect_frames",
        [](const py::object& dimensions, const py::list& a, const py::list& b, const py::tuple& given,
           const py::object& threads) -> py::list {
            const FrameOptions options{boolean_of(given[0], "open"), box_kind_of(text_of(given[1], "box"))};
            const bool many = boolean_of(given[2], "many");
            if (integer_of(dimensions, "dimensions", 2, 3) == 2)
                return intersect_verb(frame_pairs<2>(a, b, many), options, threads);
            return intersect_verb(frame_pairs<3>(a, b, many), options, threads);
        });
    module.def("overlapping_frames", [](const py::object& dimensions, const py::list& a, const py::list& b,
                                        const py::tuple& given, const py::object& threads) {
        const std::string method = text_of(given[0], "method");
        const bool many = boolean_of(given[1], "many");
        if (integer_of(dimensions, "dimensions", 2, 3) == 2)
            return overlaps_verb(frame_pairs<2>(a, b, many), method, threads);
        return overlaps_verb(frame_pairs<3>(a, b, many), method, threads);
    });
}

}  // namespace graze::python
