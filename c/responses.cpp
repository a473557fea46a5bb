// Response tables of the C interface.
#include <type_traits>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

bool is_type(int type) noexcept {
    return type == GRAZE_SIMPLE || type == GRAZE_WITNESSED || type == GRAZE_DEPTH;
}

ResponseType asked_for(graze_response_type type) noexcept {
    switch (type) {
        case GRAZE_SIMPLE: break;
        case GRAZE_WITNESSED: return ResponseType::witnessed;
        case GRAZE_DEPTH: return ResponseType::depth;
    }
    return ResponseType::simple;
}

/// A proof of an encounter as the verdict that it belongs to: objects that are too close to decide count as
/// intersecting.
graze_verdict verdict_of(const Encounter& encounter) {
    const Proof& proof = encounter.proof;
    Verdict verdict;
    const bool close = std::holds_alternative<Closeness>(proof) || std::holds_alternative<CloseParts>(proof);
    verdict.answer = close ? Answer::undecided : Answer::intersecting;
    verdict.proof = proof;
    return {std::move(verdict), CertifiedCommonPoint{encounter.common, proof}};
}

/// A response that calls back into C.
Response response_of(graze_callback callback, void* data) {
    return [callback, data](const Encounter& from) {
        graze_encounter encounter{c::object(from.a), c::object(from.b), nullptr, nullptr};
        std::optional<graze_verdict> verdict;
        if (from.computed >= ResponseType::witnessed) encounter.verdict = &verdict.emplace(verdict_of(from));
        const graze_separation gap = c::separation(from.separation);
        if (from.computed == ResponseType::depth) encounter.separation = &gap;
        const graze_continue go_on = callback(data, &encounter);
        return number_of(go_on) == GRAZE_STOP ? Continue::no : Continue::yes;
    };
}

/// A response as a program in C gives it.
struct NewResponse {
    const graze_response_type& type;  ///< As its bits are, which may be no type.
    graze_callback callback = nullptr;
    void* data = nullptr;
    graze_response* made = nullptr;  ///< Where its name is written; may be null.
};

/// Functions of a table for no, one or two classes: makes a response, empty for an unknown class; changes
/// what the table has, false for an unknown class or response.
template <class... Classes>
using MakeResponse = ResponseId (ResponseTable::*)(Classes..., ResponseType, Response);
template <class... Classes> using ChangeResponse = bool (ResponseTable::*)(Classes..., ResponseId);

/// Adds a response at the level that the classes name.
template <class... Classes>
graze_result added(graze_table* table, const NewResponse& response,
                   std::type_identity_t<MakeResponse<Classes...>> make, Classes... classes) noexcept {
    if (!given(table)) return GRAZE_INVALID_ARGUMENT;
    if (!response.callback || !is_type(number_of(response.type))) {
        return fail(GRAZE_INVALID_ARGUMENT,
                    "the callback is NULL, or there is no such type of response; use GRAZE_SIMPLE, "
                    "GRAZE_WITNESSED or GRAZE_DEPTH");
    }
    return guarded([&] {
        const ResponseId made = (table->table.*make)(classes..., asked_for(response.type),
                                                     response_of(response.callback, response.data));
        if (made == ResponseId{})
            return fail(GRAZE_INVALID_ARGUMENT, "the class is not of this table; use graze_table_make_class");
        if (response.made) *response.made = made.index;
        return succeed();
    });
}

/// Runs a change of a table that is false for an unknown class or response.
template <class Change> graze_result changed(graze_table* table, const Change& change) noexcept {
    if (!given(table)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        return change(table->table)
                   ? succeed()
                   : fail(GRAZE_INVALID_ARGUMENT, "the class or the response is not of this table");
    });
}

ResponseClass as_class(graze_class c) noexcept { return {c}; }
ResponseId as_response(graze_response r) noexcept { return {r}; }

/// Changes what the level that the classes name has of a response.
template <class... Classes>
graze_result set(graze_table* table, graze_response response,
                 std::type_identity_t<ChangeResponse<Classes...>> change, Classes... classes) noexcept {
    return changed(table, [&](ResponseTable& t) { return (t.*change)(classes..., as_response(response)); });
}

}  // namespace

graze_table* graze_table_create(void) {
    graze_table* table = nullptr;
    guarded([&] {
        table = new graze_table{};
        return succeed();
    });
    return table;
}

void graze_table_destroy(graze_table* table) { delete table; }

