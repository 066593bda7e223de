import ChaveBase
public import Foundation

/// The wallet's address to open at the end, as the rules allow it.
///
/// ``answer(_:code:)`` is the only way to get an address: it follows the rules that the link was read with.
public struct WalletCallback: Hashable, Sendable {
    /// The address before the query.
    private let base: String
    /// The wallet's own items, unchanged.
    private let query: String?
    private let isHTTPS: Bool
    private let names: TokenActivationRules.Names
    private let answers: TokenActivationRules.Answers
    private let codes: TokenActivationRules.Codes

    init(_ text: String?, rules: TokenActivationRules) throws(TokenActivationLinkRefusal) {
        guard let text else { throw .callbackMissing }
        let address = try CallbackCheck(rules: rules).address(in: text)
        base = "\(address.scheme):\(address.hasAuthority ? "//" : "")\(address.authority)\(address.path)"
        query = address.query.map(String.init)
        isHTTPS = address.plainScheme == "https"
        names = rules.names
        answers = rules.answers
        codes = rules.codes
        guard URL(string: text) != nil else { throw .callbackNotAnAddress }
    }

    /// The address to open for this end; `nil` when the rules end the request in the app.
    ///
    /// The answer's items come last. The wallet's own items stay unchanged, except those with the names of the answer's
    /// items. The address carries a code only with an approval, and only where the rules allow it.
    public func answer(_ outcome: TokenActivationOutcome, code: String? = nil) -> URL? {
        switch answers {
        case .bare: outcome == .approved ? URL(string: text(with: query)) : nil
        case .withOutcome: URL(string: text(with: answeredQuery(outcome, code)))
        }
    }

    /// The address as it was checked.
    var text: String { text(with: query) }

    private func text(with query: String?) -> String { query.map { "\(base)?\($0)" } ?? base }

    private func answeredQuery(_ outcome: TokenActivationOutcome, _ code: String?) -> String {
        var items = (query ?? "").split(separator: "&").filter { !isOfAnswer($0) }.map(String.init)
        items.append("\(PercentEncoding.encode(names.response))=\(outcome.rawValue)")
        if let code, outcome == .approved, isHTTPS || codes == .everyCallback {
            items.append("\(PercentEncoding.encode(names.code))=\(PercentEncoding.encode(code))")
        }
        return items.joined(separator: "&")
    }

    /// Whether an item has a name of the answer; this includes the code's name, so that a wallet cannot plant a code.
    private func isOfAnswer(_ item: Substring) -> Bool {
        let name = PercentEncoding.decode(item.prefix { $0 != "=" })
        return name == names.response || name == names.code
    }
}

extension WalletCallback: CustomStringConvertible, CustomReflectable {
    public var description: String { "WalletCallback(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The end of a request, with the raw values of the answer.
public enum TokenActivationOutcome: String, Hashable, Sendable, CaseIterable {
    /// The backend confirmed that the token is active.
    case approved
    /// The holder refused.
    case declined
    /// Any other end; the wallet may offer another way.
    case failure
}
