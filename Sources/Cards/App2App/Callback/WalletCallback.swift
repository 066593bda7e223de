import ChaveBase
public import Foundation

/// The wallet's address that is opened at the end, as the rules allow it.
///
/// ``answer(_:code:)`` is the only way to an address: it follows the rules that the link was read with.
public struct WalletCallback: Hashable, Sendable {
    /// Up to the query.
    private let base: String
    /// The wallet's own items, as it wrote them.
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

    /// The address to open for this end; `nil` where the rules have it end in the app.
    ///
    /// The answer's items come last. The wallet's own stay as they are, all but those with the names of the answer's.
    /// A code is only told with an approval, and only where the rules let it go.
    public func answer(_ outcome: TokenActivationOutcome, code: String? = nil) -> URL? {
        switch answers {
        case .bare: outcome == .approved ? URL(string: text(with: query)) : nil
        case .withOutcome: URL(string: text(with: answeredQuery(outcome, code)))
        }
    }

    /// As it was checked.
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

    /// Also the code's name: a wallet cannot plant one.
    private func isOfAnswer(_ item: Substring) -> Bool {
        let name = PercentEncoding.decode(item.prefix { $0 != "=" })
        return name == names.response || name == names.code
    }
}

extension WalletCallback: CustomStringConvertible, CustomReflectable {
    public var description: String { "WalletCallback(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
