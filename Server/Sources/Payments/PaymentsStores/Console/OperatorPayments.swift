package import ChaveBase
package import ChavePixModel
package import PaymentsModel
import SQLPort

/// The operator's choice among the payments of all organisations; `nil` allows everything.
package struct OperatorPaymentFilter: Hashable, Sendable {
    package var status: String?
    /// A failure code.
    package var reason: String?
    package var institution: InstitutionID?
    package var organisation: OrganisationID?
    /// Both bounds are included.
    package var amountFrom: Money?
    package var amountTo: Money?
    package var createdFrom: Timestamp?
    /// Excluded.
    package var createdTo: Timestamp?

    package init() {}
}

/// One page of the operator's payments, newest first.
package struct OperatorPayments: Sendable {
    package var rows: ReadableRows<OwnedRecord<PaymentIntent>>
    /// The cursor of the next page; `nil` after the last page.
    package var next: PaymentIntentID?
}

/// The number and the sum of payments with one status.
package struct PaymentTotal: Hashable, Sendable {
    package var status: String
    package var count: Int
    package var centavos: Int64

    init(columnValues values: ArraySlice<SQLValue>) throws {
        status = try values.at(0).string
        count = Int(try values.at(1).integer)
        centavos = try values.at(2).integer
    }
}

/// The totals of a choice; `isCut` where there are older payments that were not counted.
package struct PaymentTotals: Hashable, Sendable {
    package var totals: [PaymentTotal]
    package var isCut: Bool
}

/// The names of a payment, of which somebody may know a part.
package struct PaymentNames: Sendable {
    package var id: PaymentIntentID
    package var endToEndID: String
    package var externalID: String?

    init(columnValues values: ArraySlice<SQLValue>) throws {
        id = try values.at(0).id()
        endToEndID = try values.at(1).string
        externalID = try values.at(2).isNull ? nil : values.at(2).string
    }

    func contain(_ part: String) -> Bool {
        endToEndID.contains(part) || externalID?.contains(part) ?? false || id.text.contains(part.lowercased())
    }
}