graze_result graze_table_make_class(graze_table* table, graze_class* made) {
    if (!given(made)) return GRAZE_INVALID_ARGUMENT;
    return changed(table, [&](ResponseTable& t) {
        *made = t.make_class().index;
        return true;
    });
}

graze_result graze_table_assign(graze_table* table, graze_object object, graze_class c) {
    if (table && !id(object))
        return fail(GRAZE_UNKNOWN_OBJECT,
                    "the object is empty; give one that graze_scene_add answered (empty when it refused)");
    return changed(table, [&](ResponseTable& t) { return t.assign(id(object), as_class(c)); });
}

graze_result graze_table_unassign(graze_table* table, graze_object object) {
    return changed(table, [&](ResponseTable& t) {
        t.unassign(id(object));
        return true;
    });
}

graze_result graze_table_class_of(const graze_table* table, graze_object object, graze_class* c) {
    if (!given(table) || !given(c)) return GRAZE_INVALID_ARGUMENT;
    *c = table->table.class_of(id(object)).index;
    return succeed();
}

graze_result graze_table_add_default(graze_table* table, graze_response_type type, graze_callback callback,
                                     void* data, graze_response* response) {
    return added(table, {type, callback, data, response}, &ResponseTable::add_default);
}

graze_result graze_table_add_class(graze_table* table, graze_class c, graze_response_type type,
                                   graze_callback callback, void* data, graze_response* response) {
    return added(table, {type, callback, data, response}, &ResponseTable::add_class, as_class(c));
}

graze_result graze_table_add_pair(graze_table* table, graze_class c, graze_class d, graze_response_type type,
                                  graze_callback callback, void* data, graze_response* response) {
    return added(table, {type, callback, data, response}, &ResponseTable::add_pair, as_class(c), as_class(d));
}

graze_result graze_table_add_known_default(graze_table* table, graze_response response) {
    return set(table, response, &ResponseTable::add_default);
}

graze_result graze_table_add_known_class(graze_table* table, graze_class c, graze_response response) {
    return set(table, response, &ResponseTable::add_class, as_class(c));
}

graze_result graze_table_add_known_pair(graze_table* table, graze_class c, graze_class d,
                                        graze_response response) {
    return set(table, response, &ResponseTable::add_pair, as_class(c), as_class(d));
}

graze_result graze_table_override_class(graze_table* table, graze_class c, graze_response_type type,
                                        graze_callback callback, void* data, graze_response* response) {
    return added(table, {type, callback, data, response}, &ResponseTable::override_class, as_class(c));
}

graze_result graze_table_override_pair(graze_table* table, graze_class c, graze_class d,
                                       graze_response_type type, graze_callback callback, void* data,
                                       graze_response* response) {
    return added(table, {type, callback, data, response}, &ResponseTable::override_pair, as_class(c),
                 as_class(d));
}

graze_result graze_table_remove_default(graze_table* table, graze_response response) {
    return set(table, response, &ResponseTable::remove_default);
}

graze_result graze_table_remove_class(graze_table* table, graze_class c, graze_response response) {
    return set(table, response, &ResponseTable::remove_class, as_class(c));
}

graze_result graze_table_remove_pair(graze_table* table, graze_class c, graze_class d,
                                     graze_response response) {
    return set(table, response, &ResponseTable::remove_pair, as_class(c), as_class(d));
}

graze_result graze_table_clear_default(graze_table* table) {
    return changed(table, [](ResponseTable& t) {
        t.clear_default();
        return true;
    });
}

graze_result graze_table_clear_class(graze_table* table, graze_class c) {
    return changed(table, [&](ResponseTable& t) { return t.clear_class(as_class(c)); });
}

graze_result graze_table_clear_pair(graze_table* table, graze_class c, graze_class d) {
    return changed(table, [&](ResponseTable& t) { return t.clear_pair(as_class(c), as_class(d)); });
}

graze_result graze_table_forget(graze_table* table, graze_response response) {
    return changed(table, [&](ResponseTable& t) { return t.forget(as_response(response)); });
}

graze_result graze_scene_respond(graze_scene* scene, const graze_table* table, size_t* calls) {
    if (!given(scene) || !given(table)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        // Callbacks may end or restart the measurement: the costs are added to what there is afterwards.
        CascadeCounters costs;
        const std::size_t made = scene->scene.respond(table->table, scene->costs ? &costs : nullptr);
        if (scene->costs) *scene->costs += costs;
        if (calls) *calls = made;
        return succeed();
    });
}
