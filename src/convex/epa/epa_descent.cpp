// Newton's steps over directions, from jump to jump. Nothing here is relied on: what it finds is described
// and bounded afterwards.
#include "convex/epa/epa_descent.hpp"

#include <algorithm>

namespace graze {

bool DifferenceHeights::Descent::evaluate() noexcept {
    base = d.centre_;
    edges = 0;
    for (std::size_t i = 0; i < d.jump_count_; ++i) {
        const Jump& jump = d.jumps_[i];
        if (side[i] == 0) {
            if (edges == 2) return false;
            at[edges] = i;
            half[edges++] = jump.half;
        } else if (jump.disk < 0) {
            base += side[i] > 0 ? jump.half : -jump.half;
        }
    }
    for (std::size_t j = 0; j < d.disk_count_; ++j) evaluate_disk(j);
    height = dot(base, n);
    gradient = base - height * n;
    return true;
}

void DifferenceHeights::Descent::evaluate_disk(std::size_t j) noexcept {
    const Disk& disk = d.disks_[j];
    width[j] = 0;
    const int tip = disk.jump < 0 ? -1 : side[static_cast<std::size_t>(disk.jump)];
    if (tip > 0) {
        base += disk.apex;
        return;
    }
    if (flat == static_cast<int>(j)) {
        base += disk.centre;
        return;
    }
    const Vec3 part = n - dot(n, disk.axis) * disk.axis;
    width[j] = length(part);
    if (width[j] < kLeastWidth && tip < 0) {
        // Along the axis, without staying there: no point of the disk is known to be the highest, but its
        // centre is in it.
        width[j] = 0;
        base += disk.centre;
        return;
    }
    Vec3 out = part * (1 / width[j]);
    out -= dot(out, disk.axis) * disk.axis;  // what rounding left of the axis in the small part
    along[j] = cross(disk.axis, out);
    const Vec3 rim = disk.centre + disk.radius * out;
    if (tip < 0) {
        base += rim;
        return;
    }
    base += 0.5 * (disk.apex + rim);
    half[at[0] == static_cast<std::size_t>(disk.jump) ? 0 : 1] = 0.5 * (disk.apex - rim);
}

bool DifferenceHeights::Descent::cross_face() noexcept {
    if (edges == 0) return true;
    if (edges == 1) {
        sigma[0] = -dot(gradient, half[0]) / length_sq(half[0]);
    } else {
        const double area = dot(n, cross(half[0], half[1]));
        sigma[0] = -dot(n, cross(gradient, half[1])) / area;
        sigma[1] = -dot(n, cross(half[0], gradient)) / area;
    }
    const std::size_t worse = edges == 2 && std::abs(sigma[1]) > std::abs(sigma[0]) ? 1 : 0;
    if (std::abs(sigma[worse]) <= 1) return true;
    side[at[worse]] = sigma[worse] > 0 ? 1 : -1;
    released = static_cast<int>(at[worse]);
    return false;
}

DifferenceHeights::Descent::Step DifferenceHeights::Descent::step() const noexcept {
    HeightForm hessian;
    for (std::size_t j = 0; j < d.disk_count_; ++j) {
        if (width[j] > 0)
            hessian.add(rim_share(j) * d.disks_[j].radius / width[j], dot(along[j], s), dot(along[j], t));
    }
    hessian.add_round(-height);
    const double least = 0.05 * height;
    const double gs = dot(gradient, s);
    const double gt = dot(gradient, t);
    if (edges == 1) return {(-gt / std::max(std::abs(hessian.tt), least)) * t, hessian.tt > least};
    if (hessian.above(least)) {
        const double inverse = 1 / (hessian.ss * hessian.tt - hessian.st * hessian.st);
        return {((hessian.st * gt - hessian.tt * gs) * inverse) * s +
                    ((hessian.st * gs - hessian.ss * gt) * inverse) * t,
                true};
    }
    return {
        (-gs / std::max(std::abs(hessian.ss), least)) * s + (-gt / std::max(std::abs(hessian.tt), least)) * t,
        false};
}

bool DifferenceHeights::Descent::move(Vec3& displacement) noexcept {
    double part = 1;
    int reached = -1;
    for (std::size_t i = 0; i < d.jump_count_; ++i) {
        if (side[i] == 0) continue;
        const double here = dot(n, d.jumps_[i].across) - d.jumps_[i].level;
        const double change = dot(displacement, d.jumps_[i].across);
        if ((here + change) * side[i] >= 0) continue;
        const double until = std::clamp(-here / change, 0.0, 1.0);
        if (until < part || reached < 0) {
            part = until;
            reached = static_cast<int>(i);
        }
    }
    displacement *= part;
    for (std::size_t j = 0; j < d.disk_count_; ++j) {
        if (!(width[j] > 0)) continue;
        const Vec3& axis = d.disks_[j].axis;
        const double over = dot(n, axis);
        const Vec3 here = n - over * axis;
        const Vec3 change = displacement - dot(displacement, axis) * axis;
        if (dot(here, here + change) > 0) continue;
        flat = static_cast<int>(j);
        n = over < 0 ? -axis : axis;
        return true;
    }
    n += displacement;
    if (reached >= 0) side[static_cast<std::size_t>(reached)] = 0;
    return reached >= 0;
}

bool DifferenceHeights::Descent::restore_constraints() noexcept {
    std::array<const Jump*, 2> stays{};
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < d.jump_count_; ++i) {
        if (side[i] != 0) continue;
        if (count == 2) return false;
        stays[count++] = &d.jumps_[i];
    }
    if (count == 0 || flat >= 0) {
        n *= 1 / length(n);
        return flat < 0 || count == 0;
    }
    const Vec3& p = stays[0]->across;
    if (count == 1) {
        const Vec3 orthogonal = n - dot(n, p) * p;
        n = stays[0]->level * p + (stays[0]->slope / length(orthogonal)) * orthogonal;
        return true;
    }
    const Directions both = at_both(*stays[0], *stays[1]);
    if (!both.exist) return false;
    n = dot(n, both.out) < 0 ? both.inside - both.out : both.inside + both.out;
    return true;
}

