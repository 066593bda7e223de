import ChaveWire

/// The content of a wallet's link: the payload for the BFF, and the addresses of the answers.
struct Launch: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Those of the seven texts that the link contains.
    let payload: JSONValue
    /// The wallet's address with each of the three answers.
    let answers: Answers
    /// The SHA-256 digest of the link, by which a repeated link is recognized.
    let digest: [UInt8]

    /// The wallet's address without the outcome at its end, so that a long address is stored only once.
    struct Answers: Hashable, Sendable {
        let untilWord: String

        var approved: String { "\(untilWord)approved" }
        var declined: String { "\(untilWord)declined" }
        var failure: String { "\(untilWord)failure" }
    }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
