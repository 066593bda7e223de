import ChaveBase
import ChavePixModel
import Synchronization

/// The access tokens of the platform's own credentials, one for each client at a bank.
///
/// They are bound to the certificate of the connection, so another certificate needs others.
final class ClientTokens: Sendable {
    struct Place: Hashable {
        var institution: InstitutionID
        var client: String
        var certificate: String
    }

    private struct Kept {
        var text: String
        var usableUntil: Timestamp
    }

    /// How long before its end a token is used no more.
    static let marginSeconds: Int64 = 60

    private let tokens = Mutex<[Place: Kept]>([:])

    func token(for place: Place, at now: Timestamp) -> String? {
        tokens.withLock { tokens in
            guard let kept = tokens[place], now < kept.usableUntil else { return nil }
            return kept.text
        }
    }

    func keep(_ text: String, for place: Place, lifeSeconds: Int, at now: Timestamp) {
        let life = Int64(min(max(lifeSeconds, 0), 86_400))
        let usableUntil = now.adding(seconds: life - ClientTokens.marginSeconds)
        tokens.withLock { $0[place] = Kept(text: text, usableUntil: usableUntil) }
    }

    func forget(_ place: Place) { tokens.withLock { $0[place] = nil } }
}
