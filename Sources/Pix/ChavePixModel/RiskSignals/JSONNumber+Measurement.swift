public import ChaveWire

extension JSONNumber {
    /// The shortest decimal text of a measurement; `nil` for infinities and NaN.
    public init?(measurement value: Double) {
        guard value.isFinite else { return nil }
        self.init(value.description)
    }
}
