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
struct IdentityTokenCheckTests {
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

    private static let redirect = IdentityQuestion.Redirect(state: secrets.state, code: code)

    /// Why a token with these claims, signed by `key`, does not hold by the keys of a bank; `nil` when it holds.
    private static func refusal(
        _ claims: JSONObject,
        signedBy key: SigningKey,
        keysOf bank: SigningKey,
        redirect: IdentityQuestion.Redirect? = redirect,
        subject: String? = nil
    ) throws -> IdentityTokenCheck.Refusal? {
        let check = IdentityTokenCheck(
            issuer: ScriptedBank.issuer,
            keys: try JWKSet([bank.publicKey]),
            clientID: "chave",
            now: now
        )
        let question = IdentityQuestion(
            institution: ScriptedBank.institution,
            token: try key.sign(JSONValue.object(claims).encoded(), type: "JWT"),
            nonce: secrets.nonce,
            redirect: redirect,
            subject: subject
        )
        do throws(IdentityTokenCheck.Refusal) {
            #expect(try check.subject(question) == claims["sub"]?.string)
            return nil
        } catch {
            return error
        }
    }

    struct Row: Sendable {
        let claim: String
        let value: JSONValue?
        let refusal: IdentityTokenCheck.Refusal?

        init(_ claim: String, _ value: JSONValue?, _ refusal: IdentityTokenCheck.Refusal?) {
            (self.claim, self.value, self.refusal) = (claim, value, refusal)
        }
    }

    static let rows = [
        Row("sub", "titular", nil), Row("acr", "urn:brasil:openbanking:loa3", nil),
        Row("exp", JSONValue(now.seconds - 59), nil), Row("iat", JSONValue(now.seconds + 60), nil),
        Row("iss", "https://outro.example", .tokenInvalid), Row("iss", nil, .tokenInvalid),
        Row("aud", "outra", .tokenInvalid), Row("aud", nil, .tokenInvalid), Row("aud", ["chave"], nil),
        Row("aud", ["chave", "outra"], .tokenInvalid), Row("aud", ["chave", "chave"], .tokenInvalid),
        Row("exp", JSONValue(now.seconds - 61), .tokenInvalid), Row("exp", nil, .tokenInvalid),
        Row("iat", JSONValue(now.seconds + 61), .tokenInvalid),
        Row("iat", JSONValue(now.seconds - 15 * 60 - 61), .tokenInvalid),
        Row("nonce", "outro", .nonceMismatch), Row("nonce", nil, .nonceMismatch),
        Row("s_hash", .string(LeftHalfHash.sha256("outro")), .stateMismatch), Row("s_hash", nil, .stateMismatch),
        Row("c_hash", .string(LeftHalfHash.sha256("codigo-2")), .codeMismatch), Row("c_hash", nil, .codeMismatch),
        Row("acr", "urn:brasil:openbanking:loa1", .levelTooLow), Row("acr", nil, .levelTooLow),
        Row("sub", nil, .subjectMismatch), Row("sub", "", .subjectMismatch),
    ]

    @Test(arguments: rows)
    func aTokenHoldsOnlyWithEveryClaimAsItMustBe(_ row: Row) throws {
        let key = try Simulation.identityKey.get()
        var claims = Self.claims
        claims[row.claim] = row.value
        #expect(try Self.refusal(claims, signedBy: key, keysOf: key) == row.refusal, "\(row.claim)")
    }

    @Test func aTokenOfAnotherKeyDoesNotHold() throws {
        let refusal = try Self.refusal(
            Self.claims,
            signedBy: try Self.foreignKey.get(),
            keysOf: try Simulation.identityKey.get()
        )
        #expect(refusal == .tokenInvalid)
    }

    @Test func onlyPS256IsTakenEvenIfTheBankPublishesAnotherKey() throws {
        let key = try SigningKey.generate(.es256, keyID: "banco")
        #expect(try Self.refusal(Self.claims, signedBy: key, keysOf: key) == .wrongAlgorithm)
    }

    /// The token endpoint's token need not repeat the hashes and the level, but it names the same person.
    @Test func theTokenEndpointsTokenNamesTheSamePerson() throws {
        let key = try Simulation.identityKey.get()
        var claims = Self.claims
        for name in ["s_hash", "c_hash", "acr"] { claims[name] = nil }
        let refusal = { (subject: String?) in
            try Self.refusal(claims, signedBy: key, keysOf: key, redirect: nil, subject: subject)
        }
        #expect(try refusal("titular") == nil)
        #expect(try refusal(nil) == nil)
        #expect(try refusal("outro") == .subjectMismatch)
        claims["acr"] = "urn:brasil:openbanking:loa1"
        #expect(try refusal("titular") == .levelTooLow)
        claims["acr"] = nil
        claims["nonce"] = nil
        #expect(try refusal("titular") == .nonceMismatch)
    }
}
