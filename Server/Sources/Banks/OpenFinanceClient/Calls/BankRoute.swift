import ChavePixModel
import ChaveWire
import InstitutionPort

/// The way to a bank by which an object was made: the addresses with their versions, and the client there.
///
/// Another version or another client is another space of idempotency keys, so the way stays as it was.
struct BankRoute: Hashable, Sendable {
    let client: String
    let enrollments: String
    let payments: APIVersion
    let consents: String
    let pix: String

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
}
