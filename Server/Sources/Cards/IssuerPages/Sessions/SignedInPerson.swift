import ChaveBase

/// Who is signed in, and what the BFF believes it by; nothing of it is ever shown or logged but the name.
struct SignedInPerson: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The tenant's id of the person.
    let subject: String
    let name: String
    let accessToken: String
    /// When they were last there, by the second.
    let authenticatedAt: Timestamp
    /// When the access token ends.
    let endsAt: Timestamp

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
