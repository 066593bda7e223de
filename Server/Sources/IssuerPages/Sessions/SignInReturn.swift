/// One return from the tenant, by what the browser brought: its session's id of before, and the whole query.
///
/// Whoever brings both has the code that the tenant gave to this browser alone, so that the session of after it is theirs too.
struct SignInReturn: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let session: String
    let query: String

    /// Longer than a browser takes to ask once more because it did not hear the answer.
    static let keptSeconds: Int64 = 60

    /// What came of it.
    struct End: Hashable, Sendable {
        /// The id that the session has after it.
        let session: String
        /// Where the browser goes on, below the mount; `nil` where the session ended meanwhile.
        let place: String?
    }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
