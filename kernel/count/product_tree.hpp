// The product of many polynomials, and for each of them the product of all the others: a binary
// tree of products built upwards, then weights passed down. Each product multiplies two neighbours
// of similar size, so thousands of components cost little more than a few.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

// Masses: ordinary products, kept near 1 so that none overflows.
struct MassRing {
    using Value = double;
    static void add_product(double* out, const double* in, double factor, std::size_t count) {
        if (factor == 0.0) return;
        for (std::size_t i = 0; i < count; ++i) out[i] += factor * in[i];
    }
    // Divides by the greatest value; returns its logarithm.
    static double normalise(std::span<double> values) {
        const double most = *std::ranges::max_element(values);
        if (most <= 0.0) return 0.0;
        for (double& value : values) value /= most;
        return std::log(most);
    }
};

// Which sums can be reached at all: without rounding, so it may decide certainty.
struct SupportRing {
    using Value = std::uint8_t;
    static void add_product(Value* out, const Value* in, Value factor, std::size_t count) {
        if (factor == 0) return;
        for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Value>(out[i] | in[i]);
    }
    static double normalise(std::span<Value>) { return 0.0; }
};

template <class Ring>
class ProductTree {
public:
    using Value = typename Ring::Value;

    void clear(Value negligible) {
        nodes_.clear();
        values_.clear();
        negligible_ = negligible;
        log_taken_ = 0.0;
    }

    void add_leaf(long least, std::span<const Value> values) {
        open_node(least, values.size());
        std::ranges::copy(values, values_.end() - static_cast<std::ptrdiff_t>(values.size()));
        close_node();
    }

    // Call once, after the last leaf; there must be at least one.
    void build() {
        std::size_t first = 0;
        std::size_t last = nodes_.size();
        while (last - first > 1) {
            for (std::size_t i = first; i + 1 < last; i += 2) multiply(i, i + 1);
            if ((last - first) % 2) carry(last - 1);
            first = last;
            last = nodes_.size();
        }
    }

    [[nodiscard]] long least() const { return nodes_.back().least; }
    [[nodiscard]] std::span<const Value> product() const { return values_of(nodes_.back()); }
    [[nodiscard]] double log_taken() const { return log_taken_; }

    // Gives the root its weights (one per coefficient of the product) and passes them down.
    void descend(std::span<const Value> weights) {
        outside_.assign(values_.size(), Value{});
        std::ranges::copy(weights,
                          outside_.begin() + static_cast<std::ptrdiff_t>(nodes_.back().first));
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            const Node& node = nodes_[i];
            if (node.left == kNone) continue;
            if (node.right == kNone)
                std::copy_n(
                    outside_.begin() + static_cast<std::ptrdiff_t>(node.first), node.count,
                    outside_.begin() + static_cast<std::ptrdiff_t>(nodes_[node.left].first));
            else
                hand_down(node, node.left, node.right), hand_down(node, node.right, node.left);
        }
    }

    [[nodiscard]] long leaf_least(std::size_t leaf) const { return nodes_[leaf].least; }
    [[nodiscard]] std::span<const Value> leaf_weights(std::size_t leaf) const {
        return {outside_.data() + nodes_[leaf].first, nodes_[leaf].count};
    }

private:
    static constexpr std::size_t kNone = ~std::size_t{0};
    struct Node {
        long least = 0;
        std::size_t first = 0;
        std::size_t count = 0;
        std::size_t left = kNone;
        std::size_t right = kNone;
    };

    [[nodiscard]] std::span<const Value> values_of(const Node& node) const {
        return {values_.data() + node.first, node.count};
    }

    void open_node(long least, std::size_t count) {
        nodes_.push_back({least, values_.size(), count, kNone, kNone});
        values_.resize(values_.size() + count);
    }

    void close_node() {
        Node& node = nodes_.back();
        log_taken_ += Ring::normalise({values_.data() + node.first, node.count});
        if (negligible_ > Value{}) trim(node);
    }

    // Cuts the tails off; what is left starts where the node's values started.
    void trim(Node& node) {
        Value* first = values_.data() + node.first;
        std::size_t low = 0;
        while (low + 1 < node.count && first[low] < negligible_) ++low;
        std::size_t high = node.count;
        while (high > low + 1 && first[high - 1] < negligible_) --high;
        std::copy(first + low, first + high, first);
        node.least += static_cast<long>(low);
        node.count = high - low;
        values_.resize(node.first + node.count);
    }

    void multiply(std::size_t left, std::size_t right) {
        open_node(nodes_[left].least + nodes_[right].least,
                  nodes_[left].count + nodes_[right].count - 1);
        Node& node = nodes_.back();
        node.left = left;
        node.right = right;
        const Value* a = values_.data() + nodes_[left].first;
        const Value* b = values_.data() + nodes_[right].first;
        Value* out = values_.data() + node.first;
        for (std::size_t j = 0; j < nodes_[right].count; ++j)
            Ring::add_product(out + j, a, b[j], nodes_[left].count);
        close_node();
    }

    void carry(std::size_t only) {
        const Node child = nodes_[only];
        open_node(child.least, child.count);
        nodes_.back().left = only;
        std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(child.first), child.count,
                    values_.begin() + static_cast<std::ptrdiff_t>(nodes_.back().first));
    }

    // A child's weight at k sums the parent's at k + j over the sibling's coefficients j.
    void hand_down(const Node& node, std::size_t to, std::size_t sibling) {
        const Node& child = nodes_[to];
        const long shift = child.least + nodes_[sibling].least - node.least;
        const auto count = static_cast<long>(child.count);
        for (std::size_t j = 0; j < nodes_[sibling].count; ++j) {
            const long at = static_cast<long>(j) + shift;
            const long low = std::max(0L, -at);
            const long high = std::min(count, static_cast<long>(node.count) - at);
            if (low >= high) continue;
            Ring::add_product(outside_.data() + child.first + low,
                              outside_.data() + static_cast<long>(node.first) + at + low,
                              values_[nodes_[sibling].first + j],
                              static_cast<std::size_t>(high - low));
        }
        Ring::normalise({outside_.data() + child.first, child.count});
    }

    std::vector<Node> nodes_;
    std::vector<Value> values_;
    std::vector<Value> outside_;
    Value negligible_{};
    double log_taken_ = 0.0;
};

}  // namespace sapper
