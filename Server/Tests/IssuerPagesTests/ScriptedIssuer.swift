import ChaveBase
import ChaveWire
import Crypto
import Foundation
import Pages

@testable import IssuerPages

/// The tenant's token endpoint and the BFF: answers as usual unless a test says otherwise, and remembers what it was asked.
final class ScriptedIssuer: SiteBackend {
    typealias Script = @Sendable (SiteCall) -> SiteReply?

    let clock = Shared<@Sendable () -> Timestamp>({ Timestamp(seconds: 0) })
    private let script = Shared<Script>({ _ in nil })
    private let asked = Shared<[SiteCall]>([])
    /// What a browser was sent to the tenant with, by the code that it came back with.
    private let signIns = Shared<[String: [String: String]]>([:])
    /// Where calls of a path wait.
    private let holding = Shared<(path: String, calls: HeldCalls)?>(nil)
    /// Claims that differ from the usual ones.
    let claims = Shared<[String: JSONValue]>([:])

    var calls: [SiteCall] { asked.value }
    var paths: [String] { calls.map(\.path).filter { $0.hasPrefix("/app2app") } }

    /// Asked before the usual answers.
    func answers(_ script: @escaping Script) { self.script.value = script }

    /// The BFF's no to this path.
    func refuses(_ path: String, _ status: Int, _ code: String) {
        answers { call in
            call.path.hasSuffix(path) ? ScriptedIssuer.problem(status, code) : nil
        }
    }

    /// The holder's one card is in a wallet, in this state.
    func holdsATokenThatIs(_ state: String) {
        answers { call in
            call.path.hasSuffix("/cards") ? ScriptedIssuer.ok(["cards": [ScriptedIssuer.card(state)]]) : nil
        }
    }

    /// From now on calls of this path have no answer until they are let go.
    func holds(_ path: String) -> HeldCalls {
        let calls = HeldCalls()
        holding.value = (path, calls)
        return calls
    }

    func hears(_ parameters: [String: String], _ subject: String) {
        signIns.change { $0["code-of-\(subject)"] = parameters.merging(["subject": subject]) { first, _ in first } }
    }

    func send(_ call: SiteCall) async -> SiteReply {
        asked.change { $0.append(call) }
        if let (path, calls) = holding.value, call.path.hasSuffix(path) { await calls.wait() }
        return script.value(call) ?? usual(call)
    }

    private func usual(_ call: SiteCall) -> SiteReply {
        switch call.path {
        case "/t/padaria-aurora/v2/token": token(IssuerBrowser.fields(String(decoding: call.body, as: UTF8.self)))
        case "/t/padaria-aurora/v2/userinfo": userInformation(call)
        case "/app2app/v1/token-activations/preview": ScriptedIssuer.ok(ScriptedIssuer.question())
        case "/app2app/v1/token-activations":
            ScriptedIssuer.ok(["id": "a1", "tokenReferenceID": "DNITHE1", "state": "ACTIVE"])
        case "/app2app/v1/token-activations/decline":
            ScriptedIssuer.ok(["id": "a1", "tokenReferenceID": "DNITHE1", "state": "DECLINED"])
        case "/app2app/v1/cards": ScriptedIssuer.ok(["cards": [ScriptedIssuer.card("ACTIVE")]])
        case "/app2app/v1/token-activations/a1/suspend":
            ScriptedIssuer.ok([
                "id": "a1", "tokenReferenceID": "DNITHE1", "state": "ACTIVE", "tokenState": "SUSPENDED",
                "lastFour": "1234", "walletName": "Carteira <b>",
            ])
        default: SiteReply(status: 200)
        }
    }

    /// Gives tokens only for a code of its own with the verifier of its challenge.
    private func token(_ form: [String: String]) -> SiteReply {
        guard let known = form["code"].flatMap({ signIns.value[$0] }), let verifier = form["code_verifier"],
            Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8)))) == known["code_challenge"]
        else { return SiteReply(status: 400) }
        var payload = JSONObject()
        payload["iss"] = .string(IssuerStage.issuer)
        payload["aud"] = "issuer-page"
        payload["sub"] = known["subject"].map(JSONValue.string)
        payload["nonce"] = known["nonce"].map(JSONValue.string)
        let now = clock.value().seconds
        payload["exp"] = JSONValue(now + 300)
        payload["auth_time"] = JSONValue(now)
        for (name, value) in claims.value { payload[name] = value }
        let token = "e30.\(Base64URL.encode(JSONValue.object(payload).encoded())).c2ln"
        return ScriptedIssuer.ok([
            "access_token": .string("token-of-\(known["subject"] ?? "")"), "token_type": "Bearer", "expires_in": 600,
            "id_token": .string(token),
        ])
    }

    private func userInformation(_ call: SiteCall) -> SiteReply {
        let token = call.headers.first { $0.name == "Authorization" }?.value ?? ""
        let subject = String(token.dropFirst("Bearer token-of-".count))
        return ScriptedIssuer.ok(["sub": .string(subject), "name": "Maria <Ana>"])
    }

    static func ok(_ json: JSONValue) -> SiteReply { SiteReply(status: 200, body: json.encoded()) }

    static func problem(_ status: Int, _ code: String) -> SiteReply {
        let json: JSONValue = ["code": .string(code), "status": JSONValue(Int64(status))]
        return SiteReply(status: status, body: json.encoded())
    }

    static func question(state: String = "INACTIVE", device: String = "Phone <b>") -> JSONValue {
        [
            "cardName": "Aurora Visa", "lastFour": "1234", "network": "visa", "walletName": "Carteira Jacarandá",
            "deviceName": .string(device), "tokenReferenceID": "DNITHE1", "state": .string(state),
            "expiresAt": "2027-01-15T08:15:00Z",
        ]
    }

    static func card(_ state: String) -> JSONValue {
        [
            "panReferenceID": "V-1", "name": "Aurora Visa", "network": "visa", "lastFour": "1234", "isBlocked": false,
            "tokens": [
                [
                    "tokenReferenceID": "DNITHE1", "walletName": "Carteira Jacarandá", "deviceName": "Phone",
                    "state": .string(state), "activationID": state == "ACTIVE" ? "a1" : nil,
                ]
            ],
        ]
    }
}

/// Reads one link, and refuses another.
struct ScriptedReader: LaunchReader {
    let answers: Launch.Answers

    func read(_ query: String) throws(LaunchRefusal) -> Launch {
        guard query.hasPrefix("launch=") else { throw LaunchRefusal(code: "payload_missing", answer: answers.failure) }
        return Launch(payload: ["tokenReferenceID": "DNITHE1"], answers: answers, digest: Array(query.utf8))
    }
}

/// One mailed link that counts, `good`.
final class ScriptedSuspensions: MailedSuspensions {
    let isSuspended = Shared(false)
    /// What it throws in place of suspending.
    let fault = Shared<(any Error)?>(nil)

    func look(at secret: String) async throws -> MailedSuspension? {
        guard secret == "good" else { return nil }
        return MailedSuspension(
            lastFour: "1234",
            walletName: "Carteira Jacarandá",
            deviceName: nil,
            tokenState: isSuspended.value ? "SUSPENDED" : "ACTIVE"
        )
    }

    func suspend(by secret: String) async throws -> MailedSuspension? {
        guard secret == "good" else { return nil }
        if let fault = fault.value { throw fault }
        isSuspended.value = true
        return try await look(at: secret)
    }
}
