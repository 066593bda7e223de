import ChaveBase
public import PaymentsModel

extension Administration {
    /// Wraps the keys of at most `limit` customers with the current wrapping key of `fieldKey`; returns how many it
    /// found.
    ///
    /// A customer that another writer changes meanwhile is left for the next call.
    public func rewrapCustomers(with fieldKey: FieldKey, limit: Int) async throws -> Int {
        let customers = try await store.customers(wrappedOtherwiseThan: fieldKey.id, limit: limit)
        for customer in customers {
            guard let wrapped = customer.key else { continue }
            var next = customer
            next.key = try fieldKey.rewrap(wrapped, randomBytes: world.randomBytes)
            next.version += 1
            var change = Change()
            change.writes.append(
                .updateCustomer(next, expected: customer.version, schedule: next.erasureSchedule)
            )
            do throws(CommitFailure) {
                try await store.commit(change)
            } catch {
                if case .conflict = error { continue }
                throw error
            }
        }
        return customers.count
    }
}
