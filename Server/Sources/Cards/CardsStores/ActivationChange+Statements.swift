import ChaveBase
import SQLPort
import TokenActivationCore

extension ActivationChange {
    /// The names of the tokens, cards and chains that the change depends on, each once.
    ///
    /// All commits use the same sort order, so two commits cannot deadlock.
    var held: [SQLValue] {
        let names = writes.compactMap(\.held) + audit.map { "chain/" + $0.chain.text }
        return Set(names.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }.map(\.blob)
    }
}

extension ActivationChange.Write {
    /// The token or card that the write depends on, beyond the rows that it changes.
    fileprivate var held: String? {
        switch self {
        case .insert(let activation): activation.token.held
        case .requireStanding(_, let token): token.held
        case .refuse(let refusal): "card/" + refusal.card
        case .requireRefusals(_, let card, _): "card/" + card
        case .replace, .claim, .insertNotice, .replaceNotice, .removeNotice, .insertLink, .removeLinks: nil
        }
    }

    var statement: SQLStatement {
        switch self {
        case .insert(let activation): activation.insertion
        case .replace(let activation, let expected): activation.replacement(of: expected)
        case .requireStanding(let expected?, let token):
            SQLStatement(
                ActivationStatement.requireStanding,
                [token.network.rawValue, token.id.utf8.blob, expected.id, expected.version]
            )
        case .requireStanding(nil, let token): SQLStatement(ActivationStatement.requireNoneStanding, token.values)
        case .claim(let claim):
            SQLStatement(
                ActivationStatement.claim,
                [
                    claim.scope.bytes.blob, claim.fingerprint.bytes.blob, claim.activation,
                    claim.createdAt.microseconds, claim.expiresAt.microseconds,
                ]
            )
        case .refuse(let refusal):
            SQLStatement(
                ActivationStatement.refuse,
                [refusal.activation, refusal.card.utf8.blob, refusal.at.microseconds]
            )
        case .requireRefusals(let count, let card, let since):
            SQLStatement(ActivationStatement.requireRefusals, [card.utf8.blob, since.microseconds, count])
        case .insertNotice, .replaceNotice, .removeNotice, .insertLink, .removeLinks: outboxStatement
        }
    }

    private var outboxStatement: SQLStatement {
        switch self {
        case .insertNotice(let notice):
            SQLStatement(
                ActivationStatement.insertNotice,
                [notice.activation, notice.version, notice.createdAt.microseconds, notice.dueAt.microseconds]
            )
        case .replaceNotice(let notice, let expected):
            SQLStatement(
                ActivationStatement.replaceNotice,
                [notice.activation, expected, notice.dueAt.microseconds]
            )
        case .removeNotice(let activation, let expected):
            SQLStatement(ActivationStatement.removeNotice, [activation, expected])
        case .insertLink(let link):
            SQLStatement(
                ActivationStatement.insertLink,
                [link.digest.bytes.blob, link.activation, link.expiresAt.microseconds]
            )
        case .removeLinks(let activation): SQLStatement(ActivationStatement.removeLinks, [activation])
        case .insert, .replace, .requireStanding, .claim, .refuse, .requireRefusals: statement
        }
    }
}

extension TokenKey {
    var values: SQLArguments { [network.rawValue, id.utf8.blob] }
    fileprivate var held: String { "token/\(network.rawValue)/\(id)" }
}
