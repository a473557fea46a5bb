// Answers with the inputs that they are about, single and in batches.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <graze/result/ray.hpp>

#include "answer_bytes.hpp"
#include "arguments.hpp"
#include "objects.hpp"
#include "pairs.hpp"

namespace graze::python {

/// Leaves numbers as they are in memory: every item is written before it is read, and the threads of a batch
/// touch the pages of their own items first.
template <class T> struct Unset : std::allocator<T> {
    template <class U> struct rebind { using other = Unset<U>; };
    template <class U, class... Arguments> void construct(U* place, Arguments&&... arguments) {
        if constexpr (sizeof...(Arguments) > 0 || !std::is_trivially_copyable_v<U>)
            std::construct_at(place, std::forward<Arguments>(arguments)...);
    }
};
template <class T> using Items = std::vector<T, Unset<T>>;

template <class T> std::string packed_all(const Items<T>& answers) {
    std::string bytes;
    for (const T& answer : answers) pack(answer, bytes);
    return bytes;
}

[[noreturn]] inline void refuse_bytes() { refuse_value("answer: not what this version of graze writes"); }

/// A ValueError for other bytes than of these answers.
template <class T> Items<T> answers_of(py::handle bytes) {
    Items<T> answers;
    std::string_view view = bytes_of(bytes);
    while (!view.empty())
        if (T answer{}; unpack(view, answer))
            answers.push_back(std::move(answer));
        else
            refuse_bytes();
    return answers;
}

/// One answer.
template <class T> T answer_of(py::handle bytes) {
    T answer{};
    std::string_view view = bytes_of(bytes);
    if (!unpack(view, answer) || !view.empty()) refuse_bytes();
    return answer;
}

/// An answer about two placed shapes.
template <class T> struct PairAnswer {
    T answer{};
    Placed a{Point{}, {}};
    Placed b{Point{}, {}};

    [[nodiscard]] std::string bytes() const { return packed(answer); }
    [[nodiscard]] bool same_inputs(const PairAnswer& other) const {
        return same(a, other.a) && same(b, other.b);
    }
};

/// The items of a side of a batch, kept so that every answer knows its inputs, whatever the caller does with
/// the arrays.
class KeptSide {
public:
    KeptSide(const Side& side, std::size_t count) : one_(side.first()), listed_(side.listed()) {
        if (!listed_ && side.many()) poses_.resize(count);
    }
    /// What `state` returned, for `count` items.
    KeptSide(const py::tuple& state, std::size_t count);
    /// The placed shape of all items; a list of them, or None; (N, 4, 4) poses, or None.
    [[nodiscard]] py::tuple state() const;
    [[nodiscard]] bool same_inputs(const KeptSide& other, std::size_t count) const {
        if (listed_ == other.listed_ && poses_ == other.poses_) return same(one_, other.one_);
        for (std::size_t i = 0; i < count; ++i)
            if (!same(at(i), other.at(i))) return false;
        return true;
    }
    void keep(std::size_t i, const Placed& placed) {
        if (!poses_.empty()) poses_[i] = placed.pose;
    }
    void keep(std::size_t first, std::span<const PosePair> places, Pose PosePair::*of) {
        if (poses_.empty()) return;
        for (std::size_t i = 0; i < places.size(); ++i) poses_[first + i] = places[i].*of;
    }
    [[nodiscard]] Placed at(std::size_t i) const {
        if (listed_) return (*listed_)[i];
        return {one_.shape, poses_.empty() ? one_.pose : poses_[i]};
    }

private:
    Placed one_;
    std::shared_ptr<const std::vector<Placed>> listed_;
    Items<Pose> poses_;
};

/// Many answers about pairs.
template <class T> class PairAnswers {
public:
    /// verb(a, b); where every item has more to it, verb(i, a, b); where one may take long, verb(a, b,
    /// watch).
    template <class Verb>
    PairAnswers(const Pairs& pairs, unsigned threads, const Verb& verb) : PairAnswers(pairs) {
        pairs.run(threads, [&](std::size_t i, const Placed& a, const Placed& b, Watch& watch) {
            if constexpr (std::is_invocable_v<Verb, std::size_t, const Placed&, const Placed&>)
                answers_[i] = verb(i, a, b);
            else if constexpr (std::is_invocable_v<Verb, const Placed&, const Placed&, Watch&>)
                answers_[i] = verb(a, b, watch);
            else
                answers_[i] = verb(a, b);
            a_.keep(i, a);
            b_.keep(i, b);
        });
    }

    /// Two shapes at many places: verb(a, b, poses, answers) is one of the library's verbs for them.
    template <class Verb>
    static PairAnswers at_places(const Pairs& pairs, unsigned threads, const Verb& verb) {
        PairAnswers all(pairs);
        pairs.run_at(threads, [&](std::size_t first, std::span<const PosePair> poses) {
            verb(pairs.only_a().shape, pairs.only_b().shape, poses,
                 std::span<T>(all.answers_).subspan(first, poses.size()));
            all.a_.keep(first, poses, &PosePair::a);
            all.b_.keep(first, poses, &PosePair::b);
        });
        return all;
    }

    [[nodiscard]] std::size_t size() const noexcept { return answers_.size(); }
    [[nodiscard]] const Items<T>& answers() const noexcept { return answers_; }
    [[nodiscard]] PairAnswer<T> at(std::size_t i) const { return {answers_[i], a_.at(i), b_.at(i)}; }

    /// What `state` returned.
    explicit PairAnswers(const py::tuple& state)
        : answers_(answers_of<T>(state[0])), a_(state[1], answers_.size()), b_(state[2], answers_.size()) {}
    [[nodiscard]] py::tuple state() const {
        return py::make_tuple(py::bytes(bytes()), a_.state(), b_.state());
    }
    [[nodiscard]] std::string bytes() const { return packed_all(answers_); }
    [[nodiscard]] bool same_inputs(const PairAnswers& other) const {
        return size() == other.size() && a_.same_inputs(other.a_, size()) && b_.same_inputs(other.b_, size());
    }

private:
    /// Before they are answered.
    explicit PairAnswers(const Pairs& pairs)
        : answers_(pairs.count), a_(pairs.a, pairs.count), b_(pairs.b, pairs.count) {}

    Items<T> answers_;
    KeptSide a_;
    KeptSide b_;
};

inline bool same_ray(const Ray& x, const Ray& y) noexcept {
    return x.origin == y.origin && x.direction == y.direction;
}

/// A hit with its question.
struct RayAnswer {
    RayHit hit{};
    Ray ray{};
    Placed target{Point{}, {}};

