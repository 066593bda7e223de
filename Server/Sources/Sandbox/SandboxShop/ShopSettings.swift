public import ChavePixModel

/// What the shop is, and what it calls the Payments API with.
public struct ShopSettings: Sendable {
    /// Somebody whose accounts the test banks have.
    public struct Person: Hashable, Sendable {
        public let name: String
        public let identifier: String

        public init(name: String, identifier: String) {
            self.name = name
            self.identifier = identifier
        }
    }

    public var name: String
    public var secretID: String
    public var secretPassword: String
    /// The account that buyers pay into.
    public var beneficiary: BankAccountID
    /// How browsers reach the server, without a slash at the end.
    public var baseURL: String
    public var people: [Person]

    public init(
        name: String,
        secretID: String,
        secretPassword: String,
        beneficiary: BankAccountID,
        baseURL: String,
        people: [Person]
    ) {
        self.name = name
        self.secretID = secretID
        self.secretPassword = secretPassword
        self.beneficiary = beneficiary
        self.baseURL = baseURL
        self.people = people
    }

    /// Where the shop stands on its host.
    public static let mountPath = "/shop"

    var callbackURL: String { "\(baseURL)\(ShopSettings.mountPath)/callback" }
    var isSecure: Bool { baseURL.hasPrefix("https:") }
}
