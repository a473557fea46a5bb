// Eigenvectors by Eigen's iterative solver, made right-handed. Equal eigenvalues leave their vectors to the
// solver's choice.
#include "bounds/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>

namespace graze {

SymmetricEigen symmetric_eigen(const Mat3& matrix) noexcept {
    Eigen::Matrix3d m;
    for (Eigen::Index i = 0; i < 3; ++i) {
        for (Eigen::Index j = 0; j < 3; ++j)
            m(i, j) = matrix(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
    }
    if (!m.allFinite()) return {};
    // The iterative solver: the closed form loses half of the digits where eigenvalues are close.
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(m);
    if (solver.info() != Eigen::Success) return {};
    const auto column = [&](Eigen::Index i) {
        return Vec3{solver.eigenvectors()(0, i), solver.eigenvectors()(1, i), solver.eigenvectors()(2, i)};
    };
    const Vec3 first = unit(column(2)), second = unit(column(1));
    return {{solver.eigenvalues()(2), solver.eigenvalues()(1), solver.eigenvalues()(0)},
            {{first, second, cross(first, second)}}};
}

}  // namespace graze
