public import ChavePixModel

/// The shop's settings, with its keys for the Payments API.
public struct ShopSettings: Sendable {
    /// A person with accounts at the test banks.
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
    /// The server's address for browsers, without a slash at the end.
    public var baseURL: String
    public var people: [Person]
    /// Whether banks answer in the fragment of the callback's address, as those of Open Finance Brasil do.
    public var returnsInFragment = false

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

    /// The shop's path on its host.
    public static let mountPath = "/shop"

    var callbackURL: String { "\(baseURL)\(ShopSettings.mountPath)/callback" }
    var isSecure: Bool { baseURL.hasPrefix("https:") }
}
