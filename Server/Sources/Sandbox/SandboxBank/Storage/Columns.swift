import ChavePixModel
import SQLPort

extension ColumnReader {
    mutating func money() throws -> Money {
        guard let money = Money(centavos: try integer()) else { throw fault() }
        return money
    }

    mutating func optionalMoney() throws -> Money? {
        guard let centavos = try optionalInteger() else { return nil }
        guard let money = Money(centavos: centavos) else { throw fault() }
        return money
    }
}

/// The columns of a record, in the order of reading.
struct ColumnNames: CustomStringConvertible, Sendable {
    private let names: [String]
    /// The list of columns for a query of one table.
    let description: String

    /// Reads `names`, separated by commas and white space.
    init(_ names: String) {
        self.names = names.split { $0 == "," || $0.isWhitespace }.map { "\"\($0)\"" }
        description = self.names.joined(separator: ", ")
    }

    var count: Int { names.count }

    /// The list of columns for a join that names their table `alias`.
    func of(_ alias: String) -> String { names.map { "\"\(alias)\".\($0)" }.joined(separator: ", ") }
}
