import ChaveBase
import Hashing
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// What is stored of a refused attempt is what the card's network has shown, never what a payload alone said.
@Suite struct KeptTests {
    private let scene = ActivationScene()

    private func row(_ payload: ActivationPayload) async throws -> Activation {
        let refusal = await scene.refusal { _ = try await scene.activate(payload) }
        let id = try #require(refusal?.activationID)
        return try #require(try await scene.store.activation(id))
    }

    @Test func aTokenThatNoNetworkKnowsIsKeptAsADigest() async throws {
        let said = "DNITHE-made-up-by-somebody"
        var payload = ActivationScene.payload(token: said).setting("deviceID", to: "device-made-up")
        payload.deviceIndex = "77"
        let row = try await row(payload)
        #expect(row.state == .refused(.tokenNotFound))
        #expect(row.token.id == "sha256:\(Digest(ofText: said).text)")
        #expect(row.particulars.deviceID == nil && row.particulars.deviceIndex == nil)
        #expect(!"\(row)".contains("made-up"))
    }

    @Test func aTokenOfAnotherCardIsKeptAsADigest() async throws {
        scene.visa.put(ActivationScene.token("DNITHE-of-joao", of: "V-9999999999999999999999"))
        let row = try await row(ActivationScene.payload(token: "DNITHE-of-joao"))
        #expect(row.state == .refused(.tokenNotFound))
        #expect(!"\(row)".contains("DNITHE-of-joao"))
    }

    @Test func aTokenThatTheNetworkShowedIsKeptAndItsPayloadIsNot() async throws {
        let row = try await row(ActivationScene.payload().setting("deviceID", to: "device-made-up"))
        #expect(row.state == .refused(.deviceMismatch))
        #expect(row.token.id == ActivationScene.tokenID)
        #expect(row.particulars.deviceID == nil && row.particulars.deviceIndex == nil)
    }

    @Test func ofABlockedCardNoNetworkWasAsked() async throws {
        scene.register.put(ActivationScene.card(isBlocked: true))
        let row = try await row(ActivationScene.payload())
        #expect(row.state == .refused(.cardBlocked))
        #expect(!"\(row)".contains(ActivationScene.tokenID))
    }
}
