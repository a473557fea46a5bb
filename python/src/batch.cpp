#include "batch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "objects.hpp"

namespace graze::python {

namespace {

using std::chrono::steady_clock;

/// Signals are handled this often: far below the second within which Ctrl-C ends a batch, and rare enough to
/// cost nothing.
constexpr std::chrono::milliseconds kSignalPeriod{50};
/// Batches of fewer items are answered by the calling thread, which reads the clock after each: starting a
/// thread takes as long as some hundred cheap items.
constexpr std::size_t kInline = 256;
/// Items that a thread takes at once: many, so that threads hardly ever wait for each other; few, so that
/// expensive ones are spread.
constexpr std::size_t kBlock = 64;

/// Raises what a signal handler raised.
void handle_signals() {
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

std::optional<std::size_t> run_here(std::size_t count, const MakeBlock& make) {
    const py::gil_scoped_release unlocked;
    const Block block = make();
    auto last = steady_clock::now();
    for (std::size_t i = 0; i < count; ++i) {
        if (block(i, i + 1) == i) return i;
        if (const auto now = steady_clock::now(); now - last > kSignalPeriod) {
            handle_signals();
            last = now;
        }
    }
    return {};
}

/// What the threads of one batch share.
struct Progress {
    std::size_t count = 0;
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> refused;
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable done;
    unsigned running = 0;

    explicit Progress(std::size_t items) : count(items), refused(items) {}
    void refuse(std::size_t i) {
        std::size_t known = refused.load();
        while (i < known && !refused.compare_exchange_weak(known, i)) {
        }
    }
};

/// Blocks are handed out in order, so when an item is refused all smaller ones are answered or being
/// answered: the smallest refused index does not depend on the threads.
void work(Progress& progress, const Block& block) {
    while (!progress.stop.load(std::memory_order_relaxed)) {
        const std::size_t first = progress.next.fetch_add(kBlock);
        if (first >= std::min(progress.count, progress.refused.load())) break;
        const std::size_t last = std::min(progress.count, first + kBlock);
        // Pairs of meshes may take a second each: the wish to stop is read before each item.
        for (std::size_t i = first; i < last && !progress.stop.load(std::memory_order_relaxed); ++i)
            if (block(i, i + 1) == i) {
                progress.refuse(i);
                break;
            }
    }
    const std::lock_guard lock(progress.mutex);
    if (--progress.running == 0) progress.done.notify_all();
}

/// Ends and joins all threads, whatever happens.
struct Threads {
    Progress& progress;
    std::vector<std::thread> running;

    explicit Threads(Progress& shared) : progress(shared) {}
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
    ~Threads() {
        for (std::thread& thread : running) thread.join();
    }
    /// As many as the system gives; at least one.
    void start(unsigned wanted, const MakeBlock& make) {
        for (unsigned i = 0; i < wanted; ++i) {
            {
                const std::lock_guard lock(progress.mutex);
                ++progress.running;
            }
            try {
                running.emplace_back([this, block = make()] { work(progress, block); });
            } catch (const std::system_error&) {
                const std::lock_guard lock(progress.mutex);
                --progress.running;
                if (running.empty()) throw;
                return;
            }
        }
    }
};

void wait_for(Progress& progress) {
    for (;;) {
        {
            std::unique_lock lock(progress.mutex);
            if (progress.done.wait_for(lock, kSignalPeriod, [&] { return progress.running == 0; })) return;
        }
        try {
            handle_signals();
        } catch (...) {
            progress.stop = true;
            throw;
        }
    }
}

}  // namespace

std::optional<std::size_t> run_batch(std::size_t count, unsigned threads, const MakeBlock& make) {
    if (count <= kInline && (threads == 1 || count < 2)) return run_here(count, make);
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, (count + kBlock - 1) / kBlock));
    Progress progress(count);
    {
        const py::gil_scoped_release unlocked;
        Threads workers(progress);
        workers.start(threads, make);
        wait_for(progress);
    }
    const std::size_t refused = progress.refused.load();
    return refused < count ? std::optional(refused) : std::nullopt;
}

Side::Side(py::handle shapes, py::handle poses, const std::string& name) : name_(name) {
    if (const Shape* shape = as_shape(shapes)) {
        one_.shape = *shape;
        poses_ = Poses(poses, name + "_pose");
        if (!poses_.many()) one_.pose = poses_[0];
        return;
    }
    if (const Placed* placed = as_placed(shapes)) {
        if (!poses.is_none()) refuse_type(name + "_pose: " + name + " is a Placed, which has its pose");
        one_ = *placed;
        poses_ = Poses(py::none(), name + "_pose");
        return;
    }
    if (!PyList_Check(shapes.ptr()) && !PyTuple_Check(shapes.ptr()))
        refuse_type(name + ": a shape, a Placed or a list of them is needed, not " +
                    Py_TYPE(shapes.ptr())->tp_name);
    poses_ = Poses(poses, name + "_pose");
    take_list(shapes);
}

void Side::take_list(py::handle shapes) {
    const py::tuple items = py::reinterpret_steal<py::tuple>(PySequence_Tuple(shapes.ptr()));
    empty_list_ = items.size() == 0;
    listed_.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const py::handle item = items[i];
        if (const Placed* placed = as_placed(item)) {
            if (poses_.many()) refuse_type(name_ + "_pose: " + named(name_, i, true) + " is a Placed");
            listed_.push_back(*placed);
        } else if (const Shape* shape = as_shape(item)) {
            listed_.push_back({*shape, poses_.many() ? Pose{} : poses_[0]});
        } else {
            refuse_type(named(name_, i, true) + ": a shape or a Placed is needed, not " +
                        Py_TYPE(item.ptr())->tp_name);
        }
    }
    if (poses_.many() && poses_.size() != listed_.size())
        refuse_value(name_ + "_pose: " + std::to_string(poses_.size()) + " poses for " +
                     std::to_string(listed_.size()) + " shapes");
    if (!listed_.empty()) one_ = listed_.front();
}

std::size_t Side::size() const noexcept {
    if (!listed_.empty() || empty_list_) return listed_.size();
    return poses_.size();
}

bool Side::load(std::size_t i, Placed& placed) const noexcept {
    if (!listed_.empty()) placed = listed_[i];
    return !poses_.many() || poses_.read(i, placed.pose);
}

Pairs::Pairs(py::handle given_a, py::handle given_b, py::handle a_pose, py::handle b_pose)
    : a(given_a, a_pose, "a"), b(given_b, b_pose, "b"), many(a.many() || b.many()) {
    if (a.many() && b.many() && a.size() != b.size())
        refuse_value("b: " + std::to_string(b.size()) + " items, and a has " + std::to_string(a.size()));
    count = a.many() ? a.size() : b.size();
}

void Pairs::refuse(std::size_t i) const {
    Placed placed = a.first();
    if (!a.load(i, placed)) a.poses().refuse(i);
    b.poses().refuse(i);
}

}  // namespace graze::python
