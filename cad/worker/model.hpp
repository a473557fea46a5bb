// A file as the reading process keeps it, so that its shapes can be meshed again.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "stream.hpp"

namespace graze::cad {

class Model {
public:
    virtual ~Model() = default;
    [[nodiscard]] virtual std::size_t shape_count() const = 0;
    /// With this deflection; 0: a 500th of its size. Throws Unusable.
    virtual ShapeFrame mesh(std::uint32_t shape, double deflection) = 0;
    /// Sends the notes and the instances.
    virtual void send_instances() = 0;
};

/// STEP, IGES and BREP. Throws Unusable.
std::unique_ptr<Model> read_by_occt(const std::string& file);
/// 3MF. Throws Unusable.
std::unique_ptr<Model> read_3mf(const std::string& file);

/// The ending in lower case: ".step".
std::string ending_of(const std::string& file);

}  // namespace graze::cad
