import ChaveBase
import ChaveWire

/// How an extension stands at the server.
struct ExtensionState: Hashable, Sendable {
    enum Status: String, Hashable, Sendable {
        case offering, pairing, done, aborted

        /// At the end, whether the other device has its credential; `nil` before.
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
        /// The certificate as the server wrote it, DER, to be signed by this device's key.
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
    /// Without the time that is left: a second less is no news.
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
