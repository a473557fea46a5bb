// What a program does when objects of a scene collide: tables of responses, and rounds of them. A response is
// a number here. Python's half (graze/_responses.py) has the functions by these numbers, where its collector
// of cycles finds them.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <graze/scene/response_table.hpp>

#include "bindings.hpp"
#include "world.hpp"

namespace graze::python {

namespace {

/// Calls the response with this number; answers whether to go on.
using Call = std::function<bool(std::uint32_t response, const Encounter& encounter)>;

/// What the round of responses on this thread calls; null where there is none.
thread_local const Call* calling = nullptr;

/// No class for the default level, one, or two for their pairs.
using Classes = std::vector<std::uint32_t>;

class Table {
public:
    [[nodiscard]] const ResponseTable& table() const noexcept { return table_; }
    std::uint32_t make_class() { return table_.make_class().index; }
    std::uint32_t add(const Classes& c, std::uint8_t type) {
        return made([&](Response response) {
            const auto kind = static_cast<ResponseType>(type);
            if (c.empty()) return table_.add_default(kind, std::move(response));
            if (c.size() == 1) return table_.add_class({c[0]}, kind, std::move(response));
            return table_.add_pair({c[0]}, {c[1]}, kind, std::move(response));
        });
    }
    std::uint32_t set_only(const Classes& c, std::uint8_t type) {
        return made([&](Response response) {
            const auto kind = static_cast<ResponseType>(type);
            if (c.size() == 1) return table_.override_class({c[0]}, kind, std::move(response));
            return table_.override_pair({c.at(0)}, {c.at(1)}, kind, std::move(response));
        });
    }
    bool add_again(const Classes& c, std::uint32_t response) {
        if (c.empty()) return table_.add_default(ResponseId{response});
        if (c.size() == 1) return table_.add_class({c[0]}, ResponseId{response});
        return table_.add_pair({c[0]}, {c[1]}, ResponseId{response});
    }
    bool remove(const Classes& c, std::uint32_t response) {
        if (c.empty()) return table_.remove_default({response});
        if (c.size() == 1) return table_.remove_class({c[0]}, {response});
        return table_.remove_pair({c[0]}, {c[1]}, {response});
    }
    void clear(const Classes& c) {
        if (c.empty())
            table_.clear_default();
        else if (c.size() == 1)
            table_.clear_class({c[0]});
        else
            table_.clear_pair({c[0]}, {c[1]});
    }
    bool forget(std::uint32_t response) { return table_.forget({response}); }
    void assign(const World& world, World::Key key, std::uint32_t c) {
        table_.assign(object(world, key), {c});
    }
    void unassign(const World& world, World::Key key) { table_.unassign(object(world, key)); }
    [[nodiscard]] std::uint32_t class_of(const World& world, World::Key key) const {
        return table_.class_of(object(world, key)).index;
    }
    [[nodiscard]] std::vector<std::uint32_t> responses(std::uint32_t c, std::uint32_t d) const {
        std::vector<std::uint32_t> numbers;
        for (const ResponseId& response : table_.responses({c}, {d})) numbers.push_back(response.index);
        return numbers;
    }
    [[nodiscard]] int type(std::uint32_t response) const { return static_cast<int>(table_.type({response})); }

private:
    static ObjectId object(const World& world, World::Key key) {
        return unlocked([&] { return world.object(key); });
    }
    /// A new response, which calls its own number.
    template <class Add> static std::uint32_t made(const Add& add) {
        const auto number = std::make_shared<std::uint32_t>(0);
        const ResponseId id = add([number](const Encounter& encounter) {
            const bool on = calling == nullptr || (*calling)(*number, encounter);
            return on ? Continue::yes : Continue::no;
        });
        *number = id.index;
        return id.index;
    }
    ResponseTable table_;
};

/// Sets what is called for a while. Rounds may be nested: a response may ask another scene.
class Calling {
public:
    explicit Calling(const Call& call) : before_(calling) { calling = &call; }
    Calling(const Calling&) = delete;
    Calling& operator=(const Calling&) = delete;
    ~Calling() { calling = before_; }

private:
    const Call* before_;
};

/// call(response, key of a, key of b, type, common point or None, separation or None) -> whether to go on.
std::size_t respond(World& world, const Table& given, const py::function& call) {
    const ResponseTable table = given.table();  // other threads, and responses, may change the original
    const Call ask = [&](std::uint32_t response, const Encounter& encounter) {
        const World::Key a = World::key_of(encounter.a), b = World::key_of(encounter.b);
        const Placed placed_a = world.placed(a), placed_b = world.placed(b);
        const py::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        py::object common = py::none(), separation = py::none();
        if (encounter.computed != ResponseType::simple)
            common = py::cast(PairAnswer<CertifiedCommonPoint>{
                {encounter.common, encounter.proof, Status::converged}, placed_a, placed_b});
        if (encounter.computed == ResponseType::depth)
            separation = separation_object({encounter.separation, placed_a, placed_b});
        const int type = static_cast<int>(encounter.computed);
        return call(response, a, b, type, common, separation).cast<bool>();
    };
    const Calling on_this_thread(ask);
    return unlocked([&] { return world.respond(table); });
}

}  // namespace

void bind_responses(py::module_& module) {
    py::class_<Table>(module, "ResponseTableBase")
        .def(py::init<>())
        .def("_make_class", &Table::make_class)
        .def("_add", &Table::add)
        .def("_override", &Table::set_only)
        .def("_add_again", &Table::add_again)
        .def("_remove", &Table::remove)
        .def("_clear", &Table::clear)
        .def("_forget", &Table::forget)
        .def("_assign", &Table::assign)
        .def("_unassign", &Table::unassign)
        .def("_class_of", &Table::class_of)
        .def("_responses", &Table::responses)
        .def("_type", &Table::type);
    module.def("respond", &respond);
}

}  // namespace graze::python
