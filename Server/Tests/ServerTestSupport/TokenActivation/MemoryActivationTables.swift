import ChaveBase
import ChavePixModel
import TokenActivationCore

/// What a database of activations holds.
struct MemoryActivationTables {
    /// A row names an activation that there is not.
    struct Orphan: Error {}

    /// In the order of insertion.
    var activations: [Activation] = []
    var claims: [Digest: IdempotencyClaim] = [:]
    var refusals: [String: CardRefusal] = [:]
    var notices: [String: PendingNotice] = [:]
    var links: [Digest: SuspensionLink] = [:]
    var chains: [ActivationAuditChain: [ActivationAuditEntry]] = [:]

    func standing(_ token: TokenKey) -> Activation? {
        activations.last { row in
            row.token.network == token.network && row.token.id.hasBytes(of: token.id) && row.state.name != .refused
        }
    }

    func refusals(ofCard card: String, since: Timestamp) -> [Timestamp] {
        refusals.values.filter { $0.card.hasBytes(of: card) && $0.at > since }.map(\.at)
    }

    /// `false` where something is not as it was read; then this is to be thrown away.
    mutating func apply(_ change: ActivationChange) throws -> Bool {
        for write in change.writes {
            guard try apply(write) else { return false }
        }
        for fact in change.audit {
            let last = chains[fact.chain]?.last.map { (sequence: $0.sequence, hash: $0.hash) }
            chains[fact.chain, default: []].append(ActivationAuditEntry(fact, after: last))
        }
        return true
    }

    private mutating func apply(_ write: ActivationChange.Write) throws -> Bool {
        switch write {
        case .insert(let activation):
            guard !has(activation.id) else { return false }
            activations.append(activation)
        case .replace(let activation, let expected):
            let place = activations.firstIndex { $0.id == activation.id && $0.version == expected }
            guard let place else { return false }
            activations[place] = activation
            activations[place].version = expected + 1
        case .requireStanding(let expected, let token):
            return standing(token).map { ActivationVersion($0) } == expected
        case .claim(let claim):
            try require(claim.activation)
            if let known = claims[claim.scope], known.expiresAt > claim.createdAt { return false }
            claims[claim.scope] = claim
        case .refuse(let refusal):
            if refusals[refusal.activation] == nil { refusals[refusal.activation] = refusal }
        case .requireRefusals(let count, let card, let since):
            return refusals(ofCard: card, since: since).count == count
        case .insertNotice, .replaceNotice, .removeNotice: return try applyToNotices(write)
        case .insertLink(let link):
            try require(link.activation)
            guard links[link.digest] == nil else { return false }
            links[link.digest] = link
        case .removeLinks(let activation): links = links.filter { $0.value.activation != activation }
        }
        return true
    }

    private mutating func applyToNotices(_ write: ActivationChange.Write) throws -> Bool {
        switch write {
        case .insertNotice(let notice):
            try require(notice.activation)
            guard notices[notice.activation] == nil else { return false }
            notices[notice.activation] = notice
            return true
        case .replaceNotice(let notice, let expected):
            guard notices[notice.activation]?.version == expected else { return false }
            notices[notice.activation]?.dueAt = notice.dueAt
            notices[notice.activation]?.version = expected + 1
            return true
        case .removeNotice(let activation, let expected):
            guard notices[activation]?.version == expected else { return false }
            notices[activation] = nil
            return true
        default: return false
        }
    }

    mutating func removeExpired(_ ends: ActivationRetention, limit: Int) -> Int {
        let keys = claims.values.filter { $0.expiresAt <= ends.now }.sorted { $0.expiresAt < $1.expiresAt }
        let oldLinks = links.values.filter { $0.expiresAt <= ends.now }.sorted { $0.expiresAt < $1.expiresAt }
        let oldRefusals = refusals.values.filter { $0.at < ends.refusalsBefore }.sorted { $0.at < $1.at }
        let old = activations.filter { $0.wakeAt == nil && $0.createdAt < ends.activationsBefore }
            .sorted { $0.createdAt < $1.createdAt }
        for key in keys.prefix(limit) { claims[key.scope] = nil }
        for link in oldLinks.prefix(limit) { links[link.digest] = nil }
        for refusal in oldRefusals.prefix(limit) { refusals[refusal.activation] = nil }
        for activation in old.prefix(limit) { remove(activation.id) }
        return [keys.count, oldLinks.count, oldRefusals.count, old.count].reduce(0) { $0 + min($1, limit) }
    }

    private mutating func remove(_ id: String) {
        activations.removeAll { $0.id == id }
        claims = claims.filter { $0.value.activation != id }
        notices[id] = nil
        links = links.filter { $0.value.activation != id }
    }

    private func has(_ id: String) -> Bool { activations.contains { $0.id == id } }

    private func require(_ activation: String) throws {
        guard has(activation) else { throw Orphan() }
    }
}

extension String {
    /// As a database compares texts; Swift takes two spellings of `é` for one.
    fileprivate func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
