import BeyondIdentityEmbedded
import ChaveWire
import Foundation
import QRCodes

/// The display of the first device while it offers its credential.
actor ExtensionScreen {
    enum Style: Sendable {
        /// QR code, digits and a count-down, drawn over the earlier display.
        case redrawn(TerminalColours)
        /// A line for each code.
        case lines
        case json
    }

    /// The time for which the server accepts a code.
    private static let codeSeconds = 90

    private let style: Style
    private let file: QRFile?
    private var secondsLeft = 0
    /// The number of our lines above the cursor, to be drawn over; 0 when another part has written since.
    private var drawnLines = 0
    private var isShown = false

    init(style: Style, file: QRFile?) {
        self.style = style
        self.file = file
    }

    /// Shows a new code.
    func show(_ token: CredentialToken, _ code: QRCode?, isFirst: Bool) throws {
        let matrix = code.flatMap { QRMatrix($0) }
        if let file, let matrix { try file.write(matrix) }
        secondsLeft = ExtensionScreen.codeSeconds
        let digits = NineDigits.spaced(token.value)
        switch style {
        case .json: say(isFirst ? "started" : "token_updated", code: token.value)
        case .lines: Terminal.say("\(isFirst ? "code" : "new code"): \(digits)")
        case .redrawn(let colours):
            let picture = matrix.map { [$0.terminalText(colours), ""] } ?? []
            draw(picture + ["  \(Terminal.green(digits))", countdown])
        }
    }

    /// Updates the count-down.
    func tick(seconds: Int) {
        secondsLeft = max(secondsLeft - seconds, 0)
        guard case .redrawn = style, isShown else { return }
        // The sequence moves one line up, to its beginning, and clears the line.
        Terminal.say("\u{1B}[1A\r\u{1B}[K\(countdown)")
    }

    /// Another part writes from here on; the next code is drawn below.
    func pause() {
        isShown = false
        drawnLines = 0
    }

    func end(isDone: Bool) {
        pause()
        switch style {
        case .json: say(isDone ? "done" : "aborted", code: nil)
        case .lines, .redrawn:
            if isDone { Terminal.say("\(Terminal.green("done")): the other device has its credential") }
        }
    }

    private var countdown: String {
        Terminal.dim("  type it on the other device within \(secondsLeft) s; Ctrl-C ends this")
    }

    private func draw(_ parts: [String]) {
        let text = parts.joined(separator: "\n")
        // The sequence moves up to our first line, and clears everything below.
        let over = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
        Terminal.say(over + text)
        drawnLines = text.count { $0 == "\n" } + 1
        isShown = true
    }

    private func say(_ status: String, code: String?) {
        var object = JSONObject()
        object["status"] = .string(status)
        if let code { object["code"] = .string(code) }
        Terminal.say(JSONValue.object(object).text)
    }
}

/// The nine digits as people read and type them.
enum NineDigits {
    static func spaced(_ digits: String) -> String {
        stride(from: 0, to: digits.count, by: 3)
            .map { String(digits.dropFirst($0).prefix(3)) }
            .joined(separator: " ")
    }
}
