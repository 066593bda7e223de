import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension PostgresValue: ColumnValue {
    var isNull: Bool { self == .null }

    var integer: Int64 {
        get throws {
            guard case .integer(let number) = self else { throw UnreadableColumn(expected: "integer") }
            return number
        }
    }

    var string: String {
        get throws {
            guard case .text(let text) = self else { throw UnreadableColumn(expected: "text") }
            return text
        }
    }

    var bytes: [UInt8] {
        get throws {
            guard case .bytes(let bytes) = self else { throw UnreadableColumn(expected: "bytes") }
            return bytes
        }
    }

    /// A text that PostgreSQL keeps nowhere, so that no row has it.
    var isNowhere: Bool {
        guard case .text(let text) = self else { return false }
        return text.utf8.contains(0)
    }
}

extension RecordText {
    static func encode<Record: Codable & Equatable & Sendable>(_ record: Record) throws -> PostgresValue {
        let text: String = try encode(record)
        return .text(text)
    }
}

/// What a statement of payments takes as a value.
protocol Bindable {
    var bound: PostgresValue { get }
}

extension Int64: Bindable {
    var bound: PostgresValue { .integer(self) }
}

extension Bool: Bindable {
    /// The columns are numbers, as SQLite's are.
    var bound: PostgresValue { .integer(self ? 1 : 0) }
}

extension String: Bindable {
    var bound: PostgresValue { .text(self) }
}

extension Timestamp: Bindable {
    var bound: PostgresValue { .integer(microseconds) }
}

extension Octets: Bindable {
    var bound: PostgresValue { .bytes(bytes) }
}

extension Digest: Bindable {
    var bound: PostgresValue { .bytes(bytes) }
}

extension ResourceID: Bindable {
    var bound: PostgresValue { .text(text) }
}

extension Optional: Bindable where Wrapped: Bindable {
    var bound: PostgresValue { map(\.bound) ?? .null }
}
