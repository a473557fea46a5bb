// Who follows when a mesh is deformed: the scenes that have it. Meshes that `with_vertices` makes of each
// other share one list. Safe to use from many threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace graze {

/// A scene, to a mesh.
class MeshFollower {
protected:
    MeshFollower() = default;
    ~MeshFollower() = default;
};

class MeshFollowers {
public:
    /// Each call is undone by one of `remove`.
    void add(MeshFollower& follower) {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(entries_, &follower, &Entry::follower);
        if (found == entries_.end())
            entries_.push_back({&follower, 1});
        else
            ++found->times;
    }
    void remove(MeshFollower& follower) noexcept {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(entries_, &follower, &Entry::follower);
        if (found != entries_.end() && --found->times == 0) entries_.erase(found);
    }
    /// Each once, in the order in which they came.
    [[nodiscard]] std::vector<MeshFollower*> all() {
        const std::lock_guard lock(mutex_);
        std::vector<MeshFollower*> followers;
        for (const Entry& entry : entries_) followers.push_back(entry.follower);
        return followers;
    }

private:
    struct Entry {
        MeshFollower* follower = nullptr;
        std::size_t times = 0;
    };
    std::mutex mutex_;
    std::vector<Entry> entries_;  ///< Few: scenes that share a mesh.
};

/// Follows a mesh from construction to destruction.
class MeshLink {
public:
    MeshLink() = default;
    MeshLink(std::shared_ptr<MeshFollowers> list, MeshFollower& follower)
        : list_(std::move(list)), follower_(&follower) {
        list_->add(follower);
    }
    MeshLink(MeshLink&& other) noexcept : list_(std::move(other.list_)), follower_(other.follower_) {}
    MeshLink& operator=(MeshLink&& other) noexcept {
        std::swap(list_, other.list_);
        std::swap(follower_, other.follower_);
        return *this;
    }
    MeshLink(const MeshLink&) = delete;
    MeshLink& operator=(const MeshLink&) = delete;
    ~MeshLink() {
        if (list_) list_->remove(*follower_);
    }

private:
    std::shared_ptr<MeshFollowers> list_;
    MeshFollower* follower_ = nullptr;
};

}  // namespace graze
