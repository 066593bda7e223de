public import ChaveBase
public import ChaveJOSE
public import ChaveWire

/// The signing keys of one organisation, as its keystore published them.
///
/// The organisation comes along, so that one organisation's keys verify no other organisation's message.
public struct OrganisationKeys: Hashable, Sendable {
    public let organisation: String
    public let keys: JWKSet

    public init(organisation: String, keys: JWKSet) {
        self.organisation = organisation
        self.keys = keys
    }
}

/// The keys at one address of a keystore: some verify signatures, others encrypt messages to their owner.
public struct PublishedKeys: Sendable {
    public let signing: JWKSet
    public let encryption: [EncryptionKey]

    public init(signing: JWKSet, encryption: [EncryptionKey] = []) {
        self.signing = signing
        self.encryption = encryption
    }

    /// Reads a JSON Web Key Set; keys of other kinds and uses are left out.
    public init(jwks: JSONValue) throws(JOSEKeyError) {
        self.init(signing: try JWKSet(json: jwks), encryption: try EncryptionKey.all(inSet: jwks))
    }
}

/// The keystores of organisations in the directory, with the last good answer of each.
///
/// A known key is returned at once. A keystore is asked again an hour after its last answer, beside the caller, and for
/// a `kid` that it did not have, before the caller: at most once a minute. One question to a keystore is under way at a
/// time. An answer older than a day counts no more.
public actor Keystores {
    /// Asks one keystore, within a time limit of its own; throws when there is no key set.
    public typealias Fetch = @Sendable (_ organisation: String) async throws -> PublishedKeys

    /// The keystore is away, and no answer of the last day has the key; a later try may succeed.
    public struct Unavailable: Error, Sendable {
        public let organisation: String
        /// The failure of the last question; `nil` where it did not fail, or where none could be asked.
        public let underlying: (any Error)?
    }

    static let freshSeconds: Int64 = 3_600
    static let pauseSeconds: Int64 = 60
    static let keptSeconds: Int64 = 86_400
    /// More organisations than any directory has.
    static let mostOrganisations = 10_000

    private typealias Answer = Result<PublishedKeys, any Error>

    private struct Shelf {
        var keys: PublishedKeys?
        var answeredAt: Timestamp?
        var askedAt: Timestamp?
        var failure: (any Error)?
        var question: Task<Answer, Never>?
    }

    private var shelves: [String: Shelf] = [:]
    private let fetch: Fetch
    private let now: @Sendable () -> Timestamp

    public init(now: @escaping @Sendable () -> Timestamp, fetch: @escaping Fetch) {
        self.now = now
        self.fetch = fetch
    }

    /// The keys of an organisation, with the key `keyID` where its keystore has it.
    ///
    /// - Throws: ``Unavailable`` when nobody can say whether the organisation has such a key.
    public func keys(of organisation: String, for keyID: String) async throws(Unavailable) -> OrganisationKeys {
        if let known = known(organisation)?.signing, known.key(keyID) != nil {
            if !isWithin(Keystores.freshSeconds, shelves[organisation]?.answeredAt) { refresh(organisation) }
            return OrganisationKeys(organisation: organisation, keys: known)
        }
        if let question = question(organisation) { take(await question.value, organisation) }
        let shelf = shelves[organisation]
        guard let keys = known(organisation)?.signing, keys.key(keyID) != nil || shelf?.failure == nil else {
            throw Unavailable(organisation: organisation, underlying: shelf?.failure)
        }
        return OrganisationKeys(organisation: organisation, keys: keys)
    }

    /// When a keystore was asked last; `nil` before the first time.
    public func askedAt(_ organisation: String) -> Timestamp? { shelves[organisation]?.askedAt }

    /// The key that messages to an organisation are encrypted to: the first one of its keystore; `nil` for none.
    ///
    /// - Throws: ``Unavailable`` when the keystore is away and has not answered for a day.
    public func encryptionKey(of organisation: String) async throws(Unavailable) -> EncryptionKey? {
        if !isWithin(Keystores.freshSeconds, shelves[organisation]?.answeredAt) {
            if let question = question(organisation) { take(await question.value, organisation) }
        }
        guard let keys = known(organisation) else {
            throw Unavailable(organisation: organisation, underlying: shelves[organisation]?.failure)
        }
        return keys.encryption.first
    }

    private func known(_ organisation: String) -> PublishedKeys? {
        guard let shelf = shelves[organisation], isWithin(Keystores.keptSeconds, shelf.answeredAt) else { return nil }
        return shelf.keys
    }

    /// Whether a moment is less than `seconds` ago; a clock that was set back makes nothing young.
    private func isWithin(_ seconds: Int64, _ moment: Timestamp?) -> Bool {
        guard let moment else { return false }
        return (0..<seconds * 1_000_000).contains(now().microseconds(since: moment))
    }

    /// The question that is under way, or a new one; `nil` within a minute of the last one.
    private func question(_ organisation: String) -> Task<Answer, Never>? {
        if let question = shelves[organisation]?.question { return question }
        guard !isWithin(Keystores.pauseSeconds, shelves[organisation]?.askedAt),
            shelves.count < Keystores.mostOrganisations || shelves[organisation] != nil
        else { return nil }
        // Apart from its first caller, whose cancellation must not end it for the others.
        let question = Task { [fetch] () -> Answer in
            do { return .success(try await fetch(organisation)) } catch { return .failure(error) }
        }
        shelves[organisation, default: Shelf()].question = question
        shelves[organisation]?.askedAt = now()
        return question
    }

    private func refresh(_ organisation: String) {
        guard let question = question(organisation) else { return }
        Task { self.take(await question.value, organisation) }
    }

    private func take(_ answer: Answer, _ organisation: String) {
        guard shelves[organisation]?.question != nil else { return }
        shelves[organisation]?.question = nil
        switch answer {
        case .success(let keys):
            shelves[organisation]?.keys = keys
            shelves[organisation]?.answeredAt = now()
            shelves[organisation]?.failure = nil
        case .failure(let error): shelves[organisation]?.failure = error
        }
    }
}
