// Decisions, their proofs, and checks of answers in the C interface.
#include <variant>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

graze_answer answer_of(Answer answer) noexcept {
    switch (answer) {
        case Answer::disjoint: return GRAZE_ANSWER_DISJOINT;
        case Answer::intersecting: return GRAZE_ANSWER_INTERSECTING;
        case Answer::undecided: break;
    }
    return GRAZE_ANSWER_UNDECIDED;
}

graze_method method_of(Method method) noexcept {
    switch (method) {
        case Method::automatic: break;
        case Method::gjk: return GRAZE_GJK;
        case Method::sat: return GRAZE_SAT;
        case Method::fourier_motzkin: return GRAZE_FOURIER_MOTZKIN;
    }
    return GRAZE_AUTOMATIC;
}

std::optional<Method> method_of(const graze_method& method) noexcept {
    switch (number_of(method)) {
        case GRAZE_AUTOMATIC: return Method::automatic;
        case GRAZE_GJK: return Method::gjk;
        case GRAZE_SAT: return Method::sat;
        case GRAZE_FOURIER_MOTZKIN: return Method::fourier_motzkin;
    }
    return std::nullopt;
}

graze_flat_feature feature_of(const Feature& from) noexcept {
    static_assert(static_cast<int>(Feature::Kind::vertex) == GRAZE_FLAT_VERTEX &&
                  static_cast<int>(Feature::Kind::edge) == GRAZE_FLAT_EDGE &&
                  static_cast<int>(Feature::Kind::face) == GRAZE_FLAT_FACE);
    return {static_cast<graze_flat_feature_kind>(from.kind), from.first, from.second};
}

/// The numbers of each kind of proof.
struct Summarise {
    graze_verdict_summary& to;

    void operator()(const std::monostate&) const { to.proof = GRAZE_NO_PROOF; }
    void operator()(const SeparatingPlane& plane) const {
        to.proof = GRAZE_SEPARATING_PLANE;
        store(plane.normal, to.normal);
        to.offset = plane.offset;
    }
    void operator()(const CommonPoint&) const { to.proof = GRAZE_COMMON_POINT; }
    void operator()(const CommonTetrahedron&) const { to.proof = GRAZE_COMMON_TETRAHEDRON; }
    void operator()(const Crossing& crossing) const {
        to.proof = GRAZE_CROSSING;
        to.feature_a = feature_of(crossing.feature_a);
        to.feature_b = feature_of(crossing.feature_b);
    }
    void operator()(const Closeness& close) const {
        to.proof = GRAZE_CLOSENESS;
        store(close.normal, to.normal);
        to.delta = close.delta;
    }
    void operator()(const FarkasCertificate&) const { to.proof = GRAZE_FARKAS; }
    void operator()(const IntersectingParts& parts) const {
        if (const auto* crossing = std::get_if<Crossing>(&parts.proof)) (*this)(*crossing);
        to.proof = GRAZE_INTERSECTING_PARTS;
        to.part_a = parts.part_a;
        to.part_b = parts.part_b;
    }
    void operator()(const EnclosedPart& enclosed) const {
        to.proof = GRAZE_ENCLOSED_PART;
        (enclosed.probe.of_b ? to.part_b : to.part_a) = enclosed.probe.part;
    }
    void operator()(const SeparatingCover&) const { to.proof = GRAZE_SEPARATING_COVER; }
    void operator()(const CloseParts& close) const {
        (*this)(close.closeness);
        to.proof = GRAZE_CLOSE_PARTS;
        to.part_a = close.part_a;
        to.part_b = close.part_b;
    }
};

/// The verdict's proof, and that of its common point where it has one.
bool shows(const graze_verdict& verdict, const Placed& a, const Placed& b) noexcept {
    if (!verify(verdict.verdict, a, b)) return false;
    return !verdict.common || verdict.common->kind == CommonPointKind::unknown ||
           verify(*verdict.common, a, b);
}

/// Hands a verdict out with its common point, when it is one.
graze_result hand_out(Verdict&& verdict, const Placed& a, const Placed& b, graze_verdict** out) {
    if (verdict.status == Status::unsupported) {
        return fail(GRAZE_UNSUPPORTED, "this method does not serve the pair; use GRAZE_AUTOMATIC");
    }
    auto common = common_point(verdict, a, b);
    *out = new graze_verdict{std::move(verdict), std::move(common)};
    return succeed();
}

}  // namespace

graze_result graze_decide(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                          const double pose_b[7], graze_method method, graze_verdict** verdict) {
    if (!given(verdict)) return GRAZE_INVALID_ARGUMENT;
    const auto wanted = method_of(method);
    if (!wanted)
        return fail(GRAZE_INVALID_ARGUMENT, "there is no such method; use one that graze_method names");
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        return hand_out(decide(x, y, *wanted), x, y, verdict);
    });
}

graze_result graze_supports(graze_query query, const graze_shape* a, const graze_shape* b,
                            graze_method method, int* supported) {
    const int asked_for = number_of(query);
    if (asked_for < GRAZE_QUERY_OVERLAPS || asked_for > GRAZE_QUERY_TIME_OF_IMPACT)
        return fail(GRAZE_INVALID_ARGUMENT, "there is no such query; use one that graze_query names");
    if (!given(a) || !given(supported) || (asked_for != GRAZE_QUERY_RAYCAST && !given(b)))
        return GRAZE_INVALID_ARGUMENT;
    const auto wanted = method_of(method);
    if (!wanted)
        return fail(GRAZE_INVALID_ARGUMENT, "there is no such method; use one that graze_method names");
    static_assert(static_cast<int>(Query::overlaps) == GRAZE_QUERY_OVERLAPS &&
                  static_cast<int>(Query::decide) == GRAZE_QUERY_DECIDE &&
                  static_cast<int>(Query::separation) == GRAZE_QUERY_SEPARATION &&
                  static_cast<int>(Query::contacts) == GRAZE_QUERY_CONTACTS &&
                  static_cast<int>(Query::raycast) == GRAZE_QUERY_RAYCAST &&
                  static_cast<int>(Query::translational_cast) == GRAZE_QUERY_TRANSLATIONAL_CAST &&
                  static_cast<int>(Query::time_of_impact) == GRAZE_QUERY_TIME_OF_IMPACT);
    const ShapeType type_b = b != nullptr ? b->shape.type() : a->shape.type();
    *supported = supports(static_cast<Query>(asked_for), a->shape.type(), type_b, *wanted) ? 1 : 0;
    return succeed();
}

