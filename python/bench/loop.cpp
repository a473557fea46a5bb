// The loops that a C++ program would write in place of a batch, for bench.py, which calls them through
// ctypes: with the same shapes (as bytes) and the same array of poses, in one process. Results are allocated
// by each run, as batches do; poses are not checked.
#include <cstddef>
#include <memory>
#include <vector>

#include <graze/mesh/shape_bytes.hpp>
#include <graze/query/query.hpp>

namespace {

using namespace graze;

struct Question {
    Shape a{Point{}};
    Shape b{Point{}};
    const double* poses = nullptr;  ///< The caller's.
    std::size_t count = 0;
    std::vector<unsigned char> hits;
    std::vector<Separation> gaps;
};

Shape shape_of(const unsigned char* bytes, std::size_t size) {
    const auto* data = reinterpret_cast<const std::byte*>(bytes);
    return shape_from_bytes({data, size}).value_or(Shape(Point{}));
}

/// Calls answer(i, a, b) for items first .. last - 1.
template <class Answer>
void loop(const Question& question, std::size_t first, std::size_t last, const Answer& answer) {
    const Placed a{question.a, {}};
    Placed b{question.b, {}};
    for (std::size_t i = first; i < last; ++i) {
        const double* m = question.poses + 16 * i;
        b.pose = {Mat3::from_rows({m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}),
                  {m[3], m[7], m[11]}};
        answer(i, a, b);
    }
}

}  // namespace

extern "C" {

void* loop_make(const unsigned char* a, std::size_t size_a, const unsigned char* b, std::size_t size_b) {
    auto question = std::make_unique<Question>();
    question->a = shape_of(a, size_a);
    question->b = shape_of(b, size_b);
    return question.release();
}

/// Matrices of 4 x 4 doubles, row by row, which the caller keeps.
void loop_set_poses(void* handle, const double* poses, std::size_t count) {
    auto& question = *static_cast<Question*>(handle);
    question.poses = poses;
    question.count = count;
}

void loop_overlaps(void* handle) {
    auto& question = *static_cast<Question*>(handle);
    question.hits = std::vector<unsigned char>(question.count);
    loop(question, 0, question.count,
         [&](std::size_t i, const Placed& a, const Placed& b) { question.hits[i] = overlaps(a, b) ? 1 : 0; });
}

void loop_separation(void* handle) {
    auto& question = *static_cast<Question*>(handle);
    question.gaps = {};
    question.gaps = std::vector<Separation>(question.count);
    loop(question, 0, question.count,
         [&](std::size_t i, const Placed& a, const Placed& b) { question.gaps[i] = separation(a, b); });
}

/// How many overlaps the last loop found, and the sum of lower bounds: compared with the batch's.
std::size_t loop_hits(void* handle) {
    std::size_t count = 0;
    for (const unsigned char hit : static_cast<Question*>(handle)->hits) count += hit;
    return count;
}

void loop_lower(void* handle, double* lower) {
    for (const Separation& gap : static_cast<Question*>(handle)->gaps) *lower++ = gap.distance.lower;
}

void loop_free(void* handle) { delete static_cast<Question*>(handle); }
}
