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
