#include <algorithm>
#include <map>

#include "graze/scene/scene.hpp"
#include "graze_bodies.hpp"
#include "step_contender.hpp"

namespace graze::bench {
namespace {

/// A scene, loaded with bodies; those that share triangles share the shape.
class GrazeScene : public StepContender {
public:
    GrazeScene(const std::string& name, unsigned threads)
        : StepContender("graze/" + name + (threads > 1 ? " x" + std::to_string(threads) : "")),
          threads_(threads) {}

    void load(const BodyWorld& world) override {
        scene_ = Scene({threads_, nullptr});
        ids_.clear();
        std::map<const TriangleSoup*, Shape> heavy;
        for (std::size_t i = 0; i < world.bodies().size(); ++i) {
            const Body& body = world.bodies()[i];
            if (!body.soup) {
                ids_.push_back(scene_.add(graze_shape_of(body), world.poses()[i]));
                continue;
            }
            auto known = heavy.find(body.soup.get());
            if (known == heavy.end()) known = heavy.emplace(body.soup.get(), graze_shape_of(body)).first;
            ids_.push_back(scene_.add(known->second, world.poses()[i]));
        }
        scene_.update();
    }

protected:
    Scene scene_;
    std::vector<ObjectId> ids_;

private:
    unsigned threads_;
};

/// Pairs and contacts as questions.
class GrazeAsked final : public GrazeScene {
public:
    explicit GrazeAsked(unsigned threads) : GrazeScene("scene", threads) {}

    bool serves(StepAsk) const override { return true; }
    StepAnswer step(StepAsk ask, std::span<const Pose> poses) override {
        if (!scene_.move(ids_, poses)) return {};
        if (ask == StepAsk::pairs) return {scene_.overlapping_pairs().size(), 0, 0};
        StepAnswer answer;
        for (const ObjectContacts& pair : scene_.contacts()) {
            ++answer.pairs;
            answer.depth += std::max(0.0, -pair.manifolds.front().distance.lower);
            for (const ContactManifold& manifold : pair.manifolds) answer.points += manifold.points.size();
        }
        return answer;
    }
};

/// Depths by responses, which start where the last step ended.
class GrazeResponses final : public GrazeScene {
public:
    explicit GrazeResponses(unsigned threads) : GrazeScene("respond", threads) {}

    bool serves(StepAsk ask) const override { return ask == StepAsk::contacts; }
    StepAnswer step(StepAsk, std::span<const Pose> poses) override {
        if (!scene_.move(ids_, poses)) return {};
        StepAnswer answer;
        ResponseTable table;
        table.add_default(ResponseType::depth, [&](const Encounter& encounter) {
            ++answer.pairs;
            ++answer.points;
            answer.depth += std::max(0.0, -encounter.separation.distance.lower);
            return Continue::yes;
        });
        scene_.respond(table);
        return answer;
    }
};

}  // namespace

void add_graze_step(StepContenders& contenders, unsigned threads) {
    contenders.push_back(std::make_unique<GrazeAsked>(threads));
    if (threads == 1) contenders.push_back(std::make_unique<GrazeResponses>(threads));
}

}  // namespace graze::bench
