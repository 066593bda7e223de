import Foundation
import QRCodes

/// The file of a QR code, for users who cannot read it on the terminal.
struct QRFile: Sendable {
    let path: String

    /// Replaces the file as a whole; only this user may read it.
    func write(_ matrix: QRMatrix) throws {
        let bytes = path.hasSuffix(".svg") ? Array(matrix.svg(title: "QR code").utf8) : matrix.png()
        let made = path + ".new"
        let isMade = FileManager.default.createFile(
            atPath: made,
            contents: Data(bytes),
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade, rename(made, path) == 0 else {
            throw CommandFailure("\(path) cannot be written. Give --qr-file another place.")
        }
    }
}
