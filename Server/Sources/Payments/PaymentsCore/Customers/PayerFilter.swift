import ChavePixModel
import PaymentsModel

/// The payer filter of a list.
enum PayerFilter: Hashable, Sendable {
    /// No filter names a payer.
    case anybody
    case one(CustomerID)
    /// No customer matches: the number belongs to no customer, or to another customer than the id or the token names.
    case nobody
}

extension Payments {
    /// Combines the filters `customer` and `customer__identifier`; a customer-bound token shows no other customer's
    /// objects.
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
    /// The page for a filter that matches nobody.
    static var empty: Page { Page(items: [], count: 0, isCountCapped: false, hasOlder: false, hasNewer: false) }
}
