import ChavePixModel

extension ObjectReference {
    /// What sort of object is named; the raw values are stored and hashed, so they never change.
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

    public var idText: String {
        switch self {
        case .enrollment(let id): id.text
        case .paymentIntent(let id): id.text
        case .customer(let id): id.text
        case .bankAccount(let id): id.text
        case .app(let id): id.text
        case .apiKey(let id): id.text
        }
    }

    /// `nil` when `idText` is not a UUID.
    public init?(kind: Kind, idText: String) {
        let reference: ObjectReference? =
            switch kind {
            case .enrollment: .init(idText, ObjectReference.enrollment)
            case .paymentIntent: .init(idText, ObjectReference.paymentIntent)
            case .customer: .init(idText, ObjectReference.customer)
            case .bankAccount: .init(idText, ObjectReference.bankAccount)
            case .app: .init(idText, ObjectReference.app)
            case .apiKey: .init(idText, ObjectReference.apiKey)
            }
        guard let reference else { return nil }
        self = reference
    }

    private init?<Kind>(_ idText: String, _ make: (ResourceID<Kind>) -> ObjectReference) {
        guard let id = ResourceID<Kind>(idText) else { return nil }
        self = make(id)
    }
}

extension ObjectReference: CustomStringConvertible {
    /// `enrollment/0190…`: what the audit hash covers, so it never changes.
    public var description: String { "\(kind.rawValue)/\(idText)" }
}
