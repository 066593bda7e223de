package import ChaveBase
package import ChaveJOSE
package import ChaveWire

/// A tenant's key for ID tokens; the sealed record contains the secret.
package struct SigningKeyRecord: SignInRecord {
    package static let kind = "signing_key"

    package var tenant: TenantID
    package var key: SigningKey
    /// The number of the key within its algorithm; the newest key that has begun signs.
    package var generation: Int64
    /// The time from which the key signs, by the clock of tokens; it is published before.
    package var signsFrom: Timestamp
    /// The time from which none of its signatures counts; `nil` while no key follows it.
    package var endsAt: Timestamp?

    package var algorithm: JWSAlgorithm { key.algorithm }
    package var recordID: String { key.keyID ?? key.publicKey.thumbprint }
    /// The index allows one key for each number, whichever node makes it.
    package var indexes: [RecordIndex] {
        [RecordIndex("place", "\(algorithm.rawValue) \(generation)", isUnique: true)]
    }
    /// A later rotation removes old keys, so that the published set does not depend on a clean-up.
    package var expiresAt: Timestamp? { nil }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("algorithm", algorithm.rawValue)
        content.set("secret", key.secretPEM)
        content.set("generation", generation)
        content.set("signs_from", signsFrom)
        content.set("ends_at", endsAt)
        return content
    }

    package init(tenant: TenantID, algorithm: JWSAlgorithm, generation: Int64, signsFrom: Timestamp) throws(SignInFault)
    {
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

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
