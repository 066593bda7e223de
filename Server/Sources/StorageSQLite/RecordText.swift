import ChavePixModel
import Foundation
import GRDB
import PaymentsCore

/// Records as JSON text, as the `body` columns hold them.
enum RecordText {
    static func encode<Record: Codable & Equatable & Sendable>(_ record: Record) throws -> DatabaseValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = try encoder.encode(record)
        assert((try? JSONDecoder().decode(Record.self, from: data)) == record, "\(Record.self) comes back changed")
        let text = String(decoding: data, as: UTF8.self)
        RecordMemo.shared.remember(record, as: text)
        return text.databaseValue
    }

    static func decode<Record: Decodable & Sendable>(
        _ type: Record.Type,
        from value: DatabaseValue
    ) throws -> Record {
        guard case .string(let text) = value.storage else { throw UnreadableColumn(expected: "text") }
        if let known = RecordMemo.shared.record(type, of: text) { return known }
        let record = try JSONDecoder().decode(type, from: Data(text.utf8))
        RecordMemo.shared.remember(record, as: text)
        return record
    }
}

/// A column holds another kind of value than the schema allows: the file was changed by another hand.
struct UnreadableColumn: Error, Hashable, Sendable {
    var expected: String
}

extension DatabaseValue {
    var timestamp: Timestamp? {
        get throws {
            switch storage {
            case .null: nil
            case .int64(let microseconds): Timestamp(microseconds: microseconds)
            default: throw UnreadableColumn(expected: "time or null")
            }
        }
    }

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

    var digest: Digest {
        get throws {
            guard case .blob(let data) = storage, data.count == 32 else { throw UnreadableColumn(expected: "digest") }
            return Digest(bytes: Array(data))
        }
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
