import ChaveBase
import ChavePixModel
import Console
import PaymentsModel
import PaymentsStores

/// The payments of a choice, and their totals.
extension StoredConsoleRecords {
    /// A payment that was approved so long ago and has no end is a problem; banks settle within seconds.
    private static let overdueAfterSeconds: Int64 = 600
    private static let mostMerchants = 100

    func payments(
        _ filter: PaymentFilter,
        before cursor: PaymentIntentID?,
        limit: Int
    ) async throws(ConsoleFailure) -> PaymentList {
        let limit = min(max(limit, 1), StoredConsoleRecords.longestPage)
        let found = try await lookUp { () async throws(StorageFault) in
            try await self.store.payments(filter.stored, before: cursor, limit: limit)
        }
        tellUnreadable(found.rows.unreadable, of: "payments")
        return PaymentList(rows: found.rows.records.map(PaymentRow.init), next: found.next)
    }

    func totals(_ filter: PaymentFilter) async throws(ConsoleFailure) -> PaymentTally {
        let found = try await lookUp { () async throws(StorageFault) in try await self.store.totals(filter.stored) }
        return PaymentTally(found.totals, isCut: found.isCut)
    }

    func totals(from start: Timestamp, to end: Timestamp) async throws(ConsoleFailure) -> PaymentTally {
        let found = try await lookUp { () async throws(StorageFault) in
            try await self.store.totals(from: start, to: end)
        }
        return PaymentTally(found)
    }

    func openProblems() async throws(ConsoleFailure) -> OpenProblems {
        let before = world.now().adding(seconds: -StoredConsoleRecords.overdueAfterSeconds)
        let found = try await lookUp { () async throws(StorageFault) in
            try await self.store.openProblems(approvedBefore: before, atMost: OpenProblems.most)
        }
        return OpenProblems(parked: found.parked, overdue: found.overdue)
    }

    func merchants() async throws(ConsoleFailure) -> [MerchantName] {
        let found = try await lookUp { () async throws(StorageFault) in
            try await self.store.organisationsOfAll(limit: StoredConsoleRecords.mostMerchants)
        }
        tellUnreadable(found.unreadable, of: "merchants")
        return found.records.map { MerchantName(id: $0.id, name: $0.name) }
    }
}

extension PaymentFilter {
    fileprivate var stored: OperatorPaymentFilter {
        var filter = OperatorPaymentFilter()
        filter.status = status
        filter.reason = reason
        filter.institution = institution
        filter.organisation = merchant
        filter.amountFrom = amountFrom
        filter.amountTo = amountTo
        filter.createdFrom = from
        filter.createdTo = to
        return filter
    }
}

extension PaymentTally {
    fileprivate init(_ totals: [PaymentTotal], isCut: Bool = false) {
        let lines = totals.map { ($0.status, Line(count: $0.count, amount: Money(centavos: $0.centavos) ?? .zero)) }
        self.init(lines: Dictionary(lines) { first, _ in first }, isCut: isCut)
    }
}
