import ChaveBase
import ChaveWire
import Testing
import TokenActivationCore

@testable import ServerHost

/// What wallets say, and what may be a card's number, stands in no log, no answer of refusal and no metric.
struct ActivationSecrecyTests {
    @Test func nothingOfAPayloadIsLoggedOrTold() async throws {
        try await withActivations { rig in
            let capture = LogCapture()
            try await rig.server.withSocket(api: rig.api, logger: capture.logger) { door, _ in
                let rig = rig.through(door)
                let scene = try await Scene(rig)
                let number = "4111111111111111"
                let planted = scene.payload.with(\.walletAccountID, number)
                let elsewhere = scene.payload.with(\.deviceID, "planted-device")
                let calls = [
                    ActivationRig.activate(planted, by: scene.holder.token, key: "k"),
                    ActivationRig.activate(elsewhere, by: scene.holder.token, key: "k"),
                    ActivationRig.activate(scene.payload, by: "planted-token", key: "k"),
                    Call.post(ActivationRig.collection, text: "{\"planted\":", key: "k").bearer(scene.holder.token),
                    ActivationRig.activate(scene.payload, by: scene.holder.token, key: "planted-key"),
                ]
                let secrets = scene.payload.texts + [number, "planted", scene.holder.token]
                for call in calls {
                    let reply = try await rig.send(call)
                    guard reply.status != 200 else { continue }
                    for secret in secrets { #expect(!reply.text.contains(secret), "\(secret.prefix(8)) is told") }
                }
                #expect(try await rig.state(scene.payload) == .active)
                let lines = capture.all
                #expect(lines.count > 8)
                for secret in secrets {
                    #expect(!lines.contains { $0.contains(secret) }, "\(secret.prefix(8)) is logged")
                }
                for result in rig.attempts.all {
                    for secret in secrets { #expect(!result.contains(secret)) }
                }
            }
        }
    }
}
