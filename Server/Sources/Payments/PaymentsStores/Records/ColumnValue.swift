public import ChaveBase
import ChavePixModel
import PaymentsModel
public import SQLPort

/// A column holds another kind of value than the schema allows: another program changed the data.
package struct UnreadableColumn: Error, Hashable, Sendable {
    package var expected: String

    package init(expected: String) { self.expected = expected }
}

/// A value of a row; a value of another kind than requested throws ``UnreadableColumn``.
extension SQLValue {
    package var isNull: Bool { self == .null }

    package var integer: Int64 {
        get throws {
            guard case .integer(let number) = self else { throw UnreadableColumn(expected: "integer") }
            return number
        }
    }

    package var string: String {
        get throws {
            guard case .text(let text) = self else { throw UnreadableColumn(expected: "text") }
            return text
        }
    }

    package var bytes: [UInt8] {
        get throws {
            guard let bytes = anyBytes else { throw UnreadableColumn(expected: "bytes") }
            return bytes
        }
    }

    package var timestamp: Timestamp? {
        get throws { isNull ? nil : Timestamp(microseconds: try integer) }
    }

    /// A counter; a value that another program made larger than any count becomes the largest.
    package var count: Int {
        get throws { Int(min(max(0, try integer), Int64(Int32.max))) }
    }

    package var digest: Digest {
        get throws {
            guard let digest = Digest(bytes: try bytes) else { throw UnreadableColumn(expected: "digest") }
            return digest
        }
    }

    package func id<Kind>() throws -> ResourceID<Kind> {
        guard case .id(let high, let low) = self else { throw UnreadableColumn(expected: "UUID") }
        return ResourceID(high: high, low: low)
    }

    /// The id as a report names it, whatever the column holds.
    package var idText: String {
        if case .id(let high, let low) = self { return AnyID(high: high, low: low).text }
        guard let bytes = anyBytes else { return (try? string) ?? "" }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension ArraySlice<SQLValue> {
    /// The value at `offset` places after the start of the slice.
    package func at(_ offset: Int) throws -> SQLValue {
        guard offset < count else { throw UnreadableColumn(expected: "\(offset + 1) columns") }
        return self[startIndex + offset]
    }
}

// MARK: What a statement of payments takes as a value

extension Octets: SQLParameter {
    public var sqlValue: SQLValue { .bytes(bytes) }
}

extension Digest: SQLParameter {
    public var sqlValue: SQLValue { .bytes(bytes) }
}
