import ChavePixModel
import ChaveWire
import InstitutionPort

/// The way to a bank by which an object was made: the addresses with their versions, and the client there.
///
/// Another version or another client is another space of idempotency keys, so the way stays as it was.
struct BankRoute: Hashable, Sendable {
    let client: String
    private(set) var enrollments: String
    private(set) var payments: APIVersion
    private(set) var consents: String
    private(set) var pix: String

    init(_ bank: BankListing, client: String) {
        self.client = client
        enrollments = bank.enrollments.address
        payments = bank.payments.version
        consents = bank.payments.consents
        pix = bank.payments.pix
    }

    init?(_ route: InstitutionRoute) {
        guard let json = try? JSONValue(parsing: Array(route.text.utf8)), let client = json["client"]?.string,
            let enrollments = json["enrollments"]?.string, BankAddress(enrollments) != nil,
            let payments = json["payments"]?.string.flatMap(APIVersion.init),
            let consents = json["consents"]?.string, BankAddress(consents) != nil,
            let pix = json["pix"]?.string, BankAddress(pix) != nil
        else { return nil }
        self.client = client
        self.enrollments = enrollments
        self.payments = payments
        self.consents = consents
        self.pix = pix
    }

    var route: InstitutionRoute {
        let json: JSONValue = [
            "client": .string(client), "enrollments": .string(enrollments), "payments": .string(payments.text),
            "consents": .string(consents), "pix": .string(pix),
        ]
        return InstitutionRoute(text: json.text)
    }

    /// The way of a call about an object that may be older than the bank's present addresses.
    ///
    /// Enrollments live for years, and payments may wait for two: a version ends meanwhile, or a host moves. What is only read
    /// or ended then goes by the addresses of today, with the client of the object. What makes something never does.
    func present(for operation: InstitutionOperation, at bank: BankListing) -> BankRoute {
        guard operation.mayGoByAnotherVersion else { return self }
        var present = self
        if !bank.offersEnrollments(at: enrollments) { present.enrollments = bank.enrollments.address }
        if !bank.offersPayments(at: self) {
            present.payments = bank.payments.version
            present.consents = bank.payments.consents
            present.pix = bank.payments.pix
        }
        return present
    }
}

extension BankListing {
    fileprivate func offersEnrollments(at address: String) -> Bool {
        ([enrollments] + (others?.enrollments ?? [])).contains { $0.address == address }
    }

    fileprivate func offersPayments(at route: BankRoute) -> Bool {
        let asked = Payments(version: route.payments, consents: route.consents, pix: route.pix)
        return ([payments] + (others?.payments ?? [])).contains(asked)
    }
}

extension InstitutionOperation {
    /// Whether the answer means the same in every version.
    ///
    /// A list that lacks a payment of another version would seem to prove that it was never made, so it does not.
    fileprivate var mayGoByAnotherVersion: Bool {
        switch self {
        case .readEnrollment, .endEnrollment, .readPayment, .cancelPayment, .cancelPayments: true
        case .createEnrollment, .sendRiskSignals, .pushAuthorization, .exchangeCode, .refreshToken,
            .registrationOptions, .register, .createConsent, .readConsent, .signOptions, .authoriseConsent,
            .createPayment, .listPayments:
            false
        }
    }
}
