// Answers in the structs of the C interface, and back.
#include <variant>

#include "handles.hpp"

namespace graze::c {
namespace {

Status status_of(const graze_status& status) noexcept {
    switch (number_of(status)) {
        case GRAZE_CONVERGED: return Status::converged;
        case GRAZE_BUDGET_REACHED: return Status::budget_reached;
        case GRAZE_NOT_VALID: return Status::invalid_input;
        case GRAZE_NOT_SUPPORTED: return Status::unsupported;
    }
    return Status::invalid_input;
}

}  // namespace

graze_relation relation_of(Relation relation) noexcept {
    switch (relation) {
        case Relation::disjoint: return GRAZE_DISJOINT;
        case Relation::touching: return GRAZE_TOUCHING;
        case Relation::overlapping: return GRAZE_OVERLAPPING;
        case Relation::a_inside_b: return GRAZE_A_INSIDE_B;
        case Relation::b_inside_a: return GRAZE_B_INSIDE_A;
        case Relation::identical: return GRAZE_IDENTICAL;
    }
    return GRAZE_OVERLAPPING;
}

graze_status status(Status status) noexcept {
    switch (status) {
        case Status::converged: return GRAZE_CONVERGED;
        case Status::budget_reached: return GRAZE_BUDGET_REACHED;
        case Status::invalid_input: return GRAZE_NOT_VALID;
        case Status::unsupported: return GRAZE_NOT_SUPPORTED;
    }
    return GRAZE_NOT_VALID;
}

graze_separation separation(const Separation& from) noexcept {
    graze_separation to{};
    to.lower = from.distance.lower;
    to.upper = from.distance.upper;
    store(from.point_a, to.point_a);
    store(from.point_b, to.point_b);
    store(from.normal, to.normal);
    to.status = status(from.status);
    to.iterations = from.iterations;
    to.part_a = from.part_a;
    to.part_b = from.part_b;
    return to;
}

Separation separation(const graze_separation& from) noexcept {
    Separation to;
    to.distance = {from.lower, from.upper};
    to.point_a = vec(from.point_a);
    to.point_b = vec(from.point_b);
    to.normal = vec(from.normal);
    to.status = status_of(from.status);
    to.iterations = from.iterations;
    to.part_a = from.part_a;
    to.part_b = from.part_b;
    return to;
}

graze_common_kind common_kind(CommonPointKind kind) noexcept {
    switch (kind) {
        case CommonPointKind::member: return GRAZE_COMMON_MEMBER;
        case CommonPointKind::nearby: return GRAZE_COMMON_NEARBY;
        case CommonPointKind::close: return GRAZE_COMMON_CLOSE;
        case CommonPointKind::unknown: break;
    }
    return GRAZE_COMMON_UNKNOWN;
}

graze_common_point common_point(const CertifiedCommonPoint& from) noexcept {
    graze_common_point to{};
    store(from.point, to.point);
    to.distance = from.distance;
    to.kind = common_kind(from.kind);
    to.status = status(from.status);
    const auto* parts = std::get_if<IntersectingParts>(&from.proof);
    to.part_a = parts ? parts->part_a : GRAZE_NO_PART;
    to.part_b = parts ? parts->part_b : GRAZE_NO_PART;
    return to;
}

CertifiedCommonPoint common_point(const graze_common_point& from) {
    CertifiedCommonPoint to;
    to.point = vec(from.point);
    to.distance = from.distance;
    to.status = status_of(from.status);
    if (number_of(from.kind) != GRAZE_COMMON_MEMBER) return to;
    to.kind = CommonPointKind::member;
    if (from.part_a == GRAZE_NO_PART)
        to.proof = CommonPoint{to.point};
    else
        to.proof = IntersectingParts{from.part_a, from.part_b, CommonPoint{to.point}};
    return to;
}

graze_manifold manifold(const ContactManifold& from) noexcept {
    graze_manifold to{};
    to.count = from.points.size();
    for (std::size_t i = 0; i < to.count; ++i) {
        const ContactPoint& point = from.points[i];
        store(point.position, to.points[i].position);
        to.points[i].depth = point.depth;
        to.points[i].feature = point.feature;
        to.points[i].part_a = point.part_a;
        to.points[i].part_b = point.part_b;
    }
    store(from.normal, to.normal);
    to.lower = from.distance.lower;
    to.upper = from.distance.upper;
    to.status = status(from.status);
    store(from.nearest_a, to.nearest_a);
    store(from.nearest_b, to.nearest_b);
    return to;
}

ContactManifold manifold(const graze_manifold& from) noexcept {
    ContactManifold to;
    to.points.count = std::min(from.count, to.points.storage.size());
    for (std::size_t i = 0; i < to.points.count; ++i) {
        const graze_contact_point& point = from.points[i];
        to.points.storage[i] = {vec(point.position), point.depth, point.feature, point.part_a, point.part_b};
    }
    to.normal = vec(from.normal);
    to.distance = {from.lower, from.upper};
    to.status = from.count == to.points.count ? status_of(from.status) : Status::invalid_input;
    to.nearest_a = vec(from.nearest_a);
    to.nearest_b = vec(from.nearest_b);
    return to;
}

graze_ray_hit ray_hit(const RayHit& from) noexcept {
    graze_ray_hit to{};
    to.t = from.t;
    to.lower = from.bounds.lower;
    to.upper = from.bounds.upper;
    store(from.point, to.point);
    store(from.normal, to.normal);
    to.status = status(from.status);
    return to;
}

RayHit ray_hit(const graze_ray_hit& from) noexcept {
    RayHit to;
    to.t = from.t;
    to.bounds = {from.lower, from.upper};
    to.point = vec(from.point);
    to.normal = vec(from.normal);
    to.status = status_of(from.status);
    return to;
}

graze_impact impact(const Impact& from) noexcept {
    graze_impact to{};
    to.answer = from.answer == ImpactAnswer::miss      ? GRAZE_MISS
                : from.answer == ImpactAnswer::contact ? GRAZE_CONTACT
                                                       : GRAZE_WITHIN_TOLERANCE;
    to.proof = from.proof == ContactProof::none      ? GRAZE_NO_CONTACT
               : from.proof == ContactProof::overlap ? GRAZE_OVERLAP
                                                     : GRAZE_PASSAGE;
    to.lower = from.time.lower;
    to.upper = from.time.upper;
    store(from.point, to.point);
    store(from.normal, to.normal);
    to.part_a = from.part_a;
    to.part_b = from.part_b;
    to.status = status(from.status);
    return to;
}

Impact impact(const graze_impact& from) noexcept {
    Impact to;
    const int answer = number_of(from.answer), proof = number_of(from.proof);
    to.hit = answer != GRAZE_MISS;
    to.answer = answer == GRAZE_MISS      ? ImpactAnswer::miss
                : answer == GRAZE_CONTACT ? ImpactAnswer::contact
                                          : ImpactAnswer::within_tolerance;
    to.proof = proof == GRAZE_NO_CONTACT ? ContactProof::none
               : proof == GRAZE_OVERLAP  ? ContactProof::overlap
                                         : ContactProof::passage;
    to.time = {from.lower, from.upper};
    to.point = vec(from.point);
    to.normal = vec(from.normal);
    to.part_a = from.part_a;
    to.part_b = from.part_b;
    to.status = status_of(from.status);
    return to;
}

}  // namespace graze::c
