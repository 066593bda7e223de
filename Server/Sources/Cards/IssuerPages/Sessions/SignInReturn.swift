import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One return from the tenant, by what the browser brought: its session's id of before, and the whole query.
///
/// Whoever brings both has the code that the tenant gave to this browser alone, so that the session of after it is theirs too.
/// Only the digest of both is kept, however long they are.
struct SignInReturn: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private let digest: [UInt8]

    init(session: String, query: String) {
        // Each has a digest of its own, so that no character of one passes for the other's.
        let parts = [session, query].flatMap { Array(SHA256.hash(data: Data($0.utf8))) }
        digest = Array(SHA256.hash(data: Data(parts)))
    }

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
