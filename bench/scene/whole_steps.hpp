// Rows of whole steps: broad and narrow phase together, beside the peers.
#pragma once

#include <cstdio>

namespace graze::bench {

/// `threads` > 1: graze with so many threads beside graze with one, and no peers.
void run_whole_steps(std::FILE* csv, unsigned threads);

}  // namespace graze::bench
