import ChavePixModel
import ChaveWire

/// A refresh token by its digest; it counts while its grant is at its generation.
struct RefreshToken: SignInRecord, Hashable {
    static let kind = "refresh_token"
    static let prefix = "chave_rt_"

    var tenant: TenantID
    var digest: SignInDigest
    var grant: String
    var generation: Int64
    var issuedAt: Timestamp
    var keptUntil: Timestamp

    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { keptUntil }

    var content: JSONObject {
        var content = JSONObject()
        content.set("grant", grant)
        content.set("generation", generation)
        content.set("issued_at", issuedAt)
        content.set("kept_until", keptUntil)
        return content
    }

    init(
        tenant: TenantID,
        digest: SignInDigest,
        grant: String,
        generation: Int64,
        issuedAt: Timestamp,
        keptUntil: Timestamp
    ) {
        self.tenant = tenant
        self.digest = digest
        self.grant = grant
        self.generation = generation
        self.issuedAt = issuedAt
        self.keptUntil = keptUntil
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: RefreshToken.kind, content: content)
        self.tenant = tenant
        digest = try SignInDigest(recordID: recordID, kind: RefreshToken.kind)
        grant = try reader.text("grant")
        generation = try reader.integer("generation")
        issuedAt = try reader.time("issued_at")
        keptUntil = try reader.time("kept_until")
    }
}

/// The answer that a refresh was given, kept for half a minute in case it was lost on its way.
struct RefreshAnswer: SignInRecord, Hashable {
    static let kind = "refresh_answer"

    var tenant: TenantID
    /// Of the refresh token that was used.
    var digest: SignInDigest
    var answer: TokenAnswer
    /// The key that the proof was by.
    var key: String?
    var deadline: Timestamp

    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { deadline }

    var content: JSONObject {
        var content = JSONObject()
        content["answer"] = answer.json
        content.set("key", key)
        content.set("deadline", deadline)
        return content
    }

    init(tenant: TenantID, digest: SignInDigest, answer: TokenAnswer, key: String?, deadline: Timestamp) {
        self.tenant = tenant
        self.digest = digest
        self.answer = answer
        self.key = key
        self.deadline = deadline
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: RefreshAnswer.kind, content: content)
        self.tenant = tenant
        digest = try SignInDigest(recordID: recordID, kind: RefreshAnswer.kind)
        guard let answer = content["answer"]?.object else { throw .damaged(kind: RefreshAnswer.kind) }
        self.answer = try TokenAnswer(ContentReader(kind: RefreshAnswer.kind, content: answer))
        key = try reader.optionalText("key")
        deadline = try reader.time("deadline")
    }
}
