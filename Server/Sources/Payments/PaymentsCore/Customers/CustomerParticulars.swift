import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel

/// The personal data of a customer; stored sealed with the customer's own key.
struct CustomerParticulars: Hashable, Sendable {
    var identifier: TaxIdentifier
    var name: String?
    var email: String?
    var phone: String?
    var address: String?

    static func field(_ customer: CustomerID) -> String { "customer/\(customer.text)/particulars" }

    var json: JSONValue {
        [
            "identifier": .string(identifier.text), "name": JSONValue(name), "email": JSONValue(email),
            "phone": JSONValue(phone), "address": JSONValue(address),
        ]
    }

    init(identifier: TaxIdentifier, name: String?) {
        self.identifier = identifier
        self.name = name
    }

    init(_ request: CreateCustomerRequest) {
        self.init(identifier: request.identifier, name: request.name)
        take(request)
    }

    /// Replaces the data by the merchant's; members that the request omits stay.
    mutating func take(_ request: CreateCustomerRequest) {
        name = request.name
        email = request.email ?? email
        phone = request.phone ?? phone
        address = request.address ?? address
    }

    mutating func take(_ request: UpdateCustomerRequest) {
        name = request.name.applied(to: name)
        email = request.email.applied(to: email)
        phone = request.phone.applied(to: phone)
        address = request.address.applied(to: address)
    }

    init(json bytes: [UInt8], customer: CustomerID) throws(SealingError) {
        guard let json = try? JSONValue(parsing: bytes), let text = json["identifier"]?.string,
            let identifier = TaxIdentifier(text)
        else { throw .damaged(field: CustomerParticulars.field(customer)) }
        self.identifier = identifier
        name = json["name"]?.string
        email = json["email"]?.string
        phone = json["phone"]?.string
        address = json["address"]?.string
    }
}

extension Payments {
    func key(of customer: Customer) throws(SealingError) -> CustomerKey {
        guard let key = customer.key else { throw .erased }
        return try fieldKey.unwrap(key)
    }

    func particulars(of customer: Customer) throws(SealingError) -> CustomerParticulars {
        guard let particulars = customer.particulars else { throw .erased }
        let bytes = try key(of: customer).open(
            particulars,
            field: CustomerParticulars.field(customer.id)
        )
        return try CustomerParticulars(json: bytes, customer: customer.id)
    }
}
