import ChaveBase
import ChavePixModel
package import PaymentsModel
package import SQLPort

/// A record that is read from a fixed list of columns, whichever database holds it.
package protocol StoredRecord: Sendable {
    /// The columns, without a table's name in front.
    static var columns: [String] { get }

    /// - Throws: ``UnreadableColumn`` or the decoder's error.
    init(columnValues values: ArraySlice<SQLValue>) throws
}

extension StoredRecord {
    package static var columnList: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// The columns of a table with the name `alias` in a join.
    package static func columnList(of alias: String) -> String {
        columns.map { "\"\(alias)\".\"\($0)\"" }.joined(separator: ", ")
    }
}

/// A record that consists only of its `body`.
package protocol BodyRecord: StoredRecord, Decodable {}

extension BodyRecord {
    package static var columns: [String] { ["body"] }

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self = try RecordText.decode(Self.self, from: values.at(0))
    }
}

extension Organisation: BodyRecord {}
extension TokenFamily: BodyRecord {}
extension Customer: BodyRecord {}
extension Enrollment: BodyRecord {}
extension PaymentIntent: BodyRecord {}
extension RegisteredApp: BodyRecord {}

extension APIKey: StoredRecord {
    package static let columns = ["body", "revoked_at"]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self = try RecordText.decode(APIKey.self, from: values.at(0))
        revokedAt = try values.at(1).timestamp
    }
}

extension BankAccount: StoredRecord {
    package static let columns = ["body", "is_active", "updated_at"]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self = try RecordText.decode(BankAccount.self, from: values.at(0))
        isActive = try values.at(1).integer != 0
        updatedAt = Timestamp(microseconds: try values.at(2).integer)
    }
}

extension EnrolledCredential: StoredRecord {
    package static let columns = ["body", "sign_count"]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self = try RecordText.decode(EnrolledCredential.self, from: values.at(0))
        guard let count = UInt32(exactly: try values.at(1).integer) else {
            throw UnreadableColumn(expected: "counter of 32 bits")
        }
        signCount = count
    }
}

extension AuditEntry: StoredRecord {
    package static let columns = [
        "organisation", "object_kind", "object_id", "version", "at", "actor", "action", "content_digest", "previous",
        "hash",
    ]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self.init(
            organisation: try values.at(0).id(),
            object: try ObjectReference(kind: values.at(1), id: values.at(2)),
            version: try values.at(3).integer,
            at: Timestamp(microseconds: try values.at(4).integer),
            actor: try values.at(5).string,
            action: try values.at(6).string,
            contentDigest: try values.at(7).digest,
            previous: try values.at(8).digest
        )
    }
}

/// An event with its place in the order of commits.
package struct PositionedEvent: StoredRecord {
    package static let columns = [
        "position", "id", "organisation", "object_kind", "object_id", "version", "at", "type", "subject", "body",
    ]

    package var position: Int64
    package var event: OutboxEvent

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        position = try values.at(0).integer
        event = OutboxEvent(
            id: try values.at(1).id(),
            organisation: try values.at(2).id(),
            object: try ObjectReference(kind: values.at(3), id: values.at(4)),
            version: try values.at(5).integer,
            at: Timestamp(microseconds: try values.at(6).integer),
            type: try values.at(7).string,
            objectID: try values.at(8).id(),
            body: try values.at(9).string
        )
    }
}

extension ObjectReference: StoredRecord {
    package static let columns = ["kind", "id"]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self = try ObjectReference(kind: values.at(0), id: values.at(1))
    }

    fileprivate init(kind: SQLValue, id: SQLValue) throws {
        guard let kind = Kind(rawValue: try kind.string) else { throw UnreadableColumn(expected: "kind of object") }
        self.init(kind: kind, id: try id.id())
    }
}

extension AuditAnchor: StoredRecord {
    package static let columns = ["organisation", "number", "at", "entries", "content_digest", "previous", "hash"]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self.init(
            organisation: try values.at(0).id(),
            number: try values.at(1).integer,
            at: Timestamp(microseconds: try values.at(2).integer),
            entries: try values.at(3).integer,
            contentDigest: try values.at(4).digest,
            previous: try values.at(5).digest
        )
    }
}

extension EnrolledIntent: StoredRecord {
    package static let columns = PaymentIntent.columns + Enrollment.columns

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        var joined = JoinedRecords(values)
        self.init(intent: try joined.known(), enrollment: try joined.next())
    }
}

extension AuthorisationContext: StoredRecord {
    package static let columns =
        PaymentIntent.columns + Enrollment.columns + BankAccount.columns + Customer.columns
        + EnrolledCredential.columns

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        var joined = JoinedRecords(values)
        self.init(
            intent: try joined.known(),
            enrollment: try joined.known(),
            credential: nil,
            beneficiary: try joined.known(),
            customer: try joined.known()
        )
        credential = try joined.next()
    }
}

/// The records beside each other in a row of a join.
struct JoinedRecords {
    private var rest: ArraySlice<SQLValue>

    init(_ values: ArraySlice<SQLValue>) { rest = values }

    init(_ values: [SQLValue]) { self.init(values[...]) }

    /// The next record; `nil` when the join found none, so that its columns are null.
    mutating func next<Record: StoredRecord>() throws -> Record? {
        defer { skip(Record.self) }
        return try rest.at(0).isNull ? nil : Record(columnValues: rest)
    }

    /// The next record, which the join always has.
    mutating func known<Record: StoredRecord>() throws -> Record {
        defer { skip(Record.self) }
        return try Record(columnValues: rest)
    }

    /// Whether the join found the row of the next column.
    func isNext() throws -> Bool { try !rest.at(0).isNull }

    private mutating func skip<Record: StoredRecord>(_ type: Record.Type) {
        rest = rest.dropFirst(Record.columns.count)
    }
}
