public import ChavePixModel
public import PaymentsModel
package import SQLPort

extension ListedCharge: StoredRecord {
    package static let columns = ["intent", "number"]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        let number = try values.at(1).integer
        self.init(intent: try values.at(0).id(), number: number == 0 ? nil : Int(number))
    }
}

extension SQLPaymentsStore {
    public func charges(
        _ query: ChargeQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<ListedCharge> {
        try await page(query.list(of: organisation), query.page)
    }
}

/// The two places of charges; both lists have the same columns and the same order.
extension ChargeQuery {
    func list(of organisation: OrganisationID) -> JoinedList<ListedCharge> {
        JoinedList(ofIntents(of: organisation), ofSchedules(of: organisation))
    }

    /// Charges of intents without a schedule: their status is the intent's.
    private func ofIntents(of organisation: OrganisationID) -> ListQuery<ListedCharge> {
        var list = ListQuery<ListedCharge>("payment_intent", of: organisation)
        list.columns = #""id" AS "intent", 0 AS "number""#
        list.require(#""charge" IS NOT NULL"#)
        list.require("id", is: paymentIntent)
        filter(&list, in: "payment_intent")
        if let status { list.require("status", isOneOf: status.intentStatuses, by: "payment_intent_status") }
        list.requireCreated(from: createdFrom, to: createdTo)
        return list
    }

    private func ofSchedules(of organisation: OrganisationID) -> ListQuery<ListedCharge> {
        var list = ListQuery<ListedCharge>("scheduled_charge", of: organisation)
        list.require("intent", is: paymentIntent, by: "scheduled_charge_intent")
        filter(&list, in: "scheduled_charge")
        list.require("status", is: status?.rawValue, by: "scheduled_charge_status")
        list.requireCreated(from: createdFrom, to: createdTo)
        return list
    }

    private func filter(_ list: inout ListQuery<ListedCharge>, in table: String) {
        list.require("customer", is: customer, by: "\(table)_customer")
        list.require("amount", is: amount?.centavos, by: "\(table)_amount")
        list.requireAmount(from: amountFrom, to: amountTo, by: "\(table)_amount_band")
    }
}

extension ChargeStatus {
    /// The statuses of intents whose only charge has this status.
    fileprivate var intentStatuses: Set<String> {
        switch self {
        case .pending: ["PENDING", "PROCESSING"]
        case .succeeded: ["SUCCEEDED"]
        case .failed: ["FAILED", "CANCELED"]
        default: []
        }
    }
}
