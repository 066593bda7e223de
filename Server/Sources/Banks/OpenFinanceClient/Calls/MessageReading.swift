import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import OpenFinanceWire
import Synchronization

/// Verifies the signed messages of banks: by the keys of the organisation in the keystore alone.
final class MessageReading: Sendable {
    private let keystores: Keystores
    private let settings: ConnectorSettings
    private let seen = Mutex(SeenTokenIDs(capacity: MessageReading.mostTokenIDs))

    /// Of one organisation in three minutes, for 2,500 answers a second: 50 MB.
    private static let mostTokenIDs = 500_000
    /// An answer to a repeated call may carry its first `iat`; banks keep outcomes for a day.
    static let repeatedAgeSeconds: Int64 = 86_400

    init(keystores: Keystores, settings: ConnectorSettings) {
        self.keystores = keystores
        self.settings = settings
    }

    enum Refusal: Error, Hashable {
        case envelope(EnvelopeRefusal)
        case keysAway
        /// Its `jti` was used before.
        case seen
    }

    struct Message: Sendable {
        let body: JSONValue
        /// Whether it was made a moment ago; an answer to a repeated call need not be.
        let isFresh: Bool
    }

    /// Opens the body of an answer of `bank`.
    func open(
        _ body: [UInt8],
        of bank: BankListing,
        isRepeated: Bool,
        at now: Timestamp
    ) async throws(Refusal) -> Message {
        guard let text = String(validating: body, as: UTF8.self) else { throw .envelope(.malformed) }
        let claimed: ClaimedEnvelope
        do throws(EnvelopeRefusal) { claimed = try ClaimedEnvelope(parsing: text) } catch { throw .envelope(error) }
        let keys: OrganisationKeys
        do { keys = try await keystores.keys(of: bank.organisation, for: claimed.keyID) } catch { throw .keysAway }
        var expectation = EnvelopeExpectation(
            audience: .organisation(settings.organisation),
            maximumAgeSeconds: isRepeated ? MessageReading.repeatedAgeSeconds : settings.messageAgeSeconds
        )
        expectation.maximumAheadSeconds = settings.messageAgeSeconds
        let envelope: Envelope
        do throws(EnvelopeRefusal) {
            envelope = try expectation.verify(claimed, by: keys, at: now)
        } catch {
            throw .envelope(error)
        }
        let isNew = seen.withLock { $0.take(envelope.tokenID, of: bank.organisation, at: now) == .new }
        guard isNew || isRepeated else { throw .seen }
        let age = now.seconds - envelope.issuedAt
        return Message(body: .object(envelope.body), isFresh: isNew && age <= settings.messageAgeSeconds)
    }
}

/// The idempotency keys that were sent a while ago, so that a repeated call is known as one.
final class SentKeys: Sendable {
    private let keys = Mutex<(now: Set<String>, before: Set<String>)>(([], []))
    private static let capacity = 50_000

    /// Notes a key; returns whether it was sent before.
    func note(_ key: String, at institution: InstitutionID) -> Bool {
        let name = "\(institution.text) \(key)"
        return keys.withLock { keys in
            if keys.now.count >= SentKeys.capacity { keys = ([], keys.now) }
            let isKnown = keys.before.contains(name)
            return !keys.now.insert(name).inserted || isKnown
        }
    }
}
