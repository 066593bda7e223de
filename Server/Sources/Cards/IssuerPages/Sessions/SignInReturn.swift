import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One redirect from the tenant, identified by the browser's earlier session id and the whole query.
///
/// A caller that brings both has the code that the tenant gave to this browser alone, so the new session is theirs too.
/// Only one digest of both is kept, whatever their length.
struct SignInReturn: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private let digest: [UInt8]

    init(session: String, query: String) {
        // Each part has its own digest, so that no character of one part can pass for the other's.
        let parts = [session, query].flatMap { Array(SHA256.hash(data: Data($0.utf8))) }
        digest = Array(SHA256.hash(data: Data(parts)))
    }

    /// The time that an outcome is kept: longer than a browser takes to repeat a request without a response.
    static let keptSeconds: Int64 = 60

    /// The outcome of a return.
    struct End: Hashable, Sendable {
        /// The session's id after the return.
        let session: String
        /// The browser's next path, below the mount; `nil` when the session ended meanwhile.
        let place: String?
    }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
