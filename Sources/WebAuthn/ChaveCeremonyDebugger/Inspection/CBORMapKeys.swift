import ChaveWire

/// The keys of one map so far.
struct CBORMapKeys {
    private var seen: Set<CBORValue> = []
    private var last: [UInt8]?

    mutating func fault(of key: CBORValue, written: [UInt8]) -> String? {
        defer { last = written }
        guard seen.insert(key).inserted else { return "stands twice" }
        guard let last, !CBORMapKeys.areIncreasing(last, written) else { return nil }
        return "is out of CTAP2's order: by kind, then shorter first, then by bytes"
    }

    private static func areIncreasing(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        let kinds = ((first.first ?? 0) >> 5, (second.first ?? 0) >> 5)
        guard kinds.0 == kinds.1 else { return kinds.0 < kinds.1 }
        guard first.count == second.count else { return first.count < second.count }
        return first.lexicographicallyPrecedes(second)
    }
}
