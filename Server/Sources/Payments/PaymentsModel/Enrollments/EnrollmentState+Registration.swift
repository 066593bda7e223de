import ChaveBase
package import ChaveWire

extension EnrollmentState.Registration {
    /// Reads the values that the platform itself checks from a bank's creation options; `nil` when they cannot be used.
    package init?(_ options: JSONObject, expecting relyingPartyID: String) {
        guard let challengeText = options["challenge"]?.string,
            let challenge = try? Base64URL.decode(challengeText), challenge.count >= 16,
            let userID = options["user"]?["id"]?.string, !userID.isEmpty,
            let parameters = options["pubKeyCredParams"]?.array, !parameters.isEmpty
        else { return nil }
        // A bank may omit rp.id; then the requested relying party ID counts.
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
