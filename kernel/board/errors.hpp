// The kernel's errors. Running out of budget is not an error: the answer says so.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace sapper {

// No layout agrees with the view. Row and column name the contradicting clue or cell; both are -1
// when the mine total is to blame.
class Impossible : public std::runtime_error {
public:
    Impossible(int row, int column, const std::string& message)
        : std::runtime_error(message), row_(row), column_(column) {}
    explicit Impossible(const std::string& message) : Impossible(-1, -1, message) {}
    [[nodiscard]] int row() const { return row_; }
    [[nodiscard]] int column() const { return column_; }

private:
    int row_;
    int column_;
};

// An argument is malformed or out of range.
class BadArgument : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

// The caller interrupted the work.
class Interrupted : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

inline std::string counted_mines(long mines) {
    return std::to_string(mines) + (mines == 1 ? " mine" : " mines");
}

inline std::string cell_name(int row, int column) {
    std::string text = "(";
    text += std::to_string(row);
    text += ',';
    text += std::to_string(column);
    text += ')';
    return text;
}

}  // namespace sapper
