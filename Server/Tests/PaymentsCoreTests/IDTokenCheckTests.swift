import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsCore

/// Each reason for which a callback's `id_token` does not hold, by itself (Payments API, section 5).
struct IDTokenCheckTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let code = "codigo-1"
    private static let secrets = RedirectionSecrets { Array(repeating: 3, count: $0) }
    private static let foreignKey = Result { try SigningKey.generate(.ps256, keyID: "banco") }

    private static var claims: JSONObject {
        let claims: JSONValue = [
            "iss": .string(ScriptedBank.issuer), "aud": "chave", "sub": "titular", "iat": JSONValue(now.seconds),
            "exp": JSONValue(now.seconds + 300), "nonce": .string(secrets.nonce),
            "s_hash": .string(LeftHalfHash.sha256(secrets.state)), "c_hash": .string(LeftHalfHash.sha256(code)),
            "acr": "urn:brasil:openbanking:loa2",
        ]
        return claims.object ?? JSONObject()
    }

    private static func institution(_ key: SigningKey) -> InstitutionDirectoryEntry {
        ScriptedBank(identityKey: key, now: { now }, randomBytes: { Array(repeating: 1, count: $0) }).directoryEntry
    }

    /// Why a token with these claims, signed by `key`, does not hold at `institution`; `nil` when it holds.
    private static func refusal(
        _ claims: JSONObject,
        signedBy key: SigningKey,
        at institution: InstitutionDirectoryEntry
    ) throws -> IDTokenCheck.Refusal? {
        let token = try key.sign(JSONValue.object(claims).encoded(), type: "JWT")
        let check = IDTokenCheck(institution: institution, clientID: "chave", secrets: secrets, now: now)
        do throws(IDTokenCheck.Refusal) {
            try check.verify(token, code: code)
            return nil
        } catch {
            return error
        }
    }

    struct Row: Sendable {
        let claim: String
        let value: JSONValue?
        let refusal: IDTokenCheck.Refusal?

        init(_ claim: String, _ value: JSONValue?, _ refusal: IDTokenCheck.Refusal?) {
            (self.claim, self.value, self.refusal) = (claim, value, refusal)
        }
    }

    static let rows = [
        Row("sub", "titular", nil), Row("acr", "urn:brasil:openbanking:loa3", nil),
        Row("exp", JSONValue(now.seconds - 59), nil), Row("iat", JSONValue(now.seconds + 60), nil),
        Row("iss", "https://outro.example", .tokenInvalid), Row("iss", nil, .tokenInvalid),
        Row("aud", "outra", .tokenInvalid), Row("aud", nil, .tokenInvalid),
        Row("exp", JSONValue(now.seconds - 61), .tokenInvalid), Row("exp", nil, .tokenInvalid),
        Row("iat", JSONValue(now.seconds + 61), .tokenInvalid),
        Row("iat", JSONValue(now.seconds - 15 * 60 - 61), .tokenInvalid),
        Row("nonce", "outro", .nonceMismatch), Row("nonce", nil, .nonceMismatch),
        Row("s_hash", .string(LeftHalfHash.sha256("outro")), .stateMismatch), Row("s_hash", nil, .stateMismatch),
        Row("c_hash", .string(LeftHalfHash.sha256("codigo-2")), .codeMismatch), Row("c_hash", nil, .codeMismatch),
        Row("acr", "urn:brasil:openbanking:loa1", .levelTooLow), Row("acr", nil, .levelTooLow),
    ]

    @Test(arguments: rows)
    func aTokenHoldsOnlyWithEveryClaimAsItMustBe(_ row: Row) throws {
        let key = try Simulation.identityKey.get()
        var claims = Self.claims
        claims[row.claim] = row.value
        #expect(try Self.refusal(claims, signedBy: key, at: Self.institution(key)) == row.refusal, "\(row.claim)")
    }

    @Test func aTokenOfAnotherKeyDoesNotHold() throws {
        let institution = Self.institution(try Simulation.identityKey.get())
        let refusal = try Self.refusal(Self.claims, signedBy: try Self.foreignKey.get(), at: institution)
        #expect(refusal == .tokenInvalid)
    }

    @Test func onlyPS256IsTakenEvenIfTheBankPublishesAnotherKey() throws {
        let key = try SigningKey.generate(.es256, keyID: "banco")
        #expect(try Self.refusal(Self.claims, signedBy: key, at: Self.institution(key)) == .wrongAlgorithm)
    }

    @Test func keysThatCannotBeReadVerifyNothing() throws {
        let key = try Simulation.identityKey.get()
        var institution = Self.institution(key)
        institution.jwks = ["keys": 1]
        #expect(try Self.refusal(Self.claims, signedBy: key, at: institution) == .keysUnreadable)
    }
}
