import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct CallQueueTests {
    @Test func callsAreMadeOneAfterAnotherInTheirOrder() async {
        let queue = CallQueue()
        let lines = Lines()
        let tasks = (0..<50).map { number in
            queue.run {
                lines.append("begins \(number)")
                for _ in 0..<(number % 5) { await Task.yield() }
                lines.append("ends \(number)")
                return Result<Int, SignInError>.success(number)
            }
        }
        for (number, task) in tasks.enumerated() { #expect(await task.value == .success(number)) }
        #expect(lines.texts == (0..<50).flatMap { ["begins \($0)", "ends \($0)"] })
    }

    @Test func aCallThatIsCancelledInTheQueueIsNeverMade() async {
        let queue = CallQueue()
        let lines = Lines()
        let first = queue.run {
            while lines.texts.isEmpty { await Task.yield() }
            return Result<Int, SignInError>.success(1)
        }
        let second = queue.run {
            lines.append("was made")
            return Result<Int, SignInError>.success(2)
        }
        second.cancel()
        lines.append("go on")
        #expect(await first.value == .success(1))
        #expect(await second.value == .failure(.cancelledCall))
        #expect(lines.texts == ["go on"])
    }

    @Test func whileAnExtensionRunsOtherCallsFailAtOnceAndAnotherDoesNotBegin() async {
        let queue = CallQueue()
        let lines = Lines()
        let running = queue.extend({
            while !Task.isCancelled { await Task.yield() }
            return "over"
        }) { lines.append($0) }
        #expect(await queue.run { Result<Int, SignInError>.success(1) }.value == .failure(.extensionInProgress))
        #expect(queue.extend({ "another" }) { lines.append($0) } == nil)
        await queue.cancelExtension()
        #expect(lines.texts == ["over"])
        #expect(await queue.run { Result<Int, SignInError>.success(1) }.value == .success(1))
        await running?.value
    }

    @Test func theQueueIsFreeWhenTheEndIsTold() async {
        let queue = CallQueue()
        let lines = Lines()
        let running = queue.extend({ "over" }) { _ in
            let next = queue.run { Result<Int, SignInError>.success(1) }
            Task { lines.append(await next.value == .success(1) ? "made" : "refused") }
        }
        await running?.value
        while lines.texts.isEmpty { await Task.yield() }
        #expect(lines.texts == ["made"])
    }

    @Test func cancellingWhereNothingRunsReturns() async {
        await CallQueue().cancelExtension()
    }
}
