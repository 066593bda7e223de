import ChaveBase
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// A first device whose person is asked for a second one, with certificates as they are.
struct PairingRig: Sendable {
    let rig: ChallengeRig
    let store: WatchedRecordStore
    let second = TestDevice()
    let begun: BegunExtension
    let claim: BegunClaim
    let pairing: PairingView

    init() async throws {
        let watched = WatchedRecordStore(WorldRecordStore())
        store = watched
        rig = try await ChallengeRig(TestSignIn(watching: { _ in watched }))
        begun = try await rig.extending()
        claim = try await Self.claim(rig, try #require(begun.state.code), second)
        let view = try await rig.signIn.extensionState(begun.state.id, token: begun.token, tenant: nil)
        pairing = try #require(view.pairing)
    }

    static func claim(_ rig: ChallengeRig, _ code: String, _ device: TestDevice) async throws -> BegunClaim {
        try await rig.signIn.claimExtension(
            ExtensionClaim(
                tenant: TestSignIn.home,
                code: code,
                certificateRequest: try await device.request(),
                deviceName: "Tablet",
                address: try #require(IPAddress(bytes: [192, 0, 2, 1]))
            )
        )
    }

    /// What the person's yes sends.
    func approval() throws -> PairingApproval {
        PairingApproval(
            pairing: pairing.id,
            number: claim.number,
            signature: try TestDevice.signature(of: pairing.toBeSigned, by: rig.device.key)
        )
    }

    func approve() async throws -> ExtensionView {
        try await rig.signIn.approvePairing(approval(), of: begun.state.id, token: begun.token, tenant: nil)
    }

    /// What was recorded for the second device.
    func child() async throws -> RecordedCredential? {
        try await rig.signIn.devices(of: rig.user, TestSignIn.home).first { $0.parent != nil }
    }
}
