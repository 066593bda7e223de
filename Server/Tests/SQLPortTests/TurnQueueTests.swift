import Testing

@testable import SQLPort

/// What waits on a node for one turn.
@Suite struct TurnQueueTests {
    @Test func aQueueIsServedByOneAtATime() {
        let queue = TurnQueue()
        let job = TurnJob(endsAt: .now, run: { _ in {} }, fail: { _ in })
        #expect(queue.add(job))
        #expect(!queue.add(job))
        #expect(queue.next()?.count == 2)
        #expect(!queue.add(job), "whoever serves it comes back")
        #expect(queue.next()?.count == 1)
        #expect(queue.next() == nil)
        #expect(queue.add(job))
        for _ in 0..<TurnQueue.longestBatch { #expect(!queue.add(job)) }
        #expect(queue.next()?.count == TurnQueue.longestBatch)
        #expect(queue.next()?.count == 1)
    }
}
