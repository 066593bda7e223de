import ChaveBase
import ServerTestSupport
import Testing
import TokenActivationCore

/// A time from the future is no proof of anything, but for clocks that differ by a minute.
@Suite struct FutureTests {
    private let scene = ActivationScene()

    @Test(arguments: [(Int64(60), ActivationRefusal.Code?.none), (61, .insufficientUserAuthentication)])
    func nobodyWasThereInTheFuture(_ ahead: Int64, _ code: ActivationRefusal.Code?) async throws {
        let session = scene.session(secondsAgo: -ahead)
        let refusal = await scene.refusal {
            _ = try await scene.engine.activate(ActivationScene.payload(), key: try ActivationScene.key(), by: session)
        }
        #expect(refusal?.code == code)
    }

    @Test(arguments: [(Int64(60), ActivationRefusal.Code?.none), (61, .stepUpExpired)])
    func noStepUpBeganInTheFuture(_ ahead: Int64, _ code: ActivationRefusal.Code?) async throws {
        let opened = scene.now.adding(seconds: ahead)
        scene.visa.change(ActivationScene.tokenID) { $0.stepUpOpenedAt = opened }
        #expect(await scene.refusal { _ = try await scene.activate() }?.code == code)
    }
}
