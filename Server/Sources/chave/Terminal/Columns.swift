/// Rows whose columns stand below each other.
enum Columns {
    enum Side {
        case left, right
    }

    /// A line for each row; each column is as wide as its widest cell, and on the left unless `sides` says otherwise.
    static func lines(_ rows: [[String]], _ sides: [Side] = []) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return sides.count > column && sides[column] == .right ? space + cell : cell + space
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
