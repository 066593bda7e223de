public import ChaveWire

extension JSONNumber {
    /// A measurement as the shortest decimal text that stands for it; `nil` for infinities and what is not a number.
    public init?(measurement value: Double) {
        guard value.isFinite else { return nil }
        self.init(value.description)
    }
}
