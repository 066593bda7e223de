import ChaveWire

/// What a wallet's link asks for, once it was read: the payload as the BFF takes it, and where the answer goes.
struct Launch: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The seven texts, those that are there.
    let payload: JSONValue
    /// The wallet's address with each of the three answers.
    let answers: Answers
    /// What says that a link is the same one: SHA-256 of it.
    let digest: [UInt8]

    /// The wallet's address up to the answer's word, which stands at its end: kept once, however long it is.
    struct Answers: Hashable, Sendable {
        let untilWord: String

        var approved: String { "\(untilWord)approved" }
        var declined: String { "\(untilWord)declined" }
        var failure: String { "\(untilWord)failure" }
    }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
