// Proofs as dictionaries: `kind` and the numbers of the struct of that kind, by the names of the library.
#pragma once

#include <pybind11/pybind11.h>

#include <graze/result/proof.hpp>

namespace graze::python {

const char* kind_of(const Proof& proof) noexcept;
pybind11::dict fields_of(const Proof& proof);

}  // namespace graze::python
