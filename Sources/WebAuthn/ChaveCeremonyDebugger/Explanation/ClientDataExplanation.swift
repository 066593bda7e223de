import ChaveBase
import ChaveWebAuthn
import ChaveWire

/// Sentences about client data, for both ceremonies, whose checks are the same.
struct ClientDataExplanation {
    private let request: CeremonyRequest
    private let bytes: [UInt8]
    private let clientData: CollectedClientData?

    init(_ request: CeremonyRequest, _ clientDataJSON: [UInt8]) {
        self.request = request
        bytes = clientDataJSON
        clientData = try? CollectedClientData(decoding: clientDataJSON)
    }

    var malformed: String {
        let advice = "Send clientDataJSON as the browser gave it, in base64url, and do not parse and write it anew."
        do {
            _ = try CollectedClientData(decoding: bytes)
            return advice
        } catch {
            return "clientDataJSON cannot be read. \(error.sentence)\(position) \(advice)"
        }
    }

    private var position: String {
        do {
            _ = try JSONValue(parsing: bytes)
            return ""
        } catch {
            return " At its byte \(error.position): \(error.problem.rawValue)."
        }
    }

    func type(expected: String) -> String {
        "The client data is of type \(Quoted.text(clientData?.type ?? "")), and this ceremony needs '\(expected)'. "
            + "Give the answer of the right ceremony: create() registers, get() authenticates."
    }

    var challenge: String {
        let came = clientData?.challenge ?? []
        return "The challenge differs: expected \(Quoted.bytes(request.challenge)) "
            + "(\(Counted.bytes(request.challenge.count))), "
            + "came \(Quoted.bytes(came)) (\(Counted.bytes(came.count))).\(challengeHint(came)) "
            + "Compare with the challenge of the options that this answer is for; each is used once."
    }

    /// A hint about the usual mistake: the challenge's text was encoded a second time, on the way to the client or
    /// back.
    private func challengeHint(_ came: [UInt8]) -> String {
        if came == Array(Base64URL.encode(request.challenge).utf8) {
            return " What came is the expected one encoded twice: decode it before it goes to the browser."
        }
        if request.challenge == Array(Base64URL.encode(came).utf8) {
            return " The expected one is what came, encoded twice: decode it before it goes into the request."
        }
        return ""
    }

    var origin: String {
        let came = clientData?.origin ?? ""
        return "The ceremony happened on origin \(Quoted.text(came)), which is not in origins "
            + "\(Quoted.list(request.relyingParty.origins)).\(OriginHint.about(came, request.relyingParty.origins)) "
            + "Origins are compared byte for byte. Add it to origins if ceremonies may happen there."
    }

    /// The sentence for a frame that is refused whatever its site is: no site is listed, or the client names none.
    var crossOrigin: String {
        if let top = clientData?.topOrigin {
            return "The ceremony happened in a frame of \(Quoted.text(top)), and topOrigins lists nobody. "
                + "List the sites that may frame yours in topOrigins, or keep the ceremony out of frames."
        }
        let listed = request.relyingParty.topOrigins
        let fault = "The ceremony happened in a frame, and the client does not say of whose"
        guard !listed.isEmpty else {
            return "\(fault); frames are not expected. List the sites that may frame yours in topOrigins and set "
                + "allowsUnnamedTopOrigin to true, or keep the ceremony out of frames."
        }
        return "\(fault), so that it cannot be compared with topOrigins \(Quoted.list(listed)). Clients before Level 3 "
            + "never say; set allowsUnnamedTopOrigin to true if you take that."
    }

    var topOriginWithoutCrossOrigin: String {
        "The client data names topOrigin \(Quoted.text(clientData?.topOrigin ?? "")), but crossOrigin is not true. "
            + "No client that follows the specification says so; find out what made this answer."
    }

    var topOrigin: String {
        let came = clientData?.topOrigin ?? ""
        return "The frame is one of \(Quoted.text(came)), which is not in topOrigins "
            + "\(Quoted.list(request.relyingParty.topOrigins)).\(OriginHint.about(came, request.relyingParty.topOrigins)) "
            + "Add it to topOrigins if that site may frame yours."
    }

    /// The hosts from which a relying party's id may come.
    var hosts: [String] { ([clientData?.origin ?? ""] + request.relyingParty.origins).map(OriginHint.host) }
}
