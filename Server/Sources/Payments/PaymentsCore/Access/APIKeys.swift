public import ChaveBase
public import ChavePixModel
import Hashing
public import PaymentsModel

/// A new key with its password, as its owner sees it once.
public struct NewAPIKey: Sendable, Redacted {
    public let key: APIKey
    /// 64 random characters; stored nowhere.
    public let password: String

    init(of organisation: OrganisationID, label: String, role: APIKeyRole, in world: World) {
        password = Base64URL.encode(world.randomBytes(48))
        key = APIKey(
            id: world.newID(),
            organisation: organisation,
            label: label,
            role: role,
            passwordDigest: Digest(ofText: password),
            createdAt: world.now()
        )
    }
}

/// The administration of organisations and their keys for `chave keys` and the sandbox, with or without a running
/// server.
public struct Administration: Sendable {
    let store: any PaymentsStore
    let world: World

    public init(store: any PaymentsStore, world: World) {
        self.store = store
        self.world = world
    }

    /// Why an operation is refused.
    public enum Refusal: Error, Hashable, Sendable {
        case noSuchOrganisation
        case noSuchKey
        /// The organisation already has the largest permitted number of keys that are not revoked.
        case tooManyKeys
        /// The operation names no organisation, and there is not exactly one.
        case organisationUnclear(count: Int)
    }

    public func createKey(
        for organisation: OrganisationID,
        label: String,
        role: APIKeyRole = .standard
    ) async throws -> NewAPIKey {
        guard try await store.organisation(organisation) != nil else { throw Refusal.noSuchOrganisation }
        let new = NewAPIKey(of: organisation, label: label, role: role, in: world)
        var change = Change()
        change.insert(new.key, actor: "operator")
        do throws(CommitFailure) {
            try await store.commit(change)
        } catch {
            if case .conflict = error { throw Refusal.tooManyKeys }
            throw error
        }
        return new
    }

    /// The keys of one organisation, or of all organisations.
    public func keys(of organisation: OrganisationID?) async throws -> [APIKey] {
        if let organisation { return try await store.apiKeys(of: organisation) }
        var keys: [APIKey] = []
        for known in try await store.organisations() { keys += try await store.apiKeys(of: known.id) }
        return keys
    }

    /// Ends a key at once; ending it again changes nothing.
    public func revokeKey(_ id: APIKeyID) async throws {
        guard let key = try await store.apiKey(id) else { throw Refusal.noSuchKey }
        guard key.revokedAt == nil else { return }
        var change = Change()
        change.revoke(key, at: world.now(), actor: "operator")
        do throws(CommitFailure) {
            try await store.commit(change)
        } catch {
            // Another caller has revoked the key in the meantime.
            if case .conflict = error { return }
            throw error
        }
    }
}

extension Payments {
    /// The caller behind HTTP Basic credentials.
    ///
    /// Wrong credentials take the same time as right ones.
    public func authenticate(secretID: String, password: String) async throws(APIFailure) -> Caller {
        let claimed = Digest(ofText: password)
        let id = APIKeyID(secretID)
        let key: APIKey?
        do throws(StorageFault) {
            // An invalid id still costs a look-up, with an id that no key has.
            key = try await store.apiKey(id ?? APIKeyID(high: 0, low: 0))
        } catch {
            throw .storageUnavailable
        }
        let matches = (key?.passwordDigest ?? Digest(ofText: "")).equalsInConstantTime(claimed)
        guard let key, matches, key.revokedAt == nil else { throw .authenticationFailed }
        return .merchant(organisation: key.organisation, apiKey: key.id)
    }
}
