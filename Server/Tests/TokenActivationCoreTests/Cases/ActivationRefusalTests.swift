import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// One fault at a time, and of two the earlier.
@Suite struct ActivationRefusalTests {
    @Test func withoutAFaultTheTokenBecomesActive() async throws {
        let good = FaultyActivation(faults: [])
        #expect(try await good.refusal() == nil)
        #expect(good.scene.visa.state(of: ActivationScene.tokenID) == .active)
    }

    /// A new refusal without a case here does not compile.
    @Test(arguments: ActivationRefusal.Code.allCases)
    func eachFaultIsNamed(_ code: ActivationRefusal.Code) async throws {
        let scene = ActivationScene()
        switch code {
        case .activationNotFound:
            let view = try await scene.activate()
            let other = scene.session(ActivationScene.joao)
            let refusal = await scene.refusal { _ = try await scene.engine.activation(view.id, by: other) }
            #expect(refusal?.code == code)
        case .linkInvalid:
            let refusal = await scene.refusal { _ = try await scene.engine.suspension("unknown") }
            #expect(refusal?.code == code)
        case .tokenNotActive:
            let view = try await scene.decline()
            let refusal = await scene.refusal { _ = try await scene.engine.suspend(view.id, by: scene.session()) }
            #expect(refusal?.code == code)
        case .idempotencyKeyMissing, .idempotencyKeyInvalid, .clientNotAllowed, .insufficientUserAuthentication,
            .cardNumberRefused, .invalidPayload, .tokenReferenceMissing, .idempotencyKeyReused, .walletNotAllowed,
            .cardNotFound, .cardBlocked, .activationsLocked, .tokenNotFound, .deviceMismatch, .tokenSuspended,
            .tokenDeactivated, .activationInProgress, .stepUpClosed, .stepUpExpired, .refusedByNetwork,
            .networkUnavailable, .outcomeUnknown:
            let faulty = FaultyActivation(faults: [code])
            #expect(try await faulty.refusal()?.code == code)
            #expect(faulty.scene.visa.state(of: ActivationScene.tokenID) != .active)
        }
    }

    /// All pairs that can be had at once, in the order in which the codes are declared.
    ///
    /// Where the holder's own yes is under way, what has become of the card since is no answer about it.
    @Test(arguments: FaultyActivation.all)
    func ofTwoFaultsTheEarlierIsReported(_ earlier: ActivationRefusal.Code) async throws {
        let order = ActivationRefusal.Code.allCases
        let place = try #require(order.firstIndex(of: earlier))
        for later in order[(place + 1)...] {
            guard let thing = FaultyActivation.thing(later), thing != FaultyActivation.thing(earlier) else { continue }
            let refusal = try await FaultyActivation(faults: [earlier, later]).refusal()
            let hidesAYes = later == .activationInProgress && [.cardBlocked, .activationsLocked].contains(earlier)
            #expect(refusal?.code == (hidesAYes ? .outcomeUnknown : earlier), "\(earlier) and \(later)")
        }
    }

    /// Each field of the payload, with what its form forbids.
    @Test(arguments: [
        ("panReferenceID", "V 1"), ("panReferenceID", String(repeating: "V", count: 65)),
        ("tokenRequestorID", "4001003027"), ("tokenRequestorID", "4001003027a"), ("tokenReferenceID", "DNITHE\u{0}"),
        ("tokenReferenceID", "é"), ("walletAccountID", "a\u{7F}"),
        ("walletAccountID", String(repeating: "w", count: 129)), ("deviceID", "device 1"), ("deviceIndex", "-1"),
        ("deviceIndex", "٢"), ("deviceIndex", "1234567890"), ("deviceIndex", "2.0"), ("reasonCode", "\u{1F600}"),
    ])
    func aMalformedFieldIsNamed(_ field: String, _ value: String) async {
        let scene = ActivationScene()
        let payload = ActivationScene.payload().setting(field, to: value)
        let refusal = await scene.refusal { _ = try await scene.activate(payload) }
        #expect(refusal == ActivationRefusal(.invalidPayload, field: field))
        #expect(scene.visa.reads == 0)
    }

    /// Refused before it is anywhere: neither a record nor an answer nor the audit has it.
    @Test(arguments: ActivationPayload.fieldNames, ["4111111111111111", "５５５５ ５５５５ ５５５５ ４４４４"])
    func aCardNumberIsRefusedInEachFieldAndKeptNowhere(_ field: String, _ number: String) async throws {
        let scene = ActivationScene()
        let payload = ActivationScene.payload().setting(field, to: number)
        let expected = ActivationRefusal(.cardNumberRefused, field: field)
        let session = scene.session()
        let key = try ActivationScene.key()
        for body: @Sendable () async throws -> Void in [
            { _ = try await scene.engine.activate(payload, key: key, by: session) },
            { _ = try await scene.engine.preview(payload, by: session) },
            { _ = try await scene.engine.decline(payload, key: key, by: session) },
        ] {
            #expect(await scene.refusal(body) == expected)
        }
        #expect(try await !scene.store.everything.contains(number))
        #expect(try await scene.entries(.holder(ActivationScene.maria)).map(\.outcome).count == 3)
        #expect(scene.visa.reads == 0)
        #expect("\(payload)" == "<redacted>")
    }

    /// An empty text says nothing: what must be said is missing, what may be left out is.
    @Test func anEmptyTextIsNone() async throws {
        let scene = ActivationScene()
        var payload = ActivationScene.payload()
        payload.reasonCode = ""
        payload.walletAccountID = ""
        #expect(try await scene.activate(payload).state == .active)
        payload.tokenReferenceID = ""
        let missing = payload
        let refusal = await scene.refusal { _ = try await scene.activate(missing, key: "key-2") }
        #expect(refusal?.code == .tokenReferenceMissing)
    }
}
