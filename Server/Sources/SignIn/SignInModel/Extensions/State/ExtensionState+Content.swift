import ChaveBase
package import ChaveWire

/// The stored form of a state.
extension ExtensionState {
    private enum Name: String { case offering, pairing, done, aborted }

    package var content: JSONObject {
        var content = JSONObject()
        switch self {
        case .offering(let offer, let refused):
            content.set("name", Name.offering.rawValue)
            content.set("rotation", Int64(offer.rotation))
            content.set("refused", Int64(refused))
            content.set("since", offer.since)
            content.set("salt", offer.code?.salt)
            content.set("code", offer.code?.digest)
            content.set("previous", offer.previous)
        case .pairing(let pairing, let rotation, let refused):
            content.set("name", Name.pairing.rawValue)
            content.set("rotation", Int64(rotation))
            content.set("refused", Int64(refused))
            content["pairing"] = .object(pairing.content)
        case .done(let pairing, let credential):
            content.set("name", Name.done.rawValue)
            content.set("pairing", pairing)
            content.set("credential", credential)
        case .aborted(let end):
            content.set("name", Name.aborted.rawValue)
            content.set("end", end.rawValue)
        }
        return content
    }

    package init(content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: ExtensionSession.kind, content: content)
        switch try reader.choice("name", as: Name.self) {
        case .offering:
            self = .offering(try CodeOffer(reader), refused: Int(clamping: try reader.integer("refused")))
        case .pairing:
            self = .pairing(
                try PendingPairing(content: try reader.object("pairing")),
                rotation: Int(clamping: try reader.integer("rotation")),
                refused: Int(clamping: try reader.integer("refused"))
            )
        case .done:
            self = .done(pairing: try reader.text("pairing"), credential: try reader.text("credential"))
        case .aborted:
            self = .aborted(try reader.choice("end", as: ExtensionEnd.self))
        }
    }
}

extension CodeOffer {
    fileprivate init(_ reader: ContentReader) throws(SignInFault) {
        self.init(
            rotation: Int(clamping: try reader.integer("rotation")),
            since: try reader.time("since"),
            code: reader.content["code"] == nil
                ? nil : OfferedCode(salt: try reader.bytes("salt"), digest: try reader.digest("code")),
            previous: reader.content["previous"] == nil ? nil : try reader.digest("previous")
        )
    }
}

extension PendingPairing {
    fileprivate var content: JSONObject {
        var content = JSONObject()
        content.set("id", id)
        content.set("device_name", device.name)
        content.set("public_key", device.publicKey)
        content.set("key_digest", device.keyDigest)
        content.set("number", number.text)
        content.set("choices", choices.map(\.text))
        content.set("credential", credential)
        content.set("to_be_signed", toBeSigned)
        content.set("deadline", deadline)
        return content
    }

    fileprivate init(content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: ExtensionSession.kind, content: content)
        let choices = try reader.texts("choices").compactMap(MatchNumber.init(text:))
        guard let number = MatchNumber(text: try reader.text("number")) else {
            throw .damaged(kind: ExtensionSession.kind)
        }
        self.init(
            id: try reader.text("id"),
            device: NewDevice(
                name: try reader.text("device_name"),
                publicKey: try reader.bytes("public_key"),
                keyDigest: try reader.digest("key_digest")
            ),
            number: number,
            choices: choices,
            credential: try reader.text("credential"),
            toBeSigned: try reader.bytes("to_be_signed"),
            deadline: try reader.time("deadline")
        )
    }
}
