// One library (or one of its solvers) in the comparison. Whatever its user would make once is made in `load`,
// which is not timed: shapes, geometries, poses in the library's own types, request and result objects.
// `answer` is the timed loop.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "batch.hpp"

namespace graze::bench {

class Contender {
public:
    explicit Contender(std::string name) : name_(std::move(name)) {}
    Contender(const Contender&) = delete;
    Contender& operator=(const Contender&) = delete;
    virtual ~Contender() = default;

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] virtual bool serves(Ask ask, Kind a, Kind b) const = 0;
    /// Keeps what it needs of the batch; the batch outlives the answers.
    virtual void load(const Batch& batch) = 0;
    /// Whether the last batch can be answered: a contender may refuse shapes that are too large for it.
    [[nodiscard]] virtual bool loaded() const { return true; }
    /// Answers the first replies.size() pairs of the loaded batch.
    virtual void answer(Ask ask, std::span<Reply> replies) = 0;

private:
    std::string name_;
};

using Contenders = std::vector<std::unique_ptr<Contender>>;

/// Each adapter adds its solvers; those of peers that were not found at configure time are not compiled, and
/// named by `missing_peers`.
void add_graze(Contenders& contenders);
void add_fcl(Contenders& contenders);
void add_ccd(Contenders& contenders);
void add_bullet(Contenders& contenders);
void add_ode(Contenders& contenders);

/// graze first, then every peer that was built in.
Contenders all_contenders();
std::vector<std::string> missing_peers();

}  // namespace graze::bench
