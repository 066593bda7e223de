import ChaveBase
import ChaveWire

/// The state of an extension at the server.
struct ExtensionState: Hashable, Sendable {
    enum Status: String, Hashable, Sendable {
        case offering, pairing, done, aborted

        /// Whether the other device has its credential at the end; `nil` before the end.
        var isSuccess: Bool? {
            switch self {
            case .offering, .pairing: nil
            case .done: true
            case .aborted: false
            }
        }
    }

    /// A device that waits for an answer.
    struct Pairing: Sendable {
        let id: String
        let deviceName: String
        let matchNumber: String
        let choices: [String]
        /// The certificate in DER as the server wrote it, for this device's key to sign.
        let toBeSigned: [UInt8]
        let expiresInSeconds: Int64
    }

    let status: Status
    let code: String?
    let pairing: Pairing?

    init(_ body: JSONObject) throws(SignInError) {
        guard let status = Status(rawValue: try body.text("status")) else { throw .unreadable("status") }
        self.status = status
        code = body["code"]?.string
        pairing = try body["pairing"]?.object.map { object throws(SignInError) in try Pairing(object) }
    }
}

extension ExtensionState.Pairing: Hashable {
    /// The fields to compare, without the remaining time: one second less is no change.
    private var lasting: [String] { [id, deviceName, matchNumber] + choices + [Base64.encode(toBeSigned)] }

    static func == (left: ExtensionState.Pairing, right: ExtensionState.Pairing) -> Bool {
        left.lasting == right.lasting
    }

    func hash(into hasher: inout Hasher) { hasher.combine(lasting) }
}

extension ExtensionState.Pairing {
    fileprivate init(_ body: JSONObject) throws(SignInError) {
        id = try body.text("pairing_id")
        deviceName = PrintableText.line(try body.text("device_name"))
        matchNumber = try MatchNumber.text(body["match_number"])
        guard let choices = body["choices"]?.array else { throw .unreadable("choices") }
        var texts: [String] = []
        for choice in choices { texts.append(try MatchNumber.text(choice)) }
        self.choices = texts
        toBeSigned = try body.base64("to_be_signed")
        expiresInSeconds = min(try body.count("expires_in"), 3_600)
    }
}

/// Texts of other devices in a form that is safe to show.
enum PrintableText {
    /// One line of at most 60 characters, without characters that move a cursor or change the reading direction.
    static func line(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        return String(String(String.UnicodeScalarView(kept)).prefix(60))
    }

    /// This device's own name in the form that the server accepts; a name without visible characters becomes "device".
    static func deviceName(_ name: String) -> String {
        let words = line(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "device" : words
    }
}
