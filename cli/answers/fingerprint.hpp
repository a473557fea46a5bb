// A short name for the geometry of a document, by which a file of answers is matched with its document. It
// guards against mistakes, not against malice: an answer is trusted for its proof alone.
#pragma once

#include <string>

#include <graze/io/document.hpp>

namespace graze::cli {

/// 16 hexadecimal digits, made from names, shapes, places, motions and margins; groups, exclusions and titles
/// do not count.
std::string fingerprint(const io::Document& document);

}  // namespace graze::cli
