// Two parts to examine: of two files, or by their names in one scene. Where several parts are meant, the
// closest two of them.
#pragma once

#include <string>
#include <vector>

#include <graze/io/document.hpp>

#include "commands/command.hpp"
#include "inputs.hpp"

namespace graze::cli {

struct PairInputs {
    std::string file;    ///< The first file, or the scene.
    std::string second;  ///< The second file, or a part of the scene.
    std::string third;   ///< Another part of the scene; empty for two files.
    Inputs reading;
};

/// Adds the words as the command's positional arguments, and the options of reading.
void declare_pair(CLI::App& command, PairInputs& inputs);

struct PartPair {
    io::Part a;
    io::Part b;
    std::size_t candidates = 1;  ///< Pairs that the words meant; of these the closest is here.
};

/// Throws UserError: a file that cannot be read, a name that is not there, one part on both sides.
PartPair load_pair(const PairInputs& inputs);

/// The parts of a name, or of a pattern with * and ?, by their index, growing. Throws UserError when there
/// are none, with the nearest name.
std::vector<std::size_t> parts_named(const io::Document& document, const std::string& pattern);

}  // namespace graze::cli
