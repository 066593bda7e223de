import ChaveBase

/// A sign-in that this session has begun and not finished.
struct OpenSignIn: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The purpose of a sign-in.
    enum Purpose: Hashable, Sendable {
        /// To see the holder's own cards.
        case cards
        /// To see the question about a wallet's request.
        case question(request: String)
        /// To confirm the yes to a wallet's request.
        case confirmation(request: String)
    }

    let state: String
    let nonce: String
    let verifier: String
    let purpose: Purpose
    /// Whether the person must sign in again, even when they are signed in.
    let isAnew: Bool
    let endsAt: Timestamp

    /// The life of an open sign-in: somewhat longer than the tenant waits.
    static let lifeSeconds = 900

    init(_ purpose: Purpose, isAnew: Bool, world: World) {
        state = Base64URL.encode(world.randomBytes(24))
        nonce = Base64URL.encode(world.randomBytes(24))
        verifier = world.newSecret()
        self.purpose = purpose
        self.isAnew = isAnew
        endsAt = world.now().adding(seconds: OpenSignIn.lifeSeconds)
    }

    /// The path at which the person goes on, whatever the outcome.
    var wayBack: String {
        switch purpose {
        case .cards: ""
        case .question(let request), .confirmation(let request): "/request/\(request)"
        }
    }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
