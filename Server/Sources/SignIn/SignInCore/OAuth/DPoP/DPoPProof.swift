import ChaveBase
import ChaveJOSE
import ChaveWire
import Hashing
import SignInModel

/// A proof of possession for one request (RFC 9449, section 4.2), verified except for replay.
struct DPoPProof: Hashable {
    /// The request that the proof must be made for.
    struct Use: Hashable {
        var method: String
        var address: String
        /// The access token; `nil` at the token endpoint.
        var accessToken: String?
    }

    static let maximumAgeSeconds: Int64 = 60
    static let leewaySeconds: Int64 = 10
    private static let tokenIDLengths = 1...128

    /// The key's thumbprint (RFC 7638).
    let keyThumbprint: String
    let tokenID: String
    /// From this second on the proof is too old.
    let endsAt: Timestamp

    init(verifying text: String, for use: Use, now: Timestamp) throws(DPoPRefusal) {
        guard let jws = try? CompactJWS(parsing: text) else { throw .malformed }
        guard jws.type == "dpop+jwt" else { throw .wrongType }
        guard jws.claimedAlgorithm == JWSAlgorithm.es256.rawValue else { throw .wrongAlgorithm }
        guard let jwk = jws.header["jwk"], let key = try? VerificationKey(jwk: jwk), key.algorithm == .es256 else {
            throw .badKey
        }
        let claims = try DPoPProof.claims(text, by: key)
        guard let tokenID = claims.tokenID, DPoPProof.tokenIDLengths.contains(tokenID.utf8.count),
            let issued = claims.issuedAt, let method = claims["htm"]?.string, let address = claims["htu"]?.string
        else { throw .malformedClaims }
        guard method.utf8.elementsEqual(use.method.utf8) else { throw .wrongMethod }
        guard let named = HTTPTarget(address), named == HTTPTarget(use.address) else { throw .wrongAddress }
        guard now.seconds - issued < DPoPProof.maximumAgeSeconds else { throw .tooOld }
        guard issued - now.seconds <= DPoPProof.leewaySeconds else { throw .issuedInFuture }
        if let token = use.accessToken {
            guard claims["ath"]?.string == Digest(ofText: token).text else { throw .wrongAccessToken }
        }
        keyThumbprint = key.thumbprint
        self.tokenID = tokenID
        endsAt = Timestamp(seconds: issued).adding(seconds: DPoPProof.maximumAgeSeconds)
    }

    private static func claims(_ text: String, by key: VerificationKey) throws(DPoPRefusal) -> JWTClaims {
        let payload: [UInt8]
        do {
            payload = try key.verify(text).payload
        } catch {
            throw error == .criticalHeader ? .criticalHeader : .badSignature
        }
        guard let claims = JWTClaims(parsing: payload) else { throw .malformedClaims }
        return claims
    }
}

/// A used proof, stored until the server would refuse it for its age.
struct SeenProof: SignInRecord, Hashable {
    static let kind = "dpop_proof"

    var tenant: TenantID
    /// The digest of key and `jti`: two keys may use the same `jti`.
    var digest: Digest
    var keptUntil: Timestamp

    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { keptUntil }
    var content: JSONObject {
        var content = JSONObject()
        content.set("kept_until", keptUntil)
        return content
    }

    init(_ proof: DPoPProof, tenant: TenantID) {
        self.tenant = tenant
        digest = Digest(ofText: "\(proof.keyThumbprint).\(proof.tokenID)")
        keptUntil = proof.endsAt
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: SeenProof.kind)
        keptUntil = try ContentReader(kind: SeenProof.kind, content: content).time("kept_until")
    }
}

extension SignIn {
    /// Verifies the only proof of a request and that it is new, and returns the thumbprint of its key.
    func verifiedProofKey(_ proofs: [String], _ use: DPoPProof.Use, tenant: TenantID) async throws -> String {
        guard let text = proofs.first else { throw DPoPRefusal.missing.error }
        guard proofs.count == 1 else { throw DPoPRefusal.moreThanOne.error }
        let proof: DPoPProof
        do {
            proof = try DPoPProof(verifying: text, for: use, now: world.now())
        } catch {
            throw error.error
        }
        var change = RecordChange()
        change.insert(SeenProof(proof, tenant: tenant))
        guard try await records.commit(change) == .committed else { throw DPoPRefusal.replayed.error }
        return proof.keyThumbprint
    }
}
