import ChaveBase
import ServerTestSupport
import StoreTestSupport
import Testing
import TokenActivationCore

/// A yes and a no at the same moment: one of them stands.
@Suite struct RaceTests {
    private let scene = ActivationScene()

    @Test(.timeLimit(.minutes(5)))
    func aHundredNosAreOne() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask { _ = await scene.refusal { _ = try await scene.decline(key: "no-\(number)") } }
            }
        }
        #expect(try await scene.store.activations.map(\.state) == [.declined(isNetworkTold: true)])
        #expect(scene.visa.declined.count == 1)
        let since = Timestamp(seconds: 0)
        #expect(try await scene.store.refusals(ofCard: ActivationScene.pan, since: since).count == 1)
    }

    @Test(.timeLimit(.minutes(5)), arguments: 1...10)
    func ofAYesAndANoOneStands(_ round: Int) async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask {
                    _ = await scene.refusal {
                        if (number + round).isMultiple(of: 2) {
                            _ = try await scene.activate(key: "yes-\(number)")
                        } else {
                            _ = try await scene.decline(key: "no-\(number)")
                        }
                    }
                }
            }
        }
        let standing = try await scene.store.activations.filter { $0.state.name != .refused }
        #expect(standing.count == 1)
        let isActive = scene.visa.state(of: ActivationScene.tokenID) == .active
        #expect(standing.first?.state == (isActive ? .active : .declined(isNetworkTold: true)))
        #expect(scene.notices.taken.count == (isActive ? 1 : 0))
        #expect(scene.visa.approved.count == (isActive ? 1 : 0))
    }
}
