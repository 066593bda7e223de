import QRCodes

/// What every drawing of a matrix must show, module by module from the corner of the quiet zone.
func modulesToBeDrawn(_ matrix: QRMatrix) -> [[Bool]] {
    let zone = 4
    return (-zone..<matrix.size + zone).map { row in
        (-zone..<matrix.size + zone).map { matrix.isDark(row: row, column: $0) }
    }
}
