package import ChavePixModel
package import PaymentsCore

/// A value of a row, as a driver reads it; what is not of the kind asked for throws ``UnreadableColumn``.
package protocol ColumnValue: Sendable {
    var isNull: Bool { get }
    var integer: Int64 { get throws }
    var string: String { get throws }
    var bytes: [UInt8] { get throws }
}

/// A column holds another kind of value than the schema allows: the data was changed by another hand.
package struct UnreadableColumn: Error, Hashable, Sendable {
    package var expected: String

    package init(expected: String) { self.expected = expected }
}

extension ColumnValue {
    package var timestamp: Timestamp? {
        get throws { isNull ? nil : Timestamp(microseconds: try integer) }
    }

    /// A number that goes up by one; one that another hand made larger than any count is the largest.
    package var count: Int {
        get throws { Int(min(max(0, try integer), Int64(Int32.max))) }
    }

    package var digest: Digest {
        get throws {
            let bytes = try bytes
            guard bytes.count == 32 else { throw UnreadableColumn(expected: "digest") }
            return Digest(bytes: bytes)
        }
    }

    package func id<Kind>() throws -> ResourceID<Kind> {
        guard let id = ResourceID<Kind>(try string) else { throw UnreadableColumn(expected: "UUID") }
        return id
    }
}

extension ArraySlice where Element: ColumnValue {
    /// The value so many places after the start of the slice.
    package func at(_ offset: Int) throws -> Element {
        guard offset < count else { throw UnreadableColumn(expected: "\(offset + 1) columns") }
        return self[startIndex + offset]
    }
}
