/// A number with its noun, for a person.
package enum Counted {
    /// The number and the noun in singular or plural: `1 payment`, `2 payments`, `0 payments`.
    package static func of(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    /// The same for a noun whose plural has an `s`.
    package static func of(_ number: some BinaryInteger, _ one: String) -> String { of(number, one, one + "s") }
}
