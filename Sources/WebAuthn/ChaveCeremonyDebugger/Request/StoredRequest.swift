import ChaveBase
import ChaveWebAuthn
import ChaveWire

/// The relying party's stored credential in JSON: input of an authentication, output of every verified ceremony.
struct StoredRequest {
    private let publicKey: [UInt8]
    private let signCount: UInt32
    private let backupEligible: Bool
    private let backupState: Bool
    private let userHandle: [UInt8]?

    private static let members = ["publicKey", "signCount", "backupEligible", "backupState", "userHandle"]

    init(_ json: JSONValue) throws(Unreadable) {
        let reader = try RequestReader(json, path: "stored", members: StoredRequest.members)
        publicKey = try reader.bytes("publicKey")
        signCount = try reader.counter("signCount")
        backupEligible = try reader.flag("backupEligible")
        backupState = try reader.flag("backupState")
        userHandle = reader.has("userHandle") ? try reader.bytes("userHandle") : nil
    }

    /// The credential that verifies the answer, with the id that the answer names.
    ///
    /// A missing user handle is not compared: the answer's own handle takes its place.
    func credential(of response: AuthenticationResponse) -> StoredCredential {
        StoredCredential(
            id: response.rawID,
            publicKey: publicKey,
            signCount: signCount,
            backupEligible: backupEligible,
            backupState: backupState,
            userHandle: userHandle ?? response.userHandle
        )
    }

    /// The data to store after a verified answer.
    func json(after verified: VerifiedAuthentication, of response: AuthenticationResponse) -> JSONValue {
        var next = credential(of: response)
        next.signCount = verified.signCount
        next.backupEligible = verified.backupEligible
        next.backupState = verified.backupState
        next.userHandle = userHandle
        return StoredRequest.json(next)
    }

    static func json(_ credential: StoredCredential) -> JSONValue {
        var object = JSONObject()
        object["publicKey"] = .string(Base64URL.encode(credential.publicKey))
        object["signCount"] = JSONValue(Int64(credential.signCount))
        object["backupEligible"] = .bool(credential.backupEligible)
        object["backupState"] = .bool(credential.backupState)
        object["userHandle"] = credential.userHandle.map { .string(Base64URL.encode($0)) }
        return .object(object)
    }
}
