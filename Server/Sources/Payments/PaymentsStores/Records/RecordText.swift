import ChaveBase
import Foundation
package import SQLPort

/// Records as JSON text, as the `body` columns hold them.
package enum RecordText {
    package static func encode<Record: Codable & Equatable & Sendable>(_ record: Record) throws -> String {
        let text = try RecordTextEncoder.text(of: record)
        assert(
            (try? JSONDecoder().decode(Record.self, from: Data(text.utf8))) == record,
            "\(Record.self) comes back changed"
        )
        RecordMemo.shared.remember(record, as: text)
        return text
    }

    package static func decode<Record: Decodable & Sendable>(
        _ type: Record.Type,
        from value: SQLValue
    ) throws -> Record {
        let text = try value.string
        if let known = RecordMemo.shared.record(type, of: text) { return known }
        let record = try JSONDecoder().decode(type, from: Data(text.utf8))
        RecordMemo.shared.remember(record, as: text)
        return record
    }
}
