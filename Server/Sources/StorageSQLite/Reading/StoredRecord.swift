import ChavePixModel
import GRDB
import PaymentsCore

/// A record that is read from a fixed list of columns.
protocol StoredRecord: Sendable {
    /// Without a table's name in front.
    static var columns: [String] { get }

    /// - Throws: ``UnreadableColumn`` or the decoder's error.
    init(columnValues values: ArraySlice<DatabaseValue>) throws
}

extension StoredRecord {
    static var columnList: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// The columns of a table that goes by `alias` in a join.
    static func columnList(of alias: String) -> String {
        columns.map { "\"\(alias)\".\"\($0)\"" }.joined(separator: ", ")
    }
}

/// A record that is its `body` and nothing else.
protocol BodyRecord: StoredRecord, Decodable {}

extension BodyRecord {
    static var columns: [String] { ["body"] }

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
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
    static let columns = ["body", "revoked_at"]

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
        self = try RecordText.decode(APIKey.self, from: values.at(0))
        revokedAt = try values.at(1).timestamp
    }
}

extension BankAccount: StoredRecord {
    static let columns = ["body", "is_active", "updated_at"]

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
        self = try RecordText.decode(BankAccount.self, from: values.at(0))
        isActive = try values.at(1).integer != 0
        updatedAt = Timestamp(microseconds: try values.at(2).integer)
    }
}

extension EnrolledCredential: StoredRecord {
    static let columns = ["body", "sign_count"]

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
        self = try RecordText.decode(EnrolledCredential.self, from: values.at(0))
        guard let count = UInt32(exactly: try values.at(1).integer) else {
            throw UnreadableColumn(expected: "counter of 32 bits")
        }
        signCount = count
    }
}

extension IdempotencyRecord: StoredRecord {
    static let columns = ["body", "held_until", "outcome"]

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
        self = try RecordText.decode(IdempotencyRecord.self, from: values.at(0))
        heldUntil = try values.at(1).timestamp
        let stored = try values.at(2)
        outcome = stored.isNull ? nil : try RecordText.decode(Outcome.self, from: stored)
    }
}

extension AuditEntry: StoredRecord {
    static let columns = [
        "organisation", "object_kind", "object_id", "version", "at", "actor", "action", "content_digest", "previous",
        "hash",
    ]

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
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
struct PositionedEvent: StoredRecord {
    static let columns = ["position", "id", "organisation", "object_kind", "object_id", "version", "at", "body"]

    var position: Int64
    var event: OutboxEvent

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
        position = try values.at(0).integer
        event = OutboxEvent(
            id: try values.at(1).string,
            organisation: try values.at(2).id(),
            object: try ObjectReference(kind: values.at(3), id: values.at(4)),
            version: try values.at(5).integer,
            at: Timestamp(microseconds: try values.at(6).integer),
            body: try values.at(7).string
        )
    }
}

extension ObjectReference: StoredRecord {
    static let columns = ["kind", "id"]

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
        self = try ObjectReference(kind: values.at(0), id: values.at(1))
    }

    fileprivate init(kind: DatabaseValue, id: DatabaseValue) throws {
        guard let kind = Kind(rawValue: try kind.string), let reference = Self(kind: kind, idText: try id.string)
        else { throw UnreadableColumn(expected: "object reference") }
        self = reference
    }
}

extension DatabaseValue {
    func id<Kind>() throws -> ResourceID<Kind> {
        guard let id = ResourceID<Kind>(try string) else { throw UnreadableColumn(expected: "UUID") }
        return id
    }
}

extension ArraySlice<DatabaseValue> {
    /// The value so many places after the start of the slice.
    func at(_ offset: Int) throws -> DatabaseValue {
        guard offset < count else { throw UnreadableColumn(expected: "\(offset + 1) columns") }
        return self[startIndex + offset]
    }
}
