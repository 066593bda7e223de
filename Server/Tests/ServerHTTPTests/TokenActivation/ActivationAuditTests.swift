import ChaveBase
import ChaveWire
import PaymentsStores
import SignInCore
import SignInModel
import Testing
import TokenActivationCore

@testable import CardsHTTP
@testable import HTTPKernel
@testable import ServerHost

/// Whatever a proven holder tries is in the audit, also what could not be read.
struct ActivationAuditTests {
    private static func written(_ rig: ActivationRig, _ holder: CardHolderInHand) async throws -> [String] {
        let chain = ActivationAuditChain.holder(CardHolder(tenant: rig.signIn.home.text, user: holder.phone.user))
        return try await rig.store.audit(chain, after: 0, limit: 100).map { entry in
            "\(entry.fact.action.rawValue) \(entry.fact.outcome)"
        }
    }

    @Test(arguments: ["activate", "decline"])
    func anAttemptThatCannotBeReadIsWrittenDown(_ action: String) async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card()).json
            let path = ActivationRig.collection + (action == "decline" ? "/decline" : "")
            let planted = payload.replacing(["extra"], with: "4111_1111_1111_1111")
            for call in [
                Call.post(path, payload), .post(path, payload, key: "two words"),
                .post(path, payload, key: "a").with("Idempotency-Key", "b"), .post(path, text: "{", key: "k"),
                .post(path, planted, key: "k"), .post(path, text: "{}", type: "text/plain", key: "k"),
            ] {
                let reply = try await rig.send(call.bearer(holder.token))
                #expect((400..<500).contains(reply.status), "\(reply.text)")
            }
            var large = SignInRig.request(Call.post(path, payload, key: "k").bearer(holder.token))
            large.body = .tooLarge
            #expect(await rig.api.respond(to: large).answer.status == 413)
            let expected = [
                "idempotency_key_missing", "idempotency_key_invalid", "idempotency_key_invalid", "invalid_payload",
                "card_number_refused", "unsupported_media_type", "request_too_large",
            ]
            #expect(try await Self.written(rig, holder) == expected.map { "\(action) \($0)" })
            #expect(rig.attempts.all == expected.map { "\(action) \($0)" })
        }
    }

    @Test func aPreviewThatCannotBeReadIsWrittenDownAndAStrangersIsNot() async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let call = Call.post("\(ActivationRig.collection)/preview", text: "[]")
            expectProblem(try await rig.send(call), .invalidToken)
            expectProblem(try await rig.send(call.bearer(holder.token)), .invalidPayload)
            #expect(try await Self.written(rig, holder) == ["preview invalid_payload"])
        }
    }
}
