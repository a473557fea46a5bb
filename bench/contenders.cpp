#include "contender.hpp"

namespace graze::bench {

Contenders all_contenders() {
    Contenders contenders;
    add_graze(contenders);
#ifdef GRAZE_BENCH_FCL
    add_fcl(contenders);
#endif
#ifdef GRAZE_BENCH_CCD
    add_ccd(contenders);
#endif
#ifdef GRAZE_BENCH_BULLET
    add_bullet(contenders);
#endif
#ifdef GRAZE_BENCH_ODE
    add_ode(contenders);
#endif
    return contenders;
}

std::vector<std::string> missing_peers() {
    std::vector<std::string> missing;
#ifndef GRAZE_BENCH_FCL
    missing.emplace_back("FCL");
#endif
#ifndef GRAZE_BENCH_CCD
    missing.emplace_back("libccd");
#endif
#ifndef GRAZE_BENCH_BULLET
    missing.emplace_back("Bullet");
#endif
#ifndef GRAZE_BENCH_ODE
    missing.emplace_back("ODE");
#endif
    return missing;
}

}  // namespace graze::bench
