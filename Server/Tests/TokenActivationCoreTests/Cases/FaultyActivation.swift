import ChaveBase
import ServerTestSupport
import StoreTestSupport
import TokenActivationCore

/// A good activation with some faults in it, each in a thing of its own.
struct FaultyActivation {
    let scene = ActivationScene()
    let faults: Set<ActivationRefusal.Code>

    /// What each fault is done to; two that are done to the same thing cannot be had together.
    static func thing(_ fault: ActivationRefusal.Code) -> String? {
        switch fault {
        case .idempotencyKeyMissing, .idempotencyKeyInvalid, .idempotencyKeyReused: "key"
        case .clientNotAllowed: "client"
        case .insufficientUserAuthentication: "presence"
        case .cardNumberRefused: "walletAccountID"
        case .invalidPayload: "reasonCode"
        case .tokenReferenceMissing: "tokenReferenceID"
        case .walletNotAllowed: "tokenRequestorID"
        case .cardNotFound: "owner"
        case .cardBlocked: "block"
        case .activationsLocked: "lock"
        case .tokenNotFound: "token's card"
        case .deviceMismatch: "device"
        case .tokenSuspended, .tokenDeactivated: "state"
        // Where something is under way, a network that is away leaves its outcome unknown.
        case .activationInProgress, .networkUnavailable: "standing"
        case .stepUpClosed, .stepUpExpired: "step-up"
        case .refusedByNetwork, .outcomeUnknown: "answer"
        case .activationNotFound, .linkInvalid, .tokenNotActive: nil  // Of other use cases.
        }
    }

    /// Every fault that an activation can have.
    static let all = ActivationRefusal.Code.allCases.filter { thing($0) != nil }

    /// What came of it; `nil` where the token became active.
    func refusal() async throws -> ActivationRefusal? {
        try await breakRecords()
        breakNetwork()
        breakCard()
        let payload = payload
        let holder = scene.session(
            client: faults.contains(.clientNotAllowed) ? "other-app" : ActivationScene.client,
            secondsAgo: faults.contains(.insufficientUserAuthentication) ? 300 : 10
        )
        let header = faults.contains(.idempotencyKeyMissing) ? nil : text
        return await scene.refusal {
            let key = try ActivationScene.key(header)
            _ = try await scene.engine.activate(payload, key: key, by: holder)
        }
    }

    private var text: String { faults.contains(.idempotencyKeyInvalid) ? "not a key" : "key-1" }

    private func breakRecords() async throws {
        if faults.contains(.idempotencyKeyReused) {
            scene.visa.put(ActivationScene.token("DNITHE000000000000000002"))
            let other = ActivationScene.payload(token: "DNITHE000000000000000002")
            let key = try ActivationScene.key("key-1", body: "another body")
            _ = try await scene.engine.activate(other, key: key, by: scene.session())
        }
        if faults.contains(.activationInProgress) {
            scene.visa.approves(.away)
            _ = await scene.refusal { _ = try await scene.activate(key: "earlier") }
            var change = ActivationChange()
            for var activation in try await scene.store.activations where activation.state.isActivating {
                activation.heldUntil = scene.now.adding(seconds: 20)
                change.writes.append(.replace(activation, expected: activation.version))
            }
            _ = try await scene.store.commit(change)
        }
        guard faults.contains(.activationsLocked) else { return }
        var change = ActivationChange()
        change.writes = (1...3).map {
            .refuse(CardRefusal(activation: "refused-\($0)", card: ActivationScene.pan, at: scene.now))
        }
        _ = try await scene.store.commit(change)
    }

    private func breakNetwork() {
        scene.visa.change(ActivationScene.tokenID) { token in
            if faults.contains(.tokenNotFound) { token.panReferenceID = "V-9999999999999999999999" }
            if faults.contains(.tokenSuspended) { token.state = .suspended }
            if faults.contains(.tokenDeactivated) { token.state = .deactivated }
            if faults.contains(.stepUpClosed) { token.stepUpOpenedAt = nil }
            if faults.contains(.stepUpExpired) { token.stepUpOpenedAt = scene.now.adding(seconds: -900) }
        }
        scene.visa.approves(.does)
        if faults.contains(.refusedByNetwork) { scene.visa.approves(.refuses) }
        if faults.contains(.networkUnavailable) { scene.visa.failReads(1_000) }
        if faults.contains(.outcomeUnknown) { scene.visa.approves(.unheard) }
    }

    private func breakCard() {
        let holder = faults.contains(.cardNotFound) ? ActivationScene.joao : ActivationScene.maria
        scene.register.put(ActivationScene.card(of: holder, isBlocked: faults.contains(.cardBlocked)))
    }

    private var payload: ActivationPayload {
        var payload = ActivationScene.payload()
        if faults.contains(.cardNumberRefused) { payload.walletAccountID = "4111 1111 1111 1111" }
        if faults.contains(.invalidPayload) { payload.reasonCode = "line\nbreak" }
        if faults.contains(.tokenReferenceMissing) { payload.tokenReferenceID = nil }
        if faults.contains(.walletNotAllowed) { payload.tokenRequestorID = "40099999999" }
        if faults.contains(.deviceMismatch) { payload.deviceIndex = "3" }
        return payload
    }
}
