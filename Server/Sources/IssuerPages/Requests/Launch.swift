import ChaveWire

/// What a wallet's link asks for, once it was read: the payload as the BFF takes it, and where the answer goes.
struct Launch: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The seven texts, those that are there.
    let payload: JSONValue
    /// The wallet's address with each of the three answers.
    let answers: Answers
    /// What says that a link is the same one: SHA-256 of it.
    let digest: [UInt8]

    struct Answers: Hashable, Sendable {
        let approved: String
        let declined: String
        let failure: String
    }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
