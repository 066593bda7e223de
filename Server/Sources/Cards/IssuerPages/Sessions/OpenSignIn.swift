import ChaveBase

/// A sign-in that this session has begun, and waits for.
struct OpenSignIn: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// What it is for.
    enum Purpose: Hashable, Sendable {
        /// The holder's own cards.
        case cards
        /// To be asked about a wallet's request.
        case question(request: String)
        /// To confirm the yes that was said to it.
        case confirmation(request: String)
    }

    let state: String
    let nonce: String
    let verifier: String
    let purpose: Purpose
    /// Whether the person has to be there again, signed in or not.
    let isAnew: Bool
    let endsAt: Timestamp

    /// As long as the tenant waits, and some more.
    static let lifeSeconds = 900

    init(_ purpose: Purpose, isAnew: Bool, world: World) {
        state = Base64URL.encode(world.randomBytes(24))
        nonce = Base64URL.encode(world.randomBytes(24))
        verifier = world.newSecret()
        self.purpose = purpose
        self.isAnew = isAnew
        endsAt = world.now().adding(seconds: OpenSignIn.lifeSeconds)
    }

    /// Where the person goes on, whatever came of it.
    var wayBack: String {
        switch purpose {
        case .cards: ""
        case .question(let request), .confirmation(let request): "/request/\(request)"
        }
    }

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
