// What an application does when objects collide, by classes of objects.
// A response is set for all pairs (default), for all pairs with a class, or for the pairs of two classes, and
// can be removed at any of these levels. The narrower level decides: a response to a pair overrides one to a
// class, which overrides the default. If both classes of a pair have responses, the one set last decides.
// Classes made later inherit; objects without a class take the default. Tables are independent of scenes: one
// table may serve many scenes, and a scene may use many tables. After van den Bergen, "Collision Detection in
// Interactive 3D Environments", 6.2 and 6.3.3.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "graze/result/proof.hpp"
#include "graze/result/separation.hpp"
#include "graze/scene/scene_types.hpp"
#include "graze/simd/box_node.hpp"

namespace graze {

/// What a callback requests; each level includes those before it. The highest requested level is computed
/// once for a pair.
enum class ResponseType : std::uint8_t {
    simple,     ///< That the two overlap.
    witnessed,  ///< With a common point and its proof.
    depth,      ///< With depth, normal and witness points.
};

/// Two objects that overlap, or are too close to call.
struct Encounter {
    ObjectId a{};  ///< The one whose class was made first; of one class, and without one, the smaller id. No
                   ///< class counts as the first.
    ObjectId b{};
    ResponseType computed = ResponseType::simple;  ///< What was computed: the highest level that any response
                                                   ///< to the pair requests.
    PointOfBoth common{};     ///< As `common_point` has it; shown by `proof`. Set for witnessed and depth.
    Proof proof{};            ///< For `verify`, with a and b in this order. Set for witnessed and depth.
    Separation separation{};  ///< Set for depth.
};

/// Answers whether to go on; `Continue::no` ends the whole round of responses.
using Response = std::function<Continue(const Encounter&)>;

struct ResponseClass {
    std::uint32_t index = 0;  ///< Of the class in its table, from 1; 0 is no class.
    friend constexpr auto operator<=>(const ResponseClass&, const ResponseClass&) = default;
};

struct ResponseId {
    std::uint32_t index = 0;  ///< Of the response in its table, from 1; 0 is no response.
    friend constexpr auto operator<=>(const ResponseId&, const ResponseId&) = default;
};

class ResponseTable {
public:
    ResponseClass make_class();

    /// Adds a response to a level and answers its name. An empty callback is no response: the name is then
    /// empty too, as it is for a class that the table does not have. (Classes and responses are numbers:
    /// those of another table cannot be distinguished from its own.)
    ResponseId add_default(ResponseType type, Response response);
    ResponseId add_class(ResponseClass c, ResponseType type, Response response);
    ResponseId add_pair(ResponseClass c, ResponseClass d, ResponseType type, Response response);

    /// Sets a response of the table at a further level. False when the response or a class is unknown.
    bool add_default(ResponseId response);
    bool add_class(ResponseClass c, ResponseId response);
    bool add_pair(ResponseClass c, ResponseClass d, ResponseId response);

    /// Takes a response away from a level and all below it that do not name it themselves. False when the
    /// response or a class is unknown.
    bool remove_default(ResponseId response);
    bool remove_class(ResponseClass c, ResponseId response);
    bool remove_pair(ResponseClass c, ResponseClass d, ResponseId response);

    /// Removes all responses of a level: it inherits again. False when a class is unknown.
    void clear_default();
    bool clear_class(ResponseClass c);
    bool clear_pair(ResponseClass c, ResponseClass d);

    /// From now on a level has this response only, and inherits nothing, until it is cleared. Empty as for
    /// `add_class`.
    ResponseId override_class(ResponseClass c, ResponseType type, Response response);
    ResponseId override_pair(ResponseClass c, ResponseClass d, ResponseType type, Response response);

    /// Forgets a response at all levels and frees its callback, at the end of its call when it is being
    /// called. Its name is not used again. False when it is unknown.
    bool forget(ResponseId response);
    /// Whether the table has the response.
    [[nodiscard]] bool contains(ResponseId response) const noexcept { return knows(response); }

    /// Gives the object a class, in place of the one it had. False when the class is unknown or the id is
    /// empty.
    bool assign(const ObjectId& object, ResponseClass c);
    /// The object is without a class again; also to forget objects that are gone.
    void unassign(const ObjectId& object);
    [[nodiscard]] ResponseClass class_of(const ObjectId& object) const;

    /// The responses to a pair, in the order in which they were made.
    [[nodiscard]] std::vector<ResponseId> responses(ResponseClass c, ResponseClass d) const;
    [[nodiscard]] ResponseType type(ResponseId response) const;
    /// Calls one. `Continue::yes` for an unknown one.
    Continue call(ResponseId response, const Encounter& encounter) const;

private:
    /// Whether a level has a response.
    struct Setting {
        std::uint32_t response = 0;
        bool present = false;
        std::uint64_t change = 0;  ///< Later ones are larger.
    };
    struct Level {
        std::vector<Setting> settings;  ///< One for each response that was added or removed here.
        bool inherits = true;
    };
    struct Entry {
        ResponseType type = ResponseType::simple;
        std::shared_ptr<const Response> response;  ///< Stays where it is while it is called, though the table
                                                   ///< may grow. Null when forgotten.
    };

    [[nodiscard]] bool knows(ResponseClass c) const noexcept {
        return c.index >= 1 && c.index <= classes_.size();
    }
    [[nodiscard]] bool knows(ResponseId r) const noexcept {
        return r.index >= 1 && r.index <= entries_.size() && entries_[r.index - 1].response;
    }
    [[nodiscard]] static std::uint64_t key(ResponseClass c, ResponseClass d) noexcept;
    ResponseId make(ResponseType type, Response response);
    void set_response(Level& level, ResponseId response, bool present);

    std::vector<Entry> entries_;
    Level default_;
    std::vector<Level> classes_;
    std::unordered_map<std::uint64_t, Level> pairs_;
    std::unordered_map<ObjectId, ResponseClass> assigned_;
    std::uint64_t changes_ = 0;
};

}  // namespace graze
