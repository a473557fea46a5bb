#include "answer_bytes.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <variant>
#include <vector>

namespace graze::python {

namespace {

/// The last enumerator of each enumeration: bytes above it are none.
constexpr Status last_of(Status) { return Status::unsupported; }
constexpr Answer last_of(Answer) { return Answer::undecided; }
constexpr Method last_of(Method) { return Method::fourier_motzkin; }
constexpr Relation last_of(Relation) { return Relation::identical; }
constexpr CommonPointKind last_of(CommonPointKind) { return CommonPointKind::unknown; }
constexpr Feature::Kind last_of(Feature::Kind) { return Feature::Kind::face; }
constexpr SeparatingCover::Step last_of(SeparatingCover::Step) { return SeparatingCover::Step::plane; }
constexpr MovingCover::Step last_of(MovingCover::Step) { return MovingCover::Step::done; }
constexpr ImpactAnswer last_of(ImpactAnswer) { return ImpactAnswer::within_tolerance; }
constexpr ContactProof last_of(ContactProof) { return ContactProof::passage; }
constexpr TimeCell::Moves last_of(TimeCell::Moves) { return TimeCell::Moves::with_b; }
constexpr PathAnswer last_of(PathAnswer) { return PathAnswer::open; }
constexpr LinkContact last_of(LinkContact) { return LinkContact::unknown; }

// members(archive, x) names the members of a struct; an archive writes or reads them in that order.

template <class Archive> void members(Archive& archive, Vec3& v) { archive(v.x, v.y, v.z); }
template <class Archive> void members(Archive& archive, Interval& i) { archive(i.lower, i.upper); }
template <class Archive> void members(Archive& archive, Separation& s) {
    archive(s.distance, s.point_a, s.point_b, s.normal, s.status, s.iterations, s.directions, s.weights);
    archive.count(s.terms, s.weights.size());
    archive(s.terms_from_b, s.part_a, s.part_b);
}
template <class Archive> void members(Archive&, std::monostate&) {}
template <class Archive> void members(Archive& archive, SeparatingPlane& p) { archive(p.normal, p.offset); }
template <class Archive> void members(Archive& archive, CommonPoint& c) { archive(c.point); }
template <class Archive> void members(Archive& archive, CommonTetrahedron& c) {
    archive(c.directions_a, c.directions_b);
}
template <class Archive> void members(Archive& archive, Feature& f) { archive(f.kind, f.first, f.second); }
template <class Archive> void members(Archive& archive, Crossing& c) { archive(c.feature_a, c.feature_b); }
template <class Archive> void members(Archive& archive, Closeness& c) {
    archive(c.delta, c.normal, c.point_a, c.point_b, c.directions, c.weights);
}
template <class Archive> void members(Archive& archive, FarkasCertificate::Row& r) {
    archive(r.normal, r.height, r.multiplier, r.of_b);
}
template <class Archive> void members(Archive& archive, FarkasCertificate& f) { archive(f.rows); }
template <class Archive> void members(Archive& archive, IntersectingParts& i) {
    archive(i.part_a, i.part_b, i.proof);
}
template <class Archive> void members(Archive& archive, SolidProbe& p) { archive(p.of_b, p.part, p.target); }
template <class Archive> void members(Archive& archive, EnclosedPart& e) { archive(e.probe); }
template <class Archive> void members(Archive& archive, SeparatingCover& c) {
    archive(c.steps, c.normals, c.outside);
}
template <class Archive> void members(Archive& archive, CloseParts& c) {
    archive(c.part_a, c.part_b, c.closeness, c.cover, c.direction);
}
template <class Archive> void members(Archive& archive, Verdict& v) {
    archive(v.answer, v.proof, v.method, v.status, v.iterations, v.axes, v.rows);
}
template <class Archive> void members(Archive& archive, CertifiedCommonPoint& c) {
    archive(c.point, c.distance, c.kind, c.proof, c.status);
}
template <class Archive> void members(Archive& archive, DepthCertificate::Vertex& v) {
    archive(v.direction_a, v.direction_b);
}
template <class Archive> void members(Archive& archive, DepthCertificate::Triangle& t) {
    archive(t.vertices, t.normal);
}
template <class Archive> void members(Archive& archive, DepthCertificate& c) {
    archive(c.vertices, c.triangles);
}
template <class Archive> void members(Archive& archive, CertifiedSeparation& s) {
    archive(s.separation, s.certificate);
}
template <class Archive> void members(Archive& archive, CertifiedRelation& r) {
    archive(r.relation, r.verdict, r.separation);
}
template <class Archive> void members(Archive& archive, SupportTerms& t) {
    archive(t.directions, t.weights);
    archive.count(t.count, t.weights.size());
}
template <class Archive> void members(Archive& archive, RayHit& h) {
    archive(h.t, h.bounds, h.point, h.normal, h.status, h.iterations, h.terms);
}
template <class Archive> void members(Archive& archive, CastHit& h) {
    archive(h.time, h.point, h.normal, h.status, h.iterations, h.terms);
}
template <class Archive> void members(Archive& archive, ContactPoint& p) {
    archive(p.position, p.depth, p.feature, p.part_a, p.part_b);
}
template <class Archive> void members(Archive& archive, ContactManifold& m) {
    archive(m.points.storage);
    archive.count(m.points.count, m.points.storage.size());
    archive(m.normal, m.distance, m.status, m.nearest_a, m.nearest_b);
}
template <class Archive> void members(Archive& archive, ImpactWork& w) {
    archive(w.separations, w.cells, w.box_tests, w.primitive_tests, w.bisections);
}
template <class Archive> void members(Archive& archive, Impact& i) {
    archive(i.hit, i.answer, i.proof, i.time, i.point, i.normal, i.part_a, i.part_b, i.status, i.work);
}
template <class Archive> void members(Archive& archive, TimeCell& c) {
    archive(c.time, c.normal, c.balls, c.moves);
}
template <class Archive> void members(Archive& archive, MovingCover& c) { archive(c.time, c.steps, c.cells); }
template <class Archive> void members(Archive& archive, CertifiedImpact& i) {
    archive(i.impact, i.cells, i.covers, i.contact);
}
template <class Archive> void members(Archive& archive, BodyPair& p) { archive(p.a, p.b); }
template <class Archive> void members(Archive& archive, CellClearance& c) {
    archive(c.distance, c.pair, c.separation, c.gradient, c.smooth, c.status);
}
template <class Archive> void members(Archive& archive, PathWork& w) {
    archive(w.cells, w.separations, w.planes);
}
template <class Archive> void members(Archive& archive, PathClearance& p) {
    archive(p.answer, p.clearance, p.time, p.nearest_time, p.pair, p.contact, p.status, p.work);
}
template <class Archive> void members(Archive& archive, PathCell& c) { archive(c.time, c.normal); }
template <class Archive> void members(Archive& archive, PathStill& s) {
    archive(s.time, s.distance, s.proof);
}
template <class Archive> void members(Archive& archive, PathPair& p) { archive(p.pair, p.cells, p.stills); }
template <class Archive> void members(Archive& archive, PathCertificate& c) {
    archive(c.path, c.clearance, c.until, c.pairs, c.contact, c.digest);
}
template <class Archive> void members(Archive& archive, LinkProof::Witness& w) { archive(w.frame, w.vector); }
template <class Archive> void members(Archive& archive, LinkProof::Walk& w) {
    archive(w.shape_a, w.part_a, w.shape_b, w.part_b, w.steps, w.witnesses);
}
template <class Archive> void members(Archive& archive, LinkProof& p) {
    archive(p.walks, p.limits, p.padding);
}
template <class Archive> void members(Archive& archive, SelfCollisionPair& p) {
    archive(p.link_a, p.link_b, p.contact, p.example, p.proof, p.partial, p.samples, p.closest, p.boxes);
}

class Writer {
public:
    explicit Writer(std::string& bytes) : bytes_(bytes) {}
    template <class... Members> void operator()(Members&... members) { (put(members), ...); }
    template <class Count> void count(Count& n, std::size_t) { put(n); }

private:
    template <class T> void put(T& x) {
        if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
            bytes_.append(reinterpret_cast<const char*>(&x), sizeof x);
        else
            members(*this, x);
    }
    template <class T, std::size_t N> void put(std::array<T, N>& items) {
        for (T& item : items) put(item);
    }
    template <class T> void put(std::vector<T>& items) {
        std::uint64_t size = items.size();
        put(size);
        for (T& item : items) put(item);
    }
    template <class T> void put(std::optional<T>& item) {
        bool there = item.has_value();
        put(there);
        if (there) put(*item);
    }
    template <class... Kinds> void put(std::variant<Kinds...>& proof) {
        auto kind = static_cast<std::uint8_t>(proof.index());
        put(kind);
        std::visit([this](auto& one) { put(one); }, proof);
    }
    std::string& bytes_;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    [[nodiscard]] bool good() const noexcept { return good_; }
    [[nodiscard]] std::string_view remaining() const noexcept { return bytes_; }
    template <class... Members> void operator()(Members&... members) { (take(members), ...); }
    template <class Count> void count(Count& n, std::size_t most) {
        take(n);
        require(n <= most);
    }

private:
    void require(bool condition) noexcept { good_ = good_ && condition; }
    template <class T> void take(T& x) {
        if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
            std::array<char, sizeof(T)> raw{};
            require(bytes_.size() >= raw.size());
            if (good_) std::memcpy(raw.data(), bytes_.data(), raw.size()), bytes_.remove_prefix(raw.size());
            if constexpr (std::is_same_v<T, bool>)
                x = raw[0] != 0;
            else
                std::memcpy(&x, raw.data(), raw.size());
            if constexpr (std::is_enum_v<T>) require(x <= last_of(T{}));
            if (!good_) x = T{};
        } else {
            members(*this, x);
        }
    }
    template <class T, std::size_t N> void take(std::array<T, N>& items) {
        for (T& item : items) take(item);
    }
    template <class T> void take(std::vector<T>& items) {
        std::uint64_t size = 0;
        take(size);
        require(size <= bytes_.size());  // an item is a byte at least
        items.clear();
        for (std::uint64_t i = 0; good_ && i < size; ++i) take(items.emplace_back());
    }
    template <class T> void take(std::optional<T>& item) {
        bool there = false;
        take(there);
        item.reset();
        if (there) take(item.emplace());
    }
    template <class... Kinds> void take(std::variant<Kinds...>& proof) {
        std::uint8_t kind = 0;
        take(kind);
        require(kind < sizeof...(Kinds));
        if (good_) take_kind(proof, kind, std::index_sequence_for<Kinds...>{});
    }
    template <class Variant, std::size_t... I>
    void take_kind(Variant& proof, std::size_t kind, std::index_sequence<I...> /*kinds*/) {
        ((kind == I ? take(proof.template emplace<I>()) : void()), ...);
    }