    [[nodiscard]] std::string bytes() const { return packed(hit); }
    [[nodiscard]] bool same_inputs(const RayAnswer& other) const {
        return same_ray(ray, other.ray) && same(target, other.target);
    }
};

/// An index of Python's, negative ones from the end.
inline std::size_t index_of(py::handle index, std::size_t size) {
    const auto n = static_cast<long long>(size);
    const long long i = integer_of(index, "index", -(1LL << 62), 1LL << 62);
    if (i < -n || i >= n) throw py::index_error("index " + std::to_string(i) + " of " + std::to_string(size));
    return static_cast<std::size_t>(i < 0 ? i + n : i);
}

/// get(i) for an index; of a slice a list of them.
template <class Get> py::object item_or_list(const py::object& index, std::size_t size, const Get& get) {
    if (PySlice_Check(index.ptr()) == 0) return get(index_of(index, size));
    py::ssize_t start = 0, stop = 0, step = 1;
    if (PySlice_Unpack(index.ptr(), &start, &stop, &step) < 0) throw py::error_already_set();
    const py::ssize_t count = PySlice_AdjustIndices(static_cast<py::ssize_t>(size), &start, &stop, step);
    py::list items;
    for (py::ssize_t i = 0; i < count; ++i) items.append(get(static_cast<std::size_t>(start + i * step)));
    return items;
}

/// As Python has it.
inline py::object interval_object(const Interval& interval) {
    return py::module_::import("graze._poses").attr("Interval")(interval.lower, interval.upper);
}

/// An owned array with one number for each item.
template <class Out, class Items, class Get> py::array column(const Items& items, const Get& get) {
    py::array_t<Out> array(static_cast<py::ssize_t>(items.size()));
    Out* out = array.mutable_data();
    for (const auto& item : items) *out++ = static_cast<Out>(get(item));
    return array;
}

/// (N, 3).
template <class Items, class Get> py::array vector_column(const Items& items, const Get& get) {
    Doubles array({static_cast<py::ssize_t>(items.size()), py::ssize_t{3}});
    double* out = array.mutable_data();
    for (const auto& item : items) {
        const Vec3 v = get(item);
        *out++ = v.x, *out++ = v.y, *out++ = v.z;
    }
    return array;
}

/// An answer to `separation` without options, as Python has it.
py::object separation_object(const PairAnswer<Separation>& gap);

/// Equal answers are the same bit by bit, proofs and all, and about equal inputs.
template <class Answer> void compare_by_bytes(py::class_<Answer>& type) {
    type.def("__eq__",
             [](const Answer& answer, const py::object& other) -> py::object {
                 const Answer* that = value_in<Answer>(other);
                 if (that == nullptr) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 return py::bool_(&answer == that ||
                                  (answer.bytes() == that->bytes() && answer.same_inputs(*that)));
             })
        .def("__hash__", [](const Answer& answer) { return py::hash(py::bytes(answer.bytes())); });
}

/// A pickled answer about two placed shapes.
template <class T>
PairAnswer<T> pair_again(const py::object& a, const py::object& b, const py::object& bytes) {
    return {answer_of<T>(bytes), placed_of(a, py::none(), "a"), placed_of(b, py::none(), "b")};
}

/// For __reduce__: the answer is made by the function `<name>_again` of graze._core, of these arguments.
template <class... Arguments> py::tuple made_again(const char* name, const Arguments&... arguments) {
    return py::make_tuple(py::module_::import("graze._verbs").attr("_again"),
                          py::make_tuple(name, arguments...));
}

}  // namespace graze::python
