import ChaveBase
import ChaveCredentialChain
public import ChaveWire
import Hashing
public import SignInModel

/// The values that a device gets with its certificate: its SDK stores and shows them.
public struct BoundCredential: Sendable, Hashable {
    public var credential: RecordedCredential
    public var profile: Tenant

    /// The certificates as PEM, the credential's own first.
    public var chain: [String] { credential.chain.map { PEM.encode(certificate: $0) } }

    /// SHA-256 of the root's DER, base64 with padding (RFC 4648, section 4).
    public var rootFingerprint: String { Base64.encode(Digest(of: credential.issuers.last ?? []).bytes) }

    /// The credential in its wire form.
    public var json: JSONValue {
        var object = JSONObject()
        object.set("credential_id", credential.id)
        object.set("tenant_id", credential.tenant.text)
        object.set("user_id", credential.user)
        object.set("chain", chain)
        object.set("root_fingerprint", rootFingerprint)
        object["profile"] = profile.shown
        object.set("created", credential.createdAt.rfc3339)
        return .object(object)
    }
}

extension Tenant {
    /// The tenant's public values, in their wire form beside a credential.
    package var shown: JSONValue {
        var shown = JSONObject()
        shown.set("name", displayName)
        shown.set("logo_url", logoURL)
        shown.set("login_uri", loginURI)
        shown.set("enroll_uri", enrollURI)
        return .object(shown)
    }
}