Vec3 DifferenceHeights::Descent::next_displacement(bool& convex) const noexcept {
    convex = false;
    if (flat >= 0) return (-kLongestStep / length(gradient)) * gradient;
    Step next = step();
    // Back over the jump that was just left: the quadratic model knows one side of it only.
    if (released >= 0 && crosses_back(next.displacement)) next = {gradient * (-1 / height), false};
    const double size_sq = length_sq(next.displacement);
    if (size_sq > kLongestStep * kLongestStep) next.displacement *= kLongestStep / std::sqrt(size_sq);
    convex = next.convex;
    return next.displacement;
}

/// A cone's jump is a small circle of directions: scaling one to unit length may bring it across.
bool DifferenceHeights::Descent::stays_where_it_crossed() noexcept {
    bool crossed = false;
    for (std::size_t j = 0; j < d.disk_count_ && flat < 0; ++j) {
        const int i = d.disks_[j].jump;
        if (i < 0) continue;
        const Jump& jump = d.jumps_[static_cast<std::size_t>(i)];
        int& at_jump = side[static_cast<std::size_t>(i)];
        if ((dot(n, jump.across) - jump.level) * at_jump >= -64 * kEps) continue;
        at_jump = 0;
        crossed = true;
    }
    return crossed;
}

bool DifferenceHeights::Descent::run() noexcept {
    Place last;
    for (int i = 0; i < kMostSteps; ++i) {
        if (!evaluate() || !(height > 0)) return false;
        bool convex = false;
        if (height > last.height) {
            // Over a minimum: back, and a part of the way.
            n = last.n;
            side = last.side;
            width = last.width;
            flat = -1;
            last.displacement *= kShorter;
        } else {
            if (flat >= 0) {
                const Disk& disk = d.disks_[static_cast<std::size_t>(flat)];
                // A cone has no flat face at its apex.
                if (disk.jump >= 0 && dot(n, disk.axis) > 0) return false;
                if (length(gradient) <= disk.radius) return true;
            } else {
                if (!cross_face()) continue;
                if (edges == 2) return true;
                choose_basis();
            }
            last = {n, side, height * (1 + 64 * kEps), width, next_displacement(convex)};
            flat = -1;
        }
        released = -1;
        bool reached = move(last.displacement);
        if (!restore_constraints()) return false;
        if (stays_where_it_crossed()) {
            reached = true;
            if (!restore_constraints()) return false;
        }
        if (!reached && convex && length_sq(last.displacement) < kShortStep * kShortStep)
            return evaluate() && cross_face();
    }
    return false;
}

}  // namespace graze
