// One answer under audit: the query, the answer, and the laws that the answer must satisfy. Audit builds
// only. World frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit_report.hpp"
#include "graze/math/interval.hpp"
#include "graze/motion/motion.hpp"
#include "graze/result/ray.hpp"
#include "graze/shape/shape.hpp"

namespace graze::audit {

/// Keeps references to the arguments of the query; must not outlive the call.
class Check {
public:
    explicit Check(std::string_view verb);
    Check(std::string_view verb, const Placed& a);
    Check(std::string_view verb, const Placed& a, const Placed& b);
    Check(std::string_view verb, const Moving& a, const Moving& b);

    /// More of the question. Counts for the sample.
    void asked(std::string name, std::initializer_list<double> values);
    void asked(std::string name, const Vec3& v) { asked(std::move(name), {v.x, v.y, v.z}); }
    /// The answer, for the capsule.
    void answered(std::string name, std::initializer_list<double> values);
    void answered(std::string name, const Vec3& v) { answered(std::move(name), {v.x, v.y, v.z}); }
    void answered(std::string name, const Interval& x) { answered(std::move(name), {x.lower, x.upper}); }

    /// More of the question as JSON text.
    void attach(std::string name, std::string json);

    /// A law that every right answer keeps: anything else is a contradiction, of which the first is reported.
    void expect(bool holds, std::string_view law);
    /// An answer that no check confirms.
    void not_shown(std::string_view kind) const;
    /// Whether this query is in the sample of one query in `one_in`.
    [[nodiscard]] bool sampled(std::uint64_t one_in, std::uint64_t salt) const noexcept {
        return hash_.samples(one_in, salt);
    }
    [[nodiscard]] const InputHash& hash() const noexcept { return hash_; }
    [[nodiscard]] bool failed() const noexcept { return failed_; }

    /// The capsule, as text: the query, the answer as far as it was recorded, and the law that it breaks.
    [[nodiscard]] std::string capsule(std::string_view law) const;

private:
    void add(const Shape& shape) noexcept;
    void add(const Pose& pose) noexcept;
    void add(const Motion& motion) noexcept;

    std::string_view verb_;
    const Placed* a_ = nullptr;
    const Placed* b_ = nullptr;
    const Moving* moving_a_ = nullptr;
    const Moving* moving_b_ = nullptr;
    std::vector<Numbers> question_;
    std::vector<Numbers> answer_;
    std::string attached_;
    InputHash hash_;
    bool failed_ = false;
};

/// As capsules have them.
std::string json_text(const Placed& placed);
std::string json_text(const Moving& moving);
std::string json_text(std::span<const std::byte> bytes);

}  // namespace graze::audit
