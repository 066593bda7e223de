import Dispatch
import Foundation
import Testing

@testable import BeyondIdentityEmbedded

/// How a device is asked for its name, which the system may look up in the network.
@Suite(.timeLimit(.minutes(5))) struct BlockingCallTests {
    /// More calls than tasks have threads, none of which comes back before an ordinary task has run.
    @Test func aSystemThatTakesItsTimeHoldsUpNoTask() async {
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let isFree = DispatchSemaphore(value: 0)
        let names = (0..<count).map { number in
            Task {
                await BlockingCall.run {
                    isFree.wait()
                    return number
                }
            }
        }
        await Task { for _ in 0..<count { isFree.signal() } }.value
        var found: [Int] = []
        for name in names { found.append(await name.value) }
        #expect(found == Array(0..<count))
    }

    @Test(arguments: [("Ana.local", "Ana"), ("Ana", "Ana"), (".local", ""), ("ana.local.example", "ana.local.example")])
    func theNetworksOwnEndingIsNotShown(_ name: String, _ shown: String) {
        #expect(HostName.shown(name) == shown)
    }
}
