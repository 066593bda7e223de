import ChavePixModel

/// Which payer a list is narrowed by.
enum PayerFilter: Hashable, Sendable {
    /// No filter says one.
    case anybody
    case one(CustomerID)
    /// A number that belongs to no customer, or to another one than the id says.
    case nobody
}

extension Payments {
    /// Reads the filters `customer` and `customer__identifier` together; a token of one customer shows nobody else's.
    func payer(
        _ id: CustomerID?,
        identifier: String?,
        for caller: Caller
    ) async throws(APIFailure) -> PayerFilter {
        var wanted = [id.map { unveiled($0, of: caller.organisation) }, caller.boundCustomer].compactMap(\.self)
        if let identifier {
            guard let found = try await customer(identifier: identifier, of: caller.organisation) else {
                return .nobody
            }
            wanted.append(found.id)
        }
        guard let one = wanted.first else { return .anybody }
        return wanted.allSatisfy { $0 == one } ? .one(one) : .nobody
    }
}

extension Page {
    /// What is shown of nobody.
    static var empty: Page { Page(items: [], count: 0, isCountCapped: false, hasOlder: false, hasNewer: false) }
}
