import Foundation

/// Records as JSON text, as the `body` columns hold them.
package enum RecordText {
    package static func encode<Record: Codable & Equatable & Sendable>(_ record: Record) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = try encoder.encode(record)
        assert((try? JSONDecoder().decode(Record.self, from: data)) == record, "\(Record.self) comes back changed")
        let text = String(decoding: data, as: UTF8.self)
        RecordMemo.shared.remember(record, as: text)
        return text
    }

    package static func decode<Record: Decodable & Sendable>(
        _ type: Record.Type,
        from value: some ColumnValue
    ) throws -> Record {
        let text = try value.string
        if let known = RecordMemo.shared.record(type, of: text) { return known }
        let record = try JSONDecoder().decode(type, from: Data(text.utf8))
        RecordMemo.shared.remember(record, as: text)
        return record
    }
}
