/// The order of keys in a CTAP2 canonical map: by major type, then the shorter first, then by bytes.
enum CBORKeyOrder {
    /// Whether `first` stands strictly before `second`; both are encoded keys.
    static func areIncreasing(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        let firstMajor = (first.first ?? 0) >> 5
        let secondMajor = (second.first ?? 0) >> 5
        guard firstMajor == secondMajor else { return firstMajor < secondMajor }
        guard first.count == second.count else { return first.count < second.count }
        return first.lexicographicallyPrecedes(second)
    }
}