    std::string_view bytes_;
    bool good_ = true;
};

}  // namespace

template <class Answer> void pack(const Answer& answer, std::string& bytes) {
    // The members are named once for both directions; a Writer changes none of them.
    Writer write(bytes);
    write(const_cast<Answer&>(answer));
}

template <class Answer> bool unpack(std::string_view& bytes, Answer& answer) {
    Reader read(bytes);
    read(answer);
    bytes = read.remaining();
    return read.good();
}

#define GRAZE_ANSWER_BYTES(Answer)                          \
    template void pack(const Answer& answer, std::string&); \
    template bool unpack(std::string_view&, Answer& answer)

GRAZE_ANSWER_BYTES(Separation);
GRAZE_ANSWER_BYTES(Verdict);
GRAZE_ANSWER_BYTES(CertifiedCommonPoint);
GRAZE_ANSWER_BYTES(CertifiedRelation);
GRAZE_ANSWER_BYTES(ContactManifold);
GRAZE_ANSWER_BYTES(RayHit);
GRAZE_ANSWER_BYTES(CastHit);
GRAZE_ANSWER_BYTES(std::optional<RayHit>);
GRAZE_ANSWER_BYTES(std::optional<CastHit>);
GRAZE_ANSWER_BYTES(CertifiedImpact);
GRAZE_ANSWER_BYTES(CellClearance);
GRAZE_ANSWER_BYTES(PathClearance);
GRAZE_ANSWER_BYTES(PathCertificate);
GRAZE_ANSWER_BYTES(SelfCollisionPair);

#undef GRAZE_ANSWER_BYTES

}  // namespace graze::python
