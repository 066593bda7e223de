import ChaveBase
import ChaveWire
import Hashing

import enum Crypto.AES
import struct Crypto.HKDF
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

/// The answer that a refresh was given, kept for half a minute in case it was lost on its way.
///
/// There are tokens in it, which are kept nowhere else: it is sealed by a key that is made of the refresh token that was used,
/// so that only whoever has that token can open it, whoever else reads the records.
struct RefreshAnswer: SignInRecord, Hashable {
    static let kind = "refresh_answer"

    var tenant: TenantID
    /// Of the refresh token that was used.
    var digest: Digest
    /// Nonce, ciphertext and tag of AES-256-GCM.
    var sealed: [UInt8]
    /// What the refresh asked for: only the same question has the same answer.
    var scope: Scope
    var audience: [String]
    /// The key that the proof was by.
    var key: String?
    var deadline: Timestamp

    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { deadline }

    var content: JSONObject {
        var content = JSONObject()
        content.set("sealed", sealed)
        content.set("scope", scope.text)
        content.set("audience", audience)
        content.set("key", key)
        content.set("deadline", deadline)
        return content
    }

    /// - Precondition: `nonce` has 12 bytes.
    init(
        _ answer: TokenAnswer,
        toToken token: String,
        of tenant: TenantID,
        scope: Scope,
        audience: [String],
        key: String?,
        deadline: Timestamp,
        nonce: [UInt8]
    ) throws(SignInFault) {
        self.tenant = tenant
        digest = Digest(ofText: token)
        self.scope = scope
        self.audience = audience
        self.key = key
        self.deadline = deadline
        do {
            let box = try AES.GCM.seal(
                answer.json.encoded(),
                using: RefreshAnswer.sealing(token),
                nonce: AES.GCM.Nonce(data: nonce)
            )
            sealed = Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw .signing(underlying: error)
        }
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: RefreshAnswer.kind, content: content)
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: RefreshAnswer.kind)
        sealed = try reader.bytes("sealed")
        scope = Scope(granted: try reader.text("scope"))
        audience = try reader.texts("audience")
        key = try reader.optionalText("key")
        deadline = try reader.time("deadline")
    }

    /// What was answered to that token.
    func answer(toToken token: String) throws(SignInFault) -> TokenAnswer {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let text = try? AES.GCM.open(box, using: RefreshAnswer.sealing(token)),
            let content = try? JSONValue(parsing: Array(text)).object
        else { throw .damaged(kind: RefreshAnswer.kind) }
        return try TokenAnswer(ContentReader(kind: RefreshAnswer.kind, content: content))
    }

    private static func sealing(_ token: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Array(token.utf8)),
            info: Array("chave refresh answer".utf8),
            outputByteCount: 32
        )
    }
}
