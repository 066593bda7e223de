import Foundation
import GRDB

extension [UInt8] {
    /// A value that the schema says is bytes.
    init(blob value: DatabaseValue) { self = Data.fromDatabaseValue(value).map { [UInt8]($0) } ?? [] }
}

extension String {
    /// A text that is kept as bytes.
    init(blob value: DatabaseValue) { self = String(decoding: [UInt8](blob: value), as: UTF8.self) }
}
