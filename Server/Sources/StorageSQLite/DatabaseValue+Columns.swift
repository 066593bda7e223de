import ChavePixModel
import Foundation
import GRDB
import PaymentsCore
import StoredForms

extension DatabaseValue: ColumnValue {
    var integer: Int64 {
        get throws {
            guard case .int64(let number) = storage else { throw UnreadableColumn(expected: "integer") }
            return number
        }
    }

    var string: String {
        get throws {
            guard case .string(let text) = storage else { throw UnreadableColumn(expected: "text") }
            return text
        }
    }

    var bytes: [UInt8] {
        get throws {
            guard case .blob(let data) = storage else { throw UnreadableColumn(expected: "bytes") }
            return [UInt8](data)
        }
    }
}

extension RecordText {
    static func encode<Record: Codable & Equatable & Sendable>(_ record: Record) throws -> DatabaseValue {
        let text: String = try encode(record)
        return text.databaseValue
    }
}

extension Timestamp {
    var databaseValue: DatabaseValue { microseconds.databaseValue }
}

extension Octets {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }
}

extension Digest {
    var databaseValue: DatabaseValue { octets.databaseValue }
}

extension ResourceID {
    var databaseValue: DatabaseValue { text.databaseValue }
}

/// What an optional binds as.
func bound(_ value: DatabaseValue?) -> DatabaseValue { value ?? .null }
