import ChavePixModel
import PostgresClient
import TokenActivationCore

/// A change as statements: what it holds until it is over, and its steps.
struct ActivationCommit {
    /// Names of the tokens, cards and chains that are decided over, each once and in one order for all, so that no two
    /// commits wait for each other.
    let held: [[UInt8]]
    let steps: [PostgresStatement]

    init(_ change: ActivationChange) {
        let names = change.writes.compactMap(\.held) + change.audit.map { "chain/" + $0.chain.text }
        held = Set(names.map(\.utf8Bytes)).sorted { $0.lexicographicallyPrecedes($1) }
        steps = change.writes.map(\.statement)
    }

    var holding: [PostgresStatement] { held.map { PostgresStatement(ActivationStatement.hold, [.bytes($0)]) } }
    var lettingGo: [PostgresStatement] { held.map { PostgresStatement(ActivationStatement.letGo, [.bytes($0)]) } }

    /// Whether the error says that one of the steps did not find what it expects.
    static func isConflict(_ error: PostgresError) -> Bool {
        error.kind == .conditionFailed || error.kind == .uniqueViolation
    }
}

extension ActivationChange.Write {
    /// Over what it decides, beyond the rows that it writes.
    fileprivate var held: String? {
        switch self {
        case .insert(let activation): activation.token.held
        case .requireStanding(_, let token): token.held
        case .refuse(let refusal): "card/" + refusal.card
        case .requireRefusals(_, let card, _): "card/" + card
        case .replace, .claim, .insertNotice, .replaceNotice, .removeNotice, .insertLink, .removeLinks: nil
        }
    }

    fileprivate var statement: PostgresStatement {
        switch self {
        case .insert(let activation): .init(ActivationStatement.insert, activation.values)
        case .replace(let activation, let expected):
            .init(ActivationStatement.replace, [.text(activation.id), .integer(expected)] + activation.changes)
        case .requireStanding(let expected?, let token):
            .init(
                ActivationStatement.requireStanding,
                token.values + [.text(expected.id), .integer(expected.version)]
            )
        case .requireStanding(nil, let token): .init(ActivationStatement.requireNoneStanding, token.values)
        case .claim(let claim): .init(ActivationStatement.claim, claim.values)
        case .refuse(let refusal):
            .init(
                ActivationStatement.refuse,
                [.text(refusal.activation), .bytes(refusal.card.utf8Bytes), .integer(refusal.at.microseconds)]
            )
        case .requireRefusals(let count, let card, let since):
            .init(
                ActivationStatement.requireRefusals,
                [.bytes(card.utf8Bytes), .integer(since.microseconds), .integer(Int64(count))]
            )
        case .insertNotice, .replaceNotice, .removeNotice, .insertLink, .removeLinks: outboxStatement
        }
    }

    private var outboxStatement: PostgresStatement {
        switch self {
        case .insertNotice(let notice):
            .init(
                ActivationStatement.insertNotice,
                [
                    .text(notice.activation), .integer(notice.version), .integer(notice.createdAt.microseconds),
                    .integer(notice.dueAt.microseconds),
                ]
            )
        case .replaceNotice(let notice, let expected):
            .init(
                ActivationStatement.replaceNotice,
                [.text(notice.activation), .integer(expected), .integer(notice.dueAt.microseconds)]
            )
        case .removeNotice(let activation, let expected):
            .init(ActivationStatement.removeNotice, [.text(activation), .integer(expected)])
        case .insertLink(let link):
            .init(
                ActivationStatement.insertLink,
                [.bytes(link.digest.bytes), .text(link.activation), .integer(link.expiresAt.microseconds)]
            )
        case .removeLinks(let activation): .init(ActivationStatement.removeLinks, [.text(activation)])
        case .insert, .replace, .requireStanding, .claim, .refuse, .requireRefusals: statement
        }
    }
}

extension TokenKey {
    var values: [PostgresValue] { [.text(network.rawValue), .bytes(id.utf8Bytes)] }
    fileprivate var held: String { "token/\(network.rawValue)/\(id)" }
}

extension IdempotencyClaim {
    fileprivate var values: [PostgresValue] {
        [
            .bytes(scope.bytes), .bytes(fingerprint.bytes), .text(activation), .integer(createdAt.microseconds),
            .integer(expiresAt.microseconds),
        ]
    }
}
