public import ChaveBase
import ChavePixModel

extension ObjectReference {
    /// The kind of the object; the raw values are stored and hashed, so they never change.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case enrollment
        case paymentIntent = "payment-intent"
        case customer
        case bankAccount = "bank-account"
        case app
        case apiKey = "api-key"
    }

    public var kind: Kind {
        switch self {
        case .enrollment: .enrollment
        case .paymentIntent: .paymentIntent
        case .customer: .customer
        case .bankAccount: .bankAccount
        case .app: .app
        case .apiKey: .apiKey
        }
    }

    public var id: AnyID {
        switch self {
        case .enrollment(let id): id.ofAnyKind
        case .paymentIntent(let id): id.ofAnyKind
        case .customer(let id): id.ofAnyKind
        case .bankAccount(let id): id.ofAnyKind
        case .app(let id): id.ofAnyKind
        case .apiKey(let id): id.ofAnyKind
        }
    }

    public var idText: String { id.text }

    public init(kind: Kind, id: AnyID) {
        self =
            switch kind {
            case .enrollment: .enrollment(id.ofKind())
            case .paymentIntent: .paymentIntent(id.ofKind())
            case .customer: .customer(id.ofKind())
            case .bankAccount: .bankAccount(id.ofKind())
            case .app: .app(id.ofKind())
            case .apiKey: .apiKey(id.ofKind())
            }
    }

    /// `nil` when `idText` is not a UUID.
    public init?(kind: Kind, idText: String) {
        guard let id = AnyID(idText) else { return nil }
        self.init(kind: kind, id: id)
    }
}

extension ObjectReference: CustomStringConvertible {
    /// The text that the audit hash covers, such as `enrollment/0190…`; its form never changes.
    public var description: String { "\(kind.rawValue)/\(idText)" }
}
