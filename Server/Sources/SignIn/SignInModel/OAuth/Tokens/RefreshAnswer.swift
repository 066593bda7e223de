package import ChaveBase
package import ChaveWire
import Hashing

import enum Crypto.AES
import struct Crypto.HKDF
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

/// The answer to a refresh, stored for half a minute in case the client did not receive it.
///
/// The answer contains tokens, which are stored nowhere else. A key made from the used refresh token seals it. A reader
/// of the records can therefore open the answer only with that token.
package struct RefreshAnswer: SignInRecord, Hashable {
    package static let kind = "refresh_answer"

    package var tenant: TenantID
    /// The digest of the refresh token that was used.
    package var digest: Digest
    /// Nonce, ciphertext and tag of AES-256-GCM.
    package var sealed: [UInt8]
    /// The scope that the refresh asked for: only the same request gets the same answer.
    package var scope: Scope
    package var audience: [String]
    /// The key of the refresh's proof.
    package var key: String?
    package var deadline: Timestamp

    package var recordID: String { digest.text }
    package var indexes: [RecordIndex] { [] }
    package var expiresAt: Timestamp? { deadline }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("sealed", sealed)
        content.set("scope", scope.text)
        content.set("audience", audience)
        content.set("key", key)
        content.set("deadline", deadline)
        return content
    }

    /// - Precondition: `nonce` has 12 bytes.
    package init(
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

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: RefreshAnswer.kind, content: content)
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: RefreshAnswer.kind)
        sealed = try reader.bytes("sealed")
        scope = Scope(granted: try reader.text("scope"))
        audience = try reader.texts("audience")
        key = try reader.optionalText("key")
        deadline = try reader.time("deadline")
    }

    /// The answer to the refresh by that token.
    package func answer(toToken token: String) throws(SignInFault) -> TokenAnswer {
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
