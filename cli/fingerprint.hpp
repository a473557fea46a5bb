// A short name for the geometry of a document, by which a file of answers tells that it was not made for another one. It guards against
// mistakes, not against malice: what an answer says is trusted for its proof alone.
#pragma once

#include <string>

#include <graze/io/document.hpp>

namespace graze::cli {

/// 16 hexadecimal digits. Of names, shapes, places, motions and margins; groups, exclusions and titles do not count.
std::string fingerprint(const io::Document& document);

}  // namespace graze::cli
