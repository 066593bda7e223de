package import ChaveBase

/// Two digits that both devices show, so that a person can check that both mean the same pairing.
public struct MatchNumber: Hashable, Sendable, CustomStringConvertible {
    package static let count = 100

    package let value: Int

    package init(_ value: Int) {
        precondition((0..<MatchNumber.count).contains(value), "a match number has two digits")
        self.value = value
    }

    /// `nil` unless the text is exactly two ASCII digits.
    public init?(text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 2, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        value = Int(digits[0] - 0x30) * 10 + Int(digits[1] - 0x30)
    }

    /// Two digits, from `00` to `99`.
    public var text: String { value < 10 ? "0\(value)" : "\(value)" }
    public var description: String { text }

    /// Draws three different choices and picks the number among them, at a random place.
    package static func drawn(_ world: World) -> (number: MatchNumber, choices: [MatchNumber]) {
        var choices: [MatchNumber] = []
        while choices.count < 3 {
            let next = MatchNumber(world.randomNumber(below: MatchNumber.count))
            if !choices.contains(next) { choices.append(next) }
        }
        return (choices[world.randomNumber(below: choices.count)], choices)
    }
}

extension World {
    /// A uniform random number below `limit`, which is at most 256; bytes that would favour some numbers are skipped.
    package func randomNumber(below limit: Int) -> Int {
        precondition((1...256).contains(limit), "one byte holds no more")
        let fair = 256 / limit * limit
        while true {
            for byte in randomBytes(16) where Int(byte) < fair { return Int(byte) % limit }
        }
    }
}
