import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import Foundation
import Hashing

/// The `id_token` of the redirect: it ties state and code to this bank's key (FAPI 1.0 Advanced, section 5.2.2.1).
struct IdentityToken {
    static let lifeSeconds = 300
    /// The assurance level of the sandbox's password and page.
    static let authenticationContext = "urn:brasil:openbanking:loa2"

    var issuer: String
    var audience: String
    /// The same value for one person at one bank; it is not the CPF.
    var subject: String
    var nonce: String
    var state: String
    var code: String

    init(request: AuthorizationRequest, code: String, holder: String, issuer: String) {
        self.issuer = issuer
        audience = request.clientID
        subject = IdentityToken.subject(of: holder, issuer: issuer)
        nonce = request.nonce
        state = request.state
        self.code = code
    }

    static func subject(of holder: String, issuer: String) -> String {
        Base64URL.encode(Digest(ofText: "\(issuer)|\(holder)").bytes.prefix(16))
    }

    func signed(by key: SigningKey, at now: Timestamp) throws(SigningFault) -> String {
        let claims: JSONValue = [
            "iss": .string(issuer),
            "aud": .string(audience),
            "sub": .string(subject),
            "iat": JSONValue(now.seconds),
            "exp": JSONValue(now.adding(seconds: Self.lifeSeconds).seconds),
            "nonce": .string(nonce),
            "c_hash": .string(LeftHalfHash.sha256(code)),
            "acr": .string(Self.authenticationContext),
        ]
        var object = claims.object ?? JSONObject()
        if !state.isEmpty { object["s_hash"] = .string(LeftHalfHash.sha256(state)) }
        return try key.sign(JSONValue.object(object).encoded(), type: "JWT")
    }
}
