import ChaveBase
import Hashing

/// What a browser brings in its cookies.
public struct BrowserVisit: Hashable, Sendable {
    /// Random, from the first page on; ties what was begun to this browser.
    public var visit: String
    /// Of the tenant that it asks for, where somebody has signed in.
    public var session: String?

    public init(visit: String, session: String?) {
        self.visit = visit
        self.session = session
    }

    var visitDigest: Digest { Digest(ofText: visit) }
    var sessionDigest: Digest? { session.map { Digest(ofText: $0) } }
}
