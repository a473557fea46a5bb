// The levels of a response table and how they are read together.
#include "graze/scene/response_table.hpp"

#include <algorithm>
#include <utility>

namespace graze {

std::uint64_t ResponseTable::key(ResponseClass c, ResponseClass d) noexcept {
    const auto [low, high] = std::minmax(c.index, d.index);
    return (std::uint64_t{low} << 32) | high;
}

ResponseClass ResponseTable::make_class() {
    classes_.emplace_back();
    return {static_cast<std::uint32_t>(classes_.size())};
}

ResponseId ResponseTable::make(ResponseType type, Response response) {
    if (!response) return {};
    entries_.push_back({type, std::make_shared<const Response>(std::move(response))});
    return {static_cast<std::uint32_t>(entries_.size())};
}

void ResponseTable::set_response(Level& level, ResponseId response, bool present) {
    const auto known = std::ranges::find(level.settings, response.index, &Setting::response);
    Setting& setting = known != level.settings.end() ? *known : level.settings.emplace_back();
    setting = {response.index, present, ++changes_};
}

ResponseId ResponseTable::add_default(ResponseType type, Response response) {
    const ResponseId id = make(type, std::move(response));
    add_default(id);
    return id;
}

ResponseId ResponseTable::add_class(ResponseClass c, ResponseType type, Response response) {
    if (!knows(c)) return {};
    const ResponseId id = make(type, std::move(response));
    add_class(c, id);
    return id;
}

ResponseId ResponseTable::add_pair(ResponseClass c, ResponseClass d, ResponseType type, Response response) {
    if (!knows(c) || !knows(d)) return {};
    const ResponseId id = make(type, std::move(response));
    add_pair(c, d, id);
    return id;
}

bool ResponseTable::add_default(ResponseId response) {
    if (!knows(response)) return false;
    set_response(default_, response, true);
    return true;
}

bool ResponseTable::add_class(ResponseClass c, ResponseId response) {
    if (!knows(c) || !knows(response)) return false;
    set_response(classes_[c.index - 1], response, true);
    return true;
}

bool ResponseTable::add_pair(ResponseClass c, ResponseClass d, ResponseId response) {
    if (!knows(c) || !knows(d) || !knows(response)) return false;
    set_response(pairs_[key(c, d)], response, true);
    return true;
}

bool ResponseTable::remove_default(ResponseId response) {
    if (!knows(response)) return false;
    set_response(default_, response, false);
    return true;
}

bool ResponseTable::remove_class(ResponseClass c, ResponseId response) {
    if (!knows(c) || !knows(response)) return false;
    set_response(classes_[c.index - 1], response, false);
    return true;
}

bool ResponseTable::remove_pair(ResponseClass c, ResponseClass d, ResponseId response) {
    if (!knows(c) || !knows(d) || !knows(response)) return false;
    set_response(pairs_[key(c, d)], response, false);
    return true;
}

void ResponseTable::clear_default() { default_ = {}; }

bool ResponseTable::clear_class(ResponseClass c) {
    if (!knows(c)) return false;
    classes_[c.index - 1] = {};
    return true;
}

bool ResponseTable::clear_pair(ResponseClass c, ResponseClass d) {
    if (!knows(c) || !knows(d)) return false;
    pairs_.erase(key(c, d));
    return true;
}

ResponseId ResponseTable::override_class(ResponseClass c, ResponseType type, Response response) {
    if (!knows(c)) return {};
    const ResponseId id = make(type, std::move(response));
    if (!knows(id)) return {};
    classes_[c.index - 1] = {{}, false};
    add_class(c, id);
    return id;
}

ResponseId ResponseTable::override_pair(ResponseClass c, ResponseClass d, ResponseType type,
                                        Response response) {
    if (!knows(c) || !knows(d)) return {};
    const ResponseId id = make(type, std::move(response));
    if (!knows(id)) return {};
    pairs_[key(c, d)] = {{}, false};
    add_pair(c, d, id);
    return id;
}

bool ResponseTable::forget(ResponseId response) {
    if (!knows(response)) return false;
    const auto silence = [&](Level& level) {
        std::erase_if(level.settings,
                      [&](const Setting& setting) { return setting.response == response.index; });
    };
    silence(default_);
    for (Level& level : classes_) silence(level);
    for (auto& [classes, level] : pairs_) silence(level);
    const auto kept = std::exchange(entries_[response.index - 1].response,
                                    nullptr);  // destructors of what it frees may query the table
    return true;
}

bool ResponseTable::assign(const ObjectId& object, ResponseClass c) {
    if (!object || !knows(c)) return false;
    assigned_[object] = c;
    return true;
}

void ResponseTable::unassign(const ObjectId& object) { assigned_.erase(object); }

ResponseClass ResponseTable::class_of(const ObjectId& object) const {
    const auto found = assigned_.find(object);
    return found != assigned_.end() ? found->second : ResponseClass{};
}

std::vector<ResponseId> ResponseTable::responses(ResponseClass c, ResponseClass d) const {
    // From the broadest level to the narrowest; an entry replaces those of broader levels for its response,
    // and among the two classes the earlier one.
    std::vector<Setting> entries;
    const auto take = [&entries](const Level& level, bool later_only) {
        for (const Setting& setting : level.settings) {
            const auto known = std::ranges::find(entries, setting.response, &Setting::response);
            if (known == entries.end()) {
                entries.push_back(setting);
            } else if (!later_only || setting.change > known->change) {
                *known = setting;
            }
        }
    };
    const Level* first = knows(c) ? &classes_[c.index - 1] : nullptr;
    const Level* second = knows(d) && d != c ? &classes_[d.index - 1] : nullptr;
    const auto pair = knows(c) && knows(d) ? pairs_.find(key(c, d)) : pairs_.end();
    if (pair == pairs_.end() || pair->second.inherits) {
        std::vector<Setting> of_classes;
        std::swap(entries, of_classes);
        if (first) take(*first, false);
        if (second) take(*second, true);
        std::swap(entries, of_classes);
        if ((!first || first->inherits) && (!second || second->inherits)) take(default_, false);
        take({std::move(of_classes), true}, false);
    }
    if (pair != pairs_.end()) take(pair->second, false);

    std::vector<ResponseId> present;
    for (const Setting& setting : entries) {
        if (setting.present) present.push_back({setting.response});
    }
    std::ranges::sort(present);
    return present;
}

ResponseType ResponseTable::type(ResponseId response) const {
    return knows(response) ? entries_[response.index - 1].type : ResponseType::simple;
}

Continue ResponseTable::call(ResponseId response, const Encounter& encounter) const {
    if (!knows(response)) return Continue::yes;
    const auto kept =
        entries_[response.index - 1].response;  // the callback may add responses, which moves the entries
    return (*kept)(encounter);
}

}  // namespace graze
