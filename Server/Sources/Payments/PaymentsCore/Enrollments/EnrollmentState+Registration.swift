import ChaveBase
import ChaveWire

extension EnrollmentState.Registration {
    /// Reads what the platform checks itself out of a bank's creation options; `nil` when they cannot be used.
    init?(_ options: JSONObject, expecting relyingPartyID: String) {
        guard let challengeText = options["challenge"]?.string,
            let challenge = try? Base64URL.decode(challengeText), challenge.count >= 16,
            let userID = options["user"]?["id"]?.string, !userID.isEmpty,
            let parameters = options["pubKeyCredParams"]?.array, !parameters.isEmpty
        else { return nil }
        // A bank may leave rp.id out; then it is the one that was asked for.
        let rpID = options["rp"]?["id"]?.string ?? relyingPartyID
        guard rpID.utf8.elementsEqual(relyingPartyID.utf8) else { return nil }
        self.init(
            options: JSONValue.object(options).text,
            challenge: Octets(challenge),
            relyingPartyID: relyingPartyID,
            userHandle: Octets((try? Base64URL.decode(userID)) ?? Array(userID.utf8)),
            algorithms: parameters.compactMap { $0["alg"]?.number?.int64 }
        )
    }
}