graze_result graze_verdict_read(const graze_verdict* verdict, graze_verdict_summary* summary) {
    if (!given(verdict) || !given(summary)) return GRAZE_INVALID_ARGUMENT;
    graze_verdict_summary to{};
    std::visit(Summarise{to}, verdict->verdict.proof);
    to.common = GRAZE_COMMON_UNKNOWN;
    if (verdict->common) {
        store(verdict->common->point, to.point);
        to.distance = verdict->common->distance;
        to.common = common_kind(verdict->common->kind);
    }
    to.answer = answer_of(verdict->verdict.answer);
    to.method = method_of(verdict->verdict.method);
    to.status = status(verdict->verdict.status);
    *summary = to;
    return succeed();
}

void graze_verdict_release(graze_verdict* verdict) { delete verdict; }

graze_result graze_scene_decide(const graze_scene* scene, graze_object a, graze_object b,
                                graze_verdict** verdict) {
    if (!given(scene) || !given(verdict)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, a) || !known(scene->scene, b)) return GRAZE_UNKNOWN_OBJECT;
    return guarded([&] {
        const Placed &x = scene->scene.placed(id(a)), &y = scene->scene.placed(id(b));
        return hand_out(decide(x, y), x, y, verdict);
    });
}

graze_result graze_scene_verify_verdict(const graze_scene* scene, const graze_verdict* verdict,
                                        graze_object a, graze_object b, int* shown) {
    if (!given(scene) || !given(verdict) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, a) || !known(scene->scene, b)) return GRAZE_UNKNOWN_OBJECT;
    *shown = shows(*verdict, scene->scene.placed(id(a)), scene->scene.placed(id(b))) ? 1 : 0;
    return succeed();
}

graze_result graze_scene_verify_separation(const graze_scene* scene, const graze_separation* answer,
                                           graze_object a, graze_object b, int* shown) {
    if (!given(scene) || !given(answer) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, a) || !known(scene->scene, b)) return GRAZE_UNKNOWN_OBJECT;
    *shown = verify(c::separation(*answer), scene->scene.placed(id(a)), scene->scene.placed(id(b))) ? 1 : 0;
    return succeed();
}

graze_result graze_verify_verdict(const graze_verdict* verdict, const graze_shape* a, const double pose_a[7],
                                  const graze_shape* b, const double pose_b[7], int* shown) {
    if (!given(verdict) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b,
                 [&](const Placed& x, const Placed& y) { *shown = shows(*verdict, x, y) ? 1 : 0; });
}

graze_result graze_common_point_of(const graze_shape* a, const double pose_a[7], const graze_shape* b,
                                   const double pose_b[7], int* found, graze_common_point* answer) {
    if (!given(found) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        const auto common = common_point(x, y);
        *found = common ? 1 : 0;
        if (common) *answer = c::common_point(*common);
    });
}

graze_result graze_verify_common_point(const graze_common_point* common, const graze_shape* a,
                                       const double pose_a[7], const graze_shape* b, const double pose_b[7],
                                       int* shown) {
    if (!given(common) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *shown = verify(c::common_point(*common), x, y) ? 1 : 0;
    });
}

graze_result graze_verify_separation(const graze_separation* answer, const graze_shape* a,
                                     const double pose_a[7], const graze_shape* b, const double pose_b[7],
                                     int* shown) {
    if (!given(answer) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *shown = verify(c::separation(*answer), x, y) ? 1 : 0;
    });
}

graze_result graze_verify_contacts(const graze_manifold* answer, const graze_shape* a, const double pose_a[7],
                                   const graze_shape* b, const double pose_b[7], int* shown) {
    if (!given(answer) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    return asked(a, pose_a, b, pose_b, [&](const Placed& x, const Placed& y) {
        *shown = verify(c::manifold(*answer), x, y) ? 1 : 0;
    });
}

graze_result graze_verify_ray_hit(const graze_ray_hit* hit, const double origin[3], const double direction[3],
                                  const graze_shape* target, const double pose_of_target[7], int* shown) {
    if (!given(hit) || !given(shown) || !given(origin, direction) || !given(target) || !given(pose_of_target))
        return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Placed placed{target->shape, pose(pose_of_target)};
        *shown = verify(c::ray_hit(*hit), Ray{vec(origin), vec(direction)}, placed) ? 1 : 0;
        return succeed();
    });
}

graze_result graze_verify_impact(const graze_impact* answer, const graze_shape* a,
                                 const graze_motion* motion_a, const graze_shape* b,
                                 const graze_motion* motion_b, int* shown) {
    if (!given(answer) || !given(a, b) || !given(motion_a, motion_b) || !given(shown))
        return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        *shown =
            verify(c::impact(*answer), Moving{a->shape, motion_a->motion}, Moving{b->shape, motion_b->motion})
                ? 1
                : 0;
        return succeed();
    });
}
