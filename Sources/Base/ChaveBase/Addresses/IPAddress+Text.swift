extension IPAddress {
    /// The canonical text: four decimal numbers, or the form of RFC 5952 with the longest run of zeros as `::`.
    public var text: String {
        switch self {
        case .v4(let number):
            [24, 16, 8, 0].map { String(number >> UInt32($0) & 0xFF) }.joined(separator: ".")
        case .v6(let high, let low): IPAddress.text(ofGroups: IPAddress.groups(high) + IPAddress.groups(low))
        }
    }

    private static func groups(_ number: UInt64) -> [UInt64] {
        [48, 32, 16, 0].map { number >> UInt64($0) & 0xFFFF }
    }

    private static func text(ofGroups groups: [UInt64]) -> String {
        let texts = groups.map { String($0, radix: 16) }
        guard let run = longestZeros(groups) else { return texts.joined(separator: ":") }
        return texts[..<run.lowerBound].joined(separator: ":") + "::" + texts[run.upperBound...].joined(separator: ":")
    }

    /// The first of the longest runs of two or more zeros.
    private static func longestZeros(_ groups: [UInt64]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(1, best?.count ?? 1) { best = start..<end }
            start = max(end, start) + 1
        }
        return best
    }
}
