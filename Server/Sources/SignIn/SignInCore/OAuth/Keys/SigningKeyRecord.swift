import ChaveBase
import ChaveJOSE
import ChaveWire

/// A tenant's key for ID tokens; the secret is in the record, which is sealed.
struct SigningKeyRecord: SignInRecord {
    static let kind = "signing_key"

    var tenant: TenantID
    var key: SigningKey
    /// Counts the keys of one algorithm; the newest that has begun signs.
    var generation: Int64
    /// By the clock of tokens: published before, signing from then on.
    var signsFrom: Timestamp
    /// When nothing that it signed counts any more; `nil` while nobody follows it.
    var endsAt: Timestamp?

    var algorithm: JWSAlgorithm { key.algorithm }
    var recordID: String { key.keyID ?? key.publicKey.thumbprint }
    /// One key for each place in the row, whoever makes it.
    var indexes: [RecordIndex] {
        [RecordIndex("place", "\(algorithm.rawValue) \(generation)", isUnique: true)]
    }
    /// Old keys are removed by the rotation after them, so that what is published does not hang on a clean-up.
    var expiresAt: Timestamp? { nil }

    var content: JSONObject {
        var content = JSONObject()
        content.set("algorithm", algorithm.rawValue)
        content.set("secret", key.secretPEM)
        content.set("generation", generation)
        content.set("signs_from", signsFrom)
        content.set("ends_at", endsAt)
        return content
    }

    init(tenant: TenantID, algorithm: JWSAlgorithm, generation: Int64, signsFrom: Timestamp) throws(SignInFault) {
        self.tenant = tenant
        do {
            let fresh = try SigningKey.generate(algorithm)
            key = fresh.named(fresh.publicKey.thumbprint)
        } catch {
            throw .signing(underlying: error)
        }
        self.generation = generation
        self.signsFrom = signsFrom
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: SigningKeyRecord.kind, content: content)
        self.tenant = tenant
        let algorithm = try reader.choice("algorithm", as: JWSAlgorithm.self)
        do {
            key = try SigningKey(pem: try reader.text("secret"), algorithm: algorithm, keyID: recordID)
        } catch {
            throw .damaged(kind: SigningKeyRecord.kind)
        }
        generation = try reader.integer("generation")
        signsFrom = try reader.time("signs_from")
        endsAt = try reader.optionalTime("ends_at")
    }
}
